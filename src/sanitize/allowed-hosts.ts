import { ToolnotaryError } from '../errors.ts'

const ENTRY = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
/**
 * Scheme, host and port, and then nothing but closing punctuation before the path. Whoever writes `ok.com"@evil.com` or
 * an ideographic full stop after the host hopes that we and a browser see different hosts: such a URL is not allowed.
 */
const PLAIN_URL = /^(?:https?:)?\/\/([a-z0-9.-]+)(?::\d{1,5})?["'()[\]{},;.!*`]*(?=[/?#\s<>]|$)/i
const LONGEST_AUTHORITY = 512

/** Says whether the URL at the start of a text leads to an allowed host. */
export type AllowsUrl = (text: string) => boolean

/**
 * Compiles a list of hosts, each exact or `*.suffix` (which does not stand for the suffix itself).
 * Throws `gate_option_invalid`.
 */
export function createAllowedHosts(hosts: readonly string[]): AllowsUrl {
  if (!hosts.every((host) => ENTRY.test(host))) {
    throw new ToolnotaryError('gate_option_invalid', { option: 'allowedHosts' })
  }
  const exact = new Set(hosts.filter((host) => !host.startsWith('*.')))
  const suffixes = hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1))
  if (hosts.length === 0) return () => false
  return (text) => {
    // One more than the longest, so that the end of a cut text is never taken for the end of a host.
    const found = PLAIN_URL.exec(text.slice(0, LONGEST_AUTHORITY + 1))
    if (found === null || found[0].length > LONGEST_AUTHORITY) return false
    const host = (found[1] ?? '').toLowerCase().replace(/\.+$/, '')
    return exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
  }
}
