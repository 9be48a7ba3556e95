import { ToolnotaryError } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import type { Assurance } from './assurance.ts'
import type { Caller } from './caller.ts'
import type { ToolContent } from './result.ts'
import type { SchemaInput, SchemaOutput, StandardSchema, ToolSchema } from './standard-schema.ts'

/** What a call of the tool does to the world. */
export type Effect = 'read' | 'write' | 'irreversible'

/** What the tool's own check sees. */
export interface AuthorizeContext<Args> {
  readonly caller: Caller
  /** Frozen, validated, with defaults applied. */
  readonly args: Args
  readonly signal: AbortSignal
}

/** Only `true` permits; an object asks a person; anything else, also nothing, denies. */
export type Verdict = boolean | { readonly ask: Assurance }

/** What a tool sees when it runs. */
export interface ExecuteContext<Args> {
  readonly caller: Caller
  /** Frozen: the same text that was judged and shown. */
  readonly args: Args
  /** Aborts when the call is cancelled or its time is over. */
  readonly signal: AbortSignal
  /** The same for every attempt of one operation: pass it on where the other side takes one. */
  readonly idempotencyKey: string
  readonly operation: string
}

/** What {@link ToolDefinition.probe} found. */
export type ProbeAnswer<Result> =
  | { readonly executed: 'yes'; readonly result: Result }
  | { readonly executed: 'no' }

/** One line of what an approver sees. */
export interface ShownRow {
  readonly label: string
  readonly value: string
}

/** How often one caller may call a tool. */
export interface Rate {
  readonly calls: number
  readonly perMs: number
}

/** What {@link defineTool} takes. */
export interface ToolDefinition<In extends ToolSchema, Out extends ToolSchema> {
  /** 1 to 128 characters of `A-Z a-z 0-9 _ - .` (the name rule of MCP 2026-07-28). */
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly input: In
  readonly output?: Out
  readonly effect: Effect
  /** Whether this caller may do this with these arguments; {@link anyone} for a tool that is for everybody. */
  readonly authorize: (context: AuthorizeContext<SchemaOutput<In>>) => Verdict | Promise<Verdict>
  /** Calls for each caller; the gate's own limit where it is absent. */
  readonly limit?: Rate
  /** How long `execute` may take; 30,000 where it is absent. */
  readonly timeoutMs?: number
  /** How many calls may run at once, and how many may wait; 64 and 256 where it is absent. */
  readonly concurrency?: { readonly running: number; readonly waiting: number }
  /** The rows that an approver reads first; the full arguments always stand below. */
  readonly show?: (args: SchemaOutput<In>) => readonly ShownRow[]
  readonly execute: (
    context: ExecuteContext<SchemaOutput<In>>,
  ) => SchemaInput<Out> | ToolContent | Promise<SchemaInput<Out> | ToolContent>
  /** True when the other side honours `idempotencyKey`, so that an attempt with an unknown end may be repeated. */
  readonly idempotent?: boolean
  /** Reads back whether an operation took effect, after a crash. */
  readonly probe?: (
    context: ExecuteContext<SchemaOutput<In>>,
  ) => Promise<ProbeAnswer<SchemaInput<Out> | ToolContent>>
}

/** A defined tool. The types of its arguments are gone; its schemas still hold them. */
export interface Tool {
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly input: ToolSchema
  readonly output: ToolSchema | null
  readonly effect: Effect
  readonly authorize: (context: AuthorizeContext<JsonObject>) => unknown
  readonly limit: Rate | null
  readonly timeoutMs: number
  readonly concurrency: { readonly running: number; readonly waiting: number }
  readonly show: ((args: JsonObject) => readonly ShownRow[]) | null
  readonly execute: (context: ExecuteContext<JsonObject>) => unknown
  readonly idempotent: boolean
  readonly probe: ((context: ExecuteContext<JsonObject>) => Promise<ProbeAnswer<unknown>>) | null
}

/** Permits every caller; say it where a tool is really for everybody. */
export const anyone = (): true => true

