import { isPlainPath } from './path-prefix.ts'
import { isPointer } from './pointer.ts'
import { type Members, type Reader, readList, readMembers, refuse } from './read-member.ts'
import type { ArgumentCondition, Scalar } from './rule.ts'
import { isHostPattern } from './url-host.ts'

/** Reads one condition on an argument; an operation that is not known is refused. */
export const readCondition: Reader<ArgumentCondition> = (value, place) => {
  const members = readMembers(value, place, ['at', 'op', 'value'])
  const at = members.required('at', readPointer)
  const op = members.required('op', readOp)
  return Object.freeze({ at, ...readTest(op, members) })
}

const OPS = [
  'absent',
  'present',
  'eq',
  'in',
  'lte',
  'gte',
  'lenLte',
  'prefixPath',
  'hostIn',
] as const satisfies readonly ArgumentCondition['op'][]

type Op = ArgumentCondition['op']
type Test = ArgumentCondition extends infer C ? (C extends unknown ? Omit<C, 'at'> : never) : never

function readTest(op: Op, members: Members): Test {
  switch (op) {
    case 'absent':
    case 'present':
      members.forbidden('value')
      return { op }
    case 'eq':
      return { op, value: members.required('value', readScalar) }
    case 'in':
      return { op, value: members.required('value', readScalars) }
    case 'lte':
    case 'gte':
    case 'lenLte':
      return { op, value: members.required('value', readNumber) }
    case 'prefixPath':
      return { op, value: members.required('value', readPath) }
    case 'hostIn':
      return { op, value: members.required('value', readMany(readHost)) }
  }
}

const readOp: Reader<Op> = (value, place) => OPS.find((op) => op === value) ?? refuse(place)

const readPointer: Reader<string> = (value, place) =>
  typeof value === 'string' && isPointer(value) ? value : refuse(place)

const readNumber: Reader<number> = (value, place) =>
  typeof value === 'number' && Number.isFinite(value) ? value : refuse(place)

const readScalar: Reader<Scalar> = (value, place) => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return readNumber(value, place)
}

const readScalars: Reader<readonly Scalar[]> = (value, place) => {
  const list = readMany(readScalar)(value, place)
  const types = new Set(list.map((one) => (one === null ? 'null' : typeof one)))
  return types.size === 1 ? list : refuse(place)
}

const readPath: Reader<string> = (value, place) =>
  typeof value === 'string' && value !== '' && isPlainPath(value) ? value : refuse(place)

const readHost: Reader<string> = (value, place) =>
  typeof value === 'string' && isHostPattern(value) ? value : refuse(place)

function readMany<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value, place) => {
    const list = readList(value, place, read)
    return list.length === 0 ? refuse(place) : list
  }
}
