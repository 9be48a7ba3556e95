import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { countSecretShapes } from './secret-prefilter.ts'
import { findSecrets } from './secret-rules.ts'

/** A text without its secrets, and the rule that found each. */
export interface RedactedText {
  readonly text: string
  readonly rules: readonly string[]
}

/** Replaces secrets by placeholders. */
export type RedactSecrets = (text: string) => RedactedText

const TAG_LENGTH = 12
/** Beyond this many candidates the rules would block the process for seconds, which is what such a text is made for. */
const MOST_CHECKED = 1_000

/**
 * Creates a function that puts `[secret:<rule>:<tag>]` in the place of every secret that it finds. The tag is an HMAC of
 * the secret, so that a reader sees which secrets are equal. Without a key the tags are comparable in this process only.
 * A text with too many candidates to check is replaced as a whole, by the rule `unchecked`.
 */
export function createRedaction(key: Uint8Array = randomBytes(32)): RedactSecrets {
  // A key object, because with bytes Node imports the key again for each HMAC, at eight times the cost.
  const secretKey = createSecretKey(key)
  const tag = (secret: string): string =>
    createHmac('sha256', secretKey).update(secret).digest('hex').slice(0, TAG_LENGTH)
  return (text) => {
    const shapes = countSecretShapes(text, MOST_CHECKED)
    if (shapes === 0) return { text, rules: [] }
    const secrets =
      shapes < MOST_CHECKED
        ? findSecrets(text)
        : [{ rule: 'unchecked', start: 0, end: text.length }]
    let redacted = ''
    let done = 0
    const rules: string[] = []
    for (const { rule, start, end } of secrets) {
      redacted += `${text.slice(done, start)}[secret:${rule}:${tag(text.slice(start, end))}]`
      done = end
      rules.push(rule)
    }
    return { text: redacted + text.slice(done), rules }
  }
}