const NAME = /^[A-Za-z0-9_.-]{1,128}$/
const MAX_TIMEOUT_MS = 2 ** 31 - 1
const EFFECTS: readonly unknown[] = ['read', 'write', 'irreversible']

/**
 * Defines a tool once, for every position.
 * Throws `tool_definition_invalid` with the member that is wrong.
 */
export function defineTool<In extends ToolSchema, Out extends ToolSchema = StandardSchema>(
  definition: ToolDefinition<In, Out>,
): Tool {
  // Read once: a getter cannot show one thing to the checks and another to the gate.
  check('definition', isObject(definition))
  const parts = { ...DEFAULTS, ...definition }
  check(
    'unknown',
    Object.keys(parts).every((member) => MEMBERS.has(member)),
  )
  assertDefinition(parts)
  const { name, title, description, input, output, effect, authorize, execute } = parts
  const { limit, show, probe, timeoutMs, concurrency, idempotent } = parts
  // The argument types live in the schemas from here on: validate hands each function what its own schema made.
  const tool = Object.freeze({
    name,
    title: title ?? null,
    description,
    input,
    output: output ?? null,
    effect,
    authorize,
    limit: limit === undefined ? null : Object.freeze({ ...limit }),
    timeoutMs,
    concurrency: Object.freeze({ ...concurrency }),
    show: show ?? null,
    execute,
    idempotent,
    probe: probe ?? null,
  } as Tool)
  made.add(tool)
  return tool
}

const made = new WeakSet<Tool>()

/** Whether a value was made by {@link defineTool}: nothing else was checked. */
export function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && made.has(value as Tool)
}

const MEMBERS: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'input',
  'output',
  'effect',
  'authorize',
  'limit',
  'timeoutMs',
  'concurrency',
  'show',
  'execute',
  'idempotent',
  'probe',
])

const DEFAULTS = {
  timeoutMs: 30_000,
  concurrency: { running: 64, waiting: 256 },
  idempotent: false,
} as const

/** What a definition looks like before anything of it is believed. */
type Unchecked = Readonly<Partial<Record<keyof ToolDefinition<ToolSchema, ToolSchema>, unknown>>>

function assertDefinition(parts: Unchecked): void {
  const { name, title, description, input, output, effect } = parts
  check('name', typeof name === 'string' && NAME.test(name))
  check('title', title === undefined || typeof title === 'string')
  check('description', typeof description === 'string' && description.trim() !== '')
  check('input', isObject(input))
  check('output', output === undefined || isObject(output))
  check('effect', EFFECTS.includes(effect))
  assertFunctions(parts)
  assertBounds(parts)
}

function assertFunctions({ authorize, execute, show, probe }: Unchecked): void {
  check('authorize', typeof authorize === 'function')
  check('execute', typeof execute === 'function')
  check('show', show === undefined || typeof show === 'function')
  check('probe', probe === undefined || typeof probe === 'function')
}

function assertBounds({ limit, timeoutMs, concurrency, idempotent }: Unchecked): void {
  check('limit', limit === undefined || isRate(limit))
  check('timeoutMs', isCount(timeoutMs, 1) && timeoutMs <= MAX_TIMEOUT_MS)
  check('concurrency', isConcurrency(concurrency))
  check('idempotent', typeof idempotent === 'boolean')
}

function isConcurrency(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { running, waiting } = value as { readonly running?: unknown; readonly waiting?: unknown }
  return isCount(running, 1) && isCount(waiting, 0)
}

function check(member: string, valid: boolean): void {
  if (!valid) throw new ToolnotaryError('tool_definition_invalid', { member })
}

function isObject(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least
}

/** Whether a value is a rate with positive whole numbers. */
export function isRate(value: unknown): value is Rate {
  if (typeof value !== 'object' || value === null) return false
  const { calls, perMs } = value as Partial<Record<keyof Rate, unknown>>
  return isCount(calls, 1) && isCount(perMs, 1)
}
