import type { ChangeKind } from '../core/sanitizer.ts'
import type { HiddenCounts, HiddenKind } from '../text/classes.ts'
import { stripText } from '../text/strip.ts'
import type { AllowsUrl } from './allowed-hosts.ts'
import { makeLinksInert, mayHoldLink } from './links.ts'
import type { RedactSecrets } from './secrets.ts'
import type { Tally } from './tally.ts'

/** What the layers are configured with. */
export interface Layers {
  readonly allowsUrl: AllowsUrl
  readonly redactSecrets: RedactSecrets
}

/**
 * Cleans a text that a model will read. The order is a security property: hidden characters may cut a secret or a link in
 * two, a link made inert may no longer look like the secret it holds, and a placeholder may turn what follows it into a
 * link.
 */
export function cleanText(text: string, layers: Layers, tally: Tally): string {
  const stripped = stripText(text)
  for (const [kind, count] of hiddenEntries(stripped.removed)) {
    tally.add(changeOf(kind), `text/${kind}`, count)
  }
  const redacted = layers.redactSecrets(stripped.text)
  for (const rule of redacted.rules) tally.add('secret', `secrets/${rule}`, 1)
  if (!mayHoldLink(redacted.text)) return redacted.text
  const inert = makeLinksInert(redacted.text, layers.allowsUrl)
  tally.add('link', 'links/destination', inert.destinations)
  tally.add('link', 'links/url', inert.urls)
  tally.add('link', 'links/reference', inert.references)
  return inert.text
}

/** The counts of what a text hides, with the types of their keys. */
export function hiddenEntries(counts: HiddenCounts): readonly (readonly [HiddenKind, number])[] {
  return Object.entries(counts) as readonly (readonly [HiddenKind, number])[]
}

function changeOf(kind: HiddenKind): ChangeKind {
  return kind === 'control' || kind === 'terminal_escape' ? 'control' : 'invisible'
}
