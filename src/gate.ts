import type { Approver } from './core/approver.ts'
import { Asking } from './core/asking.ts'
import { isAssurance } from './core/assurance.ts'
import { contractDigest } from './core/contract.ts'
import { explainCall } from './core/explain.ts'
import { Floods } from './core/flood.ts'
import type { Gate, ToolDescription } from './core/gate.ts'
import type { GateContext, GateTool, Limits } from './core/gate-context.ts'
import type { Ledger } from './core/ledger.ts'
import { handleCall } from './core/lifecycle.ts'
import type {
  Alarm,
  Clock,
  Hasher,
  Ids,
  Limiter,
  Pins,
  Policy,
  Sanitizer,
  SchemaCompiler,
} from './core/ports.ts'
import { Slots } from './core/slots.ts'
import { isRate, isTool, type Tool } from './core/tool.ts'
import { ToolnotaryError } from './errors.ts'
import { CALL_PROFILE } from './json/profile.ts'
import type { JsonObject } from './json/value.ts'
import { createMemoryLimiter } from './limit/memory.ts'
import { warnOfAlarm } from './platform/alarm.ts'
import { systemClock } from './platform/clock.ts'
import { createNodeHasher } from './platform/hasher.ts'
import { createRandomIds } from './platform/ids.ts'
import { createDefaultPolicy } from './policy/default-policy.ts'
import { createSanitizer } from './sanitize/sanitizer.ts'
import { createSchemaCompiler } from './schema/compiler.ts'
import { createMemoryLedger } from './store/memory/ledger.ts'

/** What {@link createGate} takes. Only `tools` is required; without an approver nothing that needs one is executed. */
export interface GateOptions {
  readonly tools: readonly Tool[]
  /** Where operations, approvals and the audit log live; in memory where it is absent. */
  readonly store?: Ledger
  readonly approver?: Approver
  /** Replaces the three built-in rules; then no match denies. */
  readonly policy?: Policy
  readonly limiter?: Limiter
  readonly sanitizer?: Sanitizer
  readonly schemas?: SchemaCompiler
  readonly pins?: Pins
  /** Canonical identity of the application in contracts. Defaults to `app`. */
  readonly server?: string
  /** Rates for callers, tenants, tools that say none, polls and questions; null does not count. */
  readonly limits?: Partial<Limits>
  /** How long one leg waits for a person; 30,000 where it is absent. */
  readonly approvalWaitMs?: number
  /** How long a question stays open; 900,000 where it is absent. */
  readonly approvalTtlMs?: number
  /** How long a policy, check, store or schema may take to answer; 10,000 where it is absent. */
  readonly portTimeoutMs?: number
  /** Bytes of JSON that a result may have; 1,000,000 where it is absent. */
  readonly maxResultBytes?: number
  /** Called for what an operator must see. Defaults to a process warning without the cause's text. */
  readonly onAlarm?: (alarm: Alarm) => void
  readonly clock?: Clock
  readonly ids?: Ids
}

const MINUTE_MS = 60_000

const DEFAULT_LIMITS: Limits = Object.freeze({
  caller: null,
  tenant: null,
  tool: Object.freeze({ calls: 600, perMs: MINUTE_MS }),
  poll: Object.freeze({ calls: 1_200, perMs: MINUTE_MS }),
  ask: Object.freeze({ calls: 60, perMs: MINUTE_MS }),
})

/**
 * Puts a gate together: the one component through which every call goes.
 * Throws `tool_name_duplicate`, `schema_unsupported` and `gate_option_invalid`.
 */
export function createGate(options: GateOptions): Gate {
  const context = createContext(options)
  return Object.freeze({
    tools: describeTools(context),
    call: (request) => handleCall(context, request),
    explain: (request) => explainCall(context, request),
    dispose: async () => {
      context.floods.flush()
      context.asking.dispose()
      if (options.store === undefined) await context.ledger.dispose()
    },
  } satisfies Gate)
}

function createContext(options: GateOptions): GateContext {
  assertOption('tools', typeof options === 'object' && options !== null)
  const hasher = createNodeHasher()
  const ports = {
    ...defaultPorts(hasher, options.maxResultBytes ?? DEFAULT_BOUNDS.maxResultBytes),
    ...present(options),
  }
  const { clock, store, policy, limiter, sanitizer, approver, pins, ids } = ports
  assertPorts(ports)
  const alarm = guardAlarm(ports.onAlarm)
  return Object.freeze({
    tools: prepareTools(options.tools, ports.schemas, hasher, ports.server),
    clock,
    ids,
    hasher,
    lookupKey: hasher.hmacKey(store.lookupKey),
    policy,
    limiter,
    sanitizer,
    ledger: store,
    approver,
    asking: new Asking(),
    floods: createFloods(clock, store, alarm),
    pins,
    alarm,
    ...readBounds({ ...DEFAULT_BOUNDS, ...present(options) }),
  })
}

/** Options without those that say `undefined`: they are absent. */
function present<T extends object>(options: T): T {
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as T
}

interface DefaultPorts
  extends Required<
    Omit<GateOptions, 'tools' | 'approver' | 'limits' | keyof typeof DEFAULT_BOUNDS>
  > {
  readonly approver: Approver | null
}

function defaultPorts(hasher: Hasher, maxResultBytes: number): DefaultPorts {
  return {
    store: createMemoryLedger({ hasher }),
    approver: null,
    policy: createDefaultPolicy(),
    limiter: createMemoryLimiter(),
    sanitizer: createSanitizer({ bounds: { bytes: maxResultBytes } }),
    schemas: createSchemaCompiler(),
    pins: OWN_PINS,
    server: 'app',
    onAlarm: warnOfAlarm,
    clock: systemClock,
    ids: createRandomIds(),
  }
}

