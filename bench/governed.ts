import type { Gate } from '../src/core/gate.ts'
import type { Ledger } from '../src/core/ledger.ts'
import { IN_PROCESS } from '../src/core/placement.ts'
import type { CompiledSchema } from '../src/core/schema.ts'
import type { ToolSchema } from '../src/core/standard-schema.ts'
import type { Tool } from '../src/core/tool.ts'
import { createGate } from '../src/gate.ts'
import { createNodeHasher } from '../src/platform/hasher.ts'
import { createDefaultPolicy } from '../src/policy/default-policy.ts'
import { createSchemaCompiler } from '../src/schema/compiler.ts'
import { createMemoryLedger } from '../src/store/memory/ledger.ts'
import { openSqliteStore } from '../src/store/sqlite/store.ts'
import type { Case } from './measure.ts'
import { JSON_SCHEMA, parseRequest, replyText, subjectTool, ZOD } from './subject.ts'

const UNREACHED = { calls: 1_000_000_000, perMs: 60_000 }
const CALLER = { user: 'u-1', agent: 'bench' }
const hasher = createNodeHasher()

/** Compiles each schema once in the run, so that a new gate does not start with code that the JIT has not seen. */
const schemas = createSchemaCompiler()
const compiled = new Map<ToolSchema, CompiledSchema>()

function compileOnce(schema: ToolSchema, side: 'input' | 'output'): CompiledSchema {
  const known = compiled.get(schema) ?? schemas.compile(schema, side)
  compiled.set(schema, known)
  return known
}

/** A gate with its defaults, but for a limit that the run does not reach and a policy that permits the write. */
function openGate(tool: Tool, store: Ledger): Gate {
  const byDefault = createDefaultPolicy()
  return createGate({
    tools: [tool],
    store,
    schemas: { compile: compileOnce },
    limits: { tool: UNREACHED },
    policy: {
      decide: (input) =>
        input.effect === 'write'
          ? { kind: 'permit', rule: 'bench/write' }
          : byDefault.decide(input),
    },
  })
}

/** One request as a server answers it: from text to text. */
async function answer(gate: Gate): Promise<string> {
  const { id, params } = parseRequest()
  const outcome = await gate.call({
    tool: params.name,
    arguments: params.arguments,
    caller: CALLER,
    operation: null,
    placement: IN_PROCESS,
  })
  if (outcome.kind !== 'completed' || outcome.result.kind !== 'value') {
    throw new Error(`the call of the benchmark ended as ${outcome.kind}`)
  }
  return replyText(id, outcome.result.value as { readonly text: string })
}

/** A new ledger for each round, because one in memory grows with every call. */
function inMemory(name: string, tool: Tool, open: () => Ledger): Case {
  let gate = openGate(tool, open())
  return {
    name,
    prepare: () => {
      gate = openGate(tool, open())
    },
    call: () => answer(gate),
  }
}

function onStore(name: string, tool: Tool, store: Ledger): readonly Case[] {
  const gate = openGate(tool, store)
  const call = (): Promise<string> => answer(gate)
  return [
    { name, call },
    { name, concurrency: 32, call },
  ]
}

/** A memory ledger whose `append` does nothing: what a call costs without its audit. */
function withoutAudit(): Ledger {
  return Object.assign(createMemoryLedger({ hasher }), { append: () => Promise.resolve() })
}

/** Calls through a gate, with what a server does around them: parsing the request and stringifying the reply. */
export function openGoverned(folder: string): {
  readonly cases: readonly Case[]
  readonly close: () => Promise<void>
} {
  const read = subjectTool('read', JSON_SCHEMA)
  const write = subjectTool('write', JSON_SCHEMA)
  const memory = (): Ledger => createMemoryLedger({ hasher })
  const store = openSqliteStore(`${folder}/calls.db`)
  return {
    cases: [
      inMemory('governed read, no audit', read, withoutAudit),
      inMemory('governed read, memory audit', read, memory),
      inMemory('governed read, memory audit, zod', subjectTool('read', ZOD), memory),
      inMemory('governed write, memory audit', write, memory),
      ...onStore('governed read, SQLite FULL', read, store),
      ...onStore('governed write, SQLite FULL', write, store),
    ],
    close: () => store.dispose(),
  }
}
