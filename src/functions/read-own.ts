/**
 * A member of an untrusted object, read once: its own data and nothing else. Inherited members are not there, and a getter
 * is not run.
 */
export function readOwn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