const DEFAULT_BOUNDS = {
  approvalWaitMs: 30_000,
  approvalTtlMs: 900_000,
  portTimeoutMs: 10_000,
  maxResultBytes: 1_000_000,
} as const

type Bounds = Pick<
  GateContext,
  'limits' | 'approvalWaitMs' | 'approvalTtlMs' | 'portTimeoutMs' | 'resultProfile'
>

function readBounds(
  options: Required<Pick<GateOptions, keyof typeof DEFAULT_BOUNDS>> & GateOptions,
): Bounds {
  const maxBytes = readCount('maxResultBytes', options.maxResultBytes)
  return {
    limits: readLimits(options.limits ?? {}),
    approvalWaitMs: readCount('approvalWaitMs', options.approvalWaitMs),
    approvalTtlMs: readCount('approvalTtlMs', options.approvalTtlMs),
    portTimeoutMs: readCount('portTimeoutMs', options.portTimeoutMs),
    resultProfile: Object.freeze({ ...CALL_PROFILE, maxBytes }),
  }
}

/** The method by which each port is known: a wrong one is found here and not at the first call that needs it. */
const PORT_METHODS = {
  store: 'claim',
  policy: 'decide',
  limiter: 'take',
  sanitizer: 'sanitize',
  schemas: 'compile',
  pins: 'accepts',
  clock: 'now',
  ids: 'next',
} as const

function assertPorts(ports: DefaultPorts): void {
  for (const [option, method] of Object.entries(PORT_METHODS)) {
    const port: unknown = ports[option as keyof typeof PORT_METHODS]
    assertOption(option, hasMethod(port, method))
  }
  const { approver, onAlarm, server } = ports
  assertOption('approver', approver === null || isApprover(approver))
  assertOption('onAlarm', typeof onAlarm === 'function')
  assertOption('server', typeof server === 'string' && server !== '')
}

function isApprover(approver: Approver): boolean {
  return hasMethod(approver, 'ask') && isAssurance(approver.assurance)
}

function hasMethod(port: unknown, method: string): boolean {
  if (typeof port !== 'object' || port === null) return false
  return typeof Reflect.get(port, method) === 'function'
}

function assertOption(option: string, valid: boolean): void {
  if (!valid) throw new ToolnotaryError('gate_option_invalid', { option })
}

function createFloods(clock: Clock, store: Ledger, alarm: (alarm: Alarm) => void): Floods {
  return new Floods(clock, (entries) => {
    const records = entries.map((entry) => ({ entry, kept: null }))
    store.append(records).catch((cause: unknown) => {
      alarm({ kind: 'audit_not_recorded', tool: '', operation: null, cause })
    })
  })
}

/** Tools of this process cannot change behind the gate's back: their contract was computed when the gate was made. */
const OWN_PINS: Pins = Object.freeze({ accepts: () => true })

function prepareTools(
  tools: readonly Tool[],
  schemas: SchemaCompiler,
  hasher: Hasher,
  server: string,
): ReadonlyMap<string, GateTool> {
  assertOption('tools', Array.isArray(tools) && tools.every(isTool))
  const targets = new Map<string, GateTool>()
  for (const tool of tools) {
    if (targets.has(tool.name))
      throw new ToolnotaryError('tool_name_duplicate', { tool: tool.name })
    const input = schemas.compile(tool.input, 'input')
    const output = tool.output === null ? null : schemas.compile(tool.output, 'output')
    const raw = rawTool(tool, input.jsonSchema, output?.jsonSchema ?? null)
    const contract = contractDigest(hasher, { server, instructions: null, tool: raw })
    const slots = new Slots(tool.concurrency)
    targets.set(tool.name, Object.freeze({ tool, input, output, contract, slots, trusted: true }))
  }
  return targets
}

function describeTools(context: GateContext): readonly ToolDescription[] {
  const described = [...context.tools.values()].map(({ tool, input, output, contract }) =>
    Object.freeze({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      input: input.jsonSchema,
      output: output?.jsonSchema ?? null,
      effect: tool.effect,
      contract,
    }),
  )
  return Object.freeze(described)
}

/** The tool object as MCP would list it: what the contract covers. */
function rawTool(tool: Tool, inputSchema: JsonObject, outputSchema: JsonObject | null): JsonObject {
  return {
    name: tool.name,
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema,
    ...(outputSchema === null ? {} : { outputSchema }),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'irreversible',
    },
  }
}

function readLimits(given: Partial<Limits>): Limits {
  const limits = { ...DEFAULT_LIMITS, ...given }
  for (const [name, rate] of Object.entries(limits)) {
    if (rate !== null && !isRate(rate))
      throw new ToolnotaryError('gate_option_invalid', { option: `limits.${name}` })
  }
  return Object.freeze(limits)
}

function readCount(option: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new ToolnotaryError('gate_option_invalid', { option })
  return value
}

/** An alarm that fails must not turn an ending into a throw. */
function guardAlarm(alarm: (alarm: Alarm) => void): (alarm: Alarm) => void {
  return (what) => {
    try {
      const told: unknown = alarm(what)
      // An async handler that rejects would otherwise end the process.
      if (told instanceof Promise) told.catch(() => warnOfAlarm(what))
    } catch {
      warnOfAlarm(what)
    }
  }
}
