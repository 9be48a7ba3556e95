import { hash } from 'node:crypto'
import type { ToolDescription } from '../core/gate.ts'

/** Which names a provider accepts for a function. */
export interface NameRule {
  readonly valid: RegExp
  /** Every character that no name may have. */
  readonly refused: RegExp
  readonly maxLength: number
  /** What a changed name begins with, where a name may not begin with every character. */
  readonly prefix: string
}

/** The rule of OpenAI and Anthropic. */
export const STRICT_NAMES: NameRule = Object.freeze({
  valid: /^[A-Za-z0-9_-]{1,64}$/,
  refused: /[^A-Za-z0-9_-]/g,
  maxLength: 64,
  prefix: '',
})

/** The rule of Gemini. */
export const GEMINI_NAMES: NameRule = Object.freeze({
  valid: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  refused: /[^A-Za-z0-9_.:-]/g,
  maxLength: 128,
  prefix: '_',
})

/** The names of a gate's tools as a provider sees them. */
export interface WireNames {
  /** The provider's name of a tool of the gate. */
  toWire(tool: string): string
  /** The gate's name; a name that was never offered comes back as it is, for the gate to judge and record. */
  fromWire(name: string): string
}

/**
 * Gives every tool a name that the provider accepts, no two the same. A name that fits stays as it is. Any other carries
 * a digest of the original, so that what a name means never depends on which other tools there are.
 */
export function createWireNames(tools: readonly ToolDescription[], rule: NameRule): WireNames {
  const names = tools.map(({ name }) => name)
  const toolOf = new Map(names.filter((name) => rule.valid.test(name)).map((name) => [name, name]))
  for (const name of names.filter((each) => !rule.valid.test(each))) {
    toolOf.set(changedName(name, rule, toolOf), name)
  }
  const wireOf = new Map([...toolOf].map(([wire, tool]) => [tool, wire]))
  return {
    toWire: (tool) => wireOf.get(tool) ?? tool,
    fromWire: (name) => toolOf.get(name) ?? name,
  }
}

const DIGEST_LENGTH = 8

function changedName(name: string, rule: NameRule, taken: ReadonlyMap<string, string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const digest = hash('sha256', `${attempt}:${name}`, 'base64url').slice(0, DIGEST_LENGTH)
    const changed = withDigest(name, digest, rule)
    if (!taken.has(changed)) return changed
  }
}

function withDigest(name: string, digest: string, rule: NameRule): string {
  const readable = `${rule.prefix}${name.replace(rule.refused, '_')}`
  return `${readable.slice(0, rule.maxLength - digest.length - 1)}_${digest}`
}
