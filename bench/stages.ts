import type { AuditEntry } from '../src/core/audit-entry.ts'
import type { Caller } from '../src/core/caller.ts'
import type { ToolResult } from '../src/core/result.ts'
import { canonicalJson } from '../src/json/canonical.ts'
import { saltedDigest } from '../src/json/digest.ts'
import { parseJson } from '../src/json/parse.ts'
import { plainJson } from '../src/json/plain.ts'
import type { JsonObject } from '../src/json/value.ts'
import { createMemoryLimiter } from '../src/limit/memory.ts'
import { systemClock } from '../src/platform/clock.ts'
import { createNodeHasher } from '../src/platform/hasher.ts'
import { createRandomIds } from '../src/platform/ids.ts'
import { createDefaultPolicy } from '../src/policy/default-policy.ts'
import { createSanitizer } from '../src/sanitize/sanitizer.ts'
import { createSchemaCompiler } from '../src/schema/compiler.ts'
import { createMemoryLedger } from '../src/store/memory/ledger.ts'
import type { Case } from './measure.ts'
import { JSON_SCHEMA, REQUEST_TEXT, SUBJECT } from './subject.ts'

const hasher = createNodeHasher()
const ids = createRandomIds()
const salt = ids.salt()
const schemas = createSchemaCompiler()
const input = schemas.compile(JSON_SCHEMA.input, 'input')
const output = schemas.compile(JSON_SCHEMA.output, 'output')
const policy = createDefaultPolicy()
const limiter = createMemoryLimiter()
const sanitizer = createSanitizer()

const caller: Caller = { user: 'u-1', tenant: 'default', agent: 'bench', scopes: [] }
const args = copy(SUBJECT.arguments) as JsonObject
const argsText = canonicalJson(args)
const value = copy(await SUBJECT.execute())
const result: ToolResult = { kind: 'value', value }
const resultText = JSON.stringify(result)

const ENTRY: AuditEntry = {
  event: 'outcome',
  at: Date.now(),
  tenant: caller.tenant,
  user: caller.user,
  agent: caller.agent,
  tool: 'orders',
  operation: ids.next('op'),
  stage: 'sanitize',
  ending: 'completed',
  executed: 'yes',
  reason: null,
  rule: 'default/read',
  approval: null,
  approver: null,
  contract: saltedDigest(hasher, 'toolnotary/args/v1', salt, 'contract'),
  args: saltedDigest(hasher, 'toolnotary/args/v1', salt, argsText),
  result: saltedDigest(hasher, 'toolnotary/result/v1', salt, resultText),
  count: 1,
}

/** One entry of an audit log, as a read leaves it. */
export const AUDIT_RECORD = Object.freeze({ entry: ENTRY, kept: null })

function copy(data: unknown) {
  const plain = plainJson(data)
  if (!plain.ok) throw new Error('the subject of the benchmark is plain data')
  return plain.value
}

const RATE = { calls: 1_000_000_000, perMs: 60_000 }

/** The work of each stage by itself. What a whole call costs beyond their sum is the way through the stages. */
export function stageCases(): readonly Case[] {
  let ledger = createMemoryLedger({ hasher })
  return [
    {
      name: 'receive: copy and canonical text of the arguments',
      call: () => canonicalJson(copy(SUBJECT.arguments) as JsonObject),
    },
    {
      name: 'limit: one window in memory',
      call: () =>
        limiter.take({ scope: 'tool', key: 'bench', rate: RATE, effect: 'read', at: Date.now() }),
    },
    {
      name: 'validate: JSON Schema',
      call: () => input.check(args),
    },
    {
      name: 'authorize: default policy',
      call: () =>
        policy.decide({ tool: 'orders', effect: 'read', position: 'in-process', caller, args }),
    },
    {
      name: 'execute: signal and timer',
      call: () => {
        const stop = systemClock.after(30_000, () => undefined)
        stop()
        return new AbortController().signal
      },
    },
    {
      name: 'sanitize: copy, schema, layers over 1 KB',
      call: () => {
        void output.check(copy({ text: SUBJECT.resultText }))
        return sanitizer.sanitize(result, { tool: 'orders', trusted: true })
      },
    },
    {
      name: 'record: two salted digests',
      call: () =>
        saltedDigest(hasher, 'toolnotary/args/v1', salt, argsText) +
        saltedDigest(hasher, 'toolnotary/result/v1', salt, JSON.stringify(result)),
    },
    {
      name: 'record: chained entry in memory',
      prepare: () => {
        ledger = createMemoryLedger({ hasher })
      },
      call: () => ledger.append([AUDIT_RECORD]),
    },
  ]
}

/** The JSON of the arguments: ours beside the engine's. */
export function jsonCases(): readonly Case[] {
  return [
    { name: 'JSON.parse', call: () => JSON.parse(REQUEST_TEXT) as unknown },
    { name: 'parseJson (strict)', call: () => parseJson(REQUEST_TEXT) },
    { name: 'JSON.stringify', call: () => JSON.stringify(args) },
    { name: 'canonicalJson', call: () => canonicalJson(args) },
    { name: 'structuredClone', call: () => structuredClone(SUBJECT.arguments) },
    { name: 'plainJson', call: () => plainJson(SUBJECT.arguments) },
  ]
}
