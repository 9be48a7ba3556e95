import { canonicalJson } from '../json/canonical.ts'
import { type JsonResult, parseJson } from '../json/parse.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { CallRequest, ReceivedCall } from './call.ts'
import { type Caller, readCaller } from './caller.ts'
import { type Ended, endInvalid } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import { takePoint } from './limit.ts'
import { operationId } from './operation.ts'
import type { Trail } from './trail.ts'

/** Reads an untrusted call once: who calls, in which operation, with which arguments. Rejects, never repairs. */
export async function receive(
  gate: GateContext,
  trail: Trail,
  request: CallRequest,
): Promise<ReceivedCall | Ended> {
  trail.stage = 'receive'
  // Every member is read exactly once, before anything awaits: what was judged cannot differ from what runs.
  const {
    tool,
    arguments: input,
    caller: callerInput,
    operation: ref,
    placement,
    problem,
  } = request
  trail.tool = nameForLog(tool)
  const caller = readCaller(callerInput)
  if (typeof caller === 'string') return endInvalid('receive', caller)
  trail.caller = caller
  const operation = ref === null ? gate.ids.next('op') : operationId(gate.hasher, ref, caller)
  if (typeof operation !== 'string') return endInvalid('receive', operation.problem)
  trail.operation = operation
  const args = readArguments(input)
  // The caller is counted before the arguments are looked at, so that garbage is not free.
  const counted = await countCaller(gate, trail, caller)
  if (counted !== null) return counted
  if (problem !== undefined) return endInvalid('receive', problem)
  const read = args()
  if (typeof read === 'string') return endInvalid('receive', read)
  const text = canonicalJson(read)
  return Object.freeze({
    tool,
    args: read,
    text,
    caller,
    operation,
    named: ref !== null,
    placement,
  })
}

type ArgumentsProblem = 'arguments_not_json' | 'arguments_not_plain' | 'arguments_not_object'

/** Takes hold of the arguments now and parses them later: text cannot change, data is copied at once. */
function readArguments(input: unknown): () => JsonObject | ArgumentsProblem {
  if (typeof input === 'string') return () => objectOr(parseJson(input), 'arguments_not_json')
  const copied = objectOr(plainJson(input), 'arguments_not_plain')
  return () => copied
}

function objectOr(result: JsonResult, problem: ArgumentsProblem): JsonObject | ArgumentsProblem {
  if (!result.ok) return problem
  return isJsonObject(result.value) ? result.value : 'arguments_not_object'
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function countCaller(gate: GateContext, trail: Trail, caller: Caller): Promise<Ended | null> {
  const rate = gate.limits.caller
  if (rate === null) return null
  const key = JSON.stringify([caller.tenant, caller.user, caller.agent])
  return takePoint(gate, trail, 'caller_limited', { scope: 'caller', key, rate })
}

const MAX_NAME = 128

/** A name from outside, short and well-formed enough for a log. */
function nameForLog(tool: unknown): string {
  if (typeof tool !== 'string') return ''
  return tool.slice(0, MAX_NAME).toWellFormed()
}
