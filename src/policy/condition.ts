import type { JsonObject, JsonValue } from '../json/value.ts'
import { isAtOrBelow, isPlainPath } from './path-prefix.ts'
import { ABSENT, compilePointer, type Found, UNREACHABLE } from './pointer.ts'
import type { ArgumentCondition, Scalar } from './rule.ts'
import { hostOfUrl, matchesHost } from './url-host.ts'

/** Whether a condition holds; `unknown` when the value is of a kind that the condition cannot judge. */
export type Holds = 'yes' | 'no' | 'unknown'

/** Prepares a valid condition. */
export function compileCondition(condition: ArgumentCondition): (args: JsonObject) => Holds {
  const find = compilePointer(condition.at)
  const judge = compileJudge(condition)
  return (args) => judge(find(args))
}

type Judge = (found: Found) => Holds

function compileJudge(condition: ArgumentCondition): Judge {
  switch (condition.op) {
    case 'absent':
      return (found) => (found === UNREACHABLE ? 'unknown' : holds(found === ABSENT))
    case 'present':
      return (found) => (found === UNREACHABLE ? 'unknown' : holds(found !== ABSENT))
    case 'eq':
      return ofPresent((value) => isOneOf(value, [condition.value]))
    case 'in':
      return ofPresent((value) => isOneOf(value, condition.value))
    case 'lte':
      return ofNumber((value) => value <= condition.value)
    case 'gte':
      return ofNumber((value) => value >= condition.value)
    case 'lenLte':
      return ofPresent((value) => isShort(value, condition.value))
    case 'prefixPath':
      return ofPresent((value) => isInPath(value, condition.value))
    case 'hostIn':
      return ofPresent((value) => isAtHost(value, condition.value))
  }
}

function holds(yes: boolean): Holds {
  return yes ? 'yes' : 'no'
}

function ofPresent(judge: (value: JsonValue) => Holds): Judge {
  return (found) => {
    if (found === ABSENT) return 'no'
    return found === UNREACHABLE ? 'unknown' : judge(found)
  }
}

function ofNumber(judge: (value: number) => boolean): Judge {
  return ofPresent((value) => (typeof value === 'number' ? holds(judge(value)) : 'unknown'))
}

/** A value of another type is not known to be another value: `"7"` may well mean 7 to the tool. */
function isOneOf(value: JsonValue, list: readonly Scalar[]): Holds {
  if (list.some((one) => one === value)) return 'yes'
  return list.every((one) => typeOf(one) === typeOf(value)) ? 'no' : 'unknown'
}

function typeOf(value: JsonValue): string {
  return value === null ? 'null' : typeof value
}

function isShort(value: JsonValue, limit: number): Holds {
  if (typeof value === 'string' || Array.isArray(value)) return holds(value.length <= limit)
  return 'unknown'
}

function isInPath(value: JsonValue, prefix: string): Holds {
  if (typeof value !== 'string' || !isPlainPath(value)) return 'unknown'
  return holds(isAtOrBelow(value, prefix))
}

function isAtHost(value: JsonValue, patterns: readonly string[]): Holds {
  const host = typeof value === 'string' ? hostOfUrl(value) : null
  if (host === null) return 'unknown'
  return holds(patterns.some((pattern) => matchesHost(host, pattern)))
}
