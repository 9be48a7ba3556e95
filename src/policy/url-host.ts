const HIDDEN = /[\p{Cc}\p{Cf}\p{Z}\\]/u
const HTTP = /^https?:$/

/**
 * The host of an absolute http or https URL, in the form that `URL` gives it; null for everything else, and for what
 * another parser could read differently: white space, backslashes, user information and a dot at the end.
 */
export function hostOfUrl(text: string): string | null {
  if (HIDDEN.test(text)) return null
  const url = URL.parse(text)
  if (url === null || !HTTP.test(url.protocol)) return null
  if (url.username !== '' || url.password !== '' || !/^https?:\/\/[^/]/i.test(text)) return null
  return url.hostname.endsWith('.') ? null : url.hostname
}

/** Whether a text is a host in the form that `URL` gives it, or `*.` before one. */
export function isHostPattern(text: string): boolean {
  const host = text.startsWith('*.') ? text.slice(2) : text
  return !host.includes('*') && hostOfUrl(`https://${host}/`) === host
}

/** Whether a host matches a pattern: exactly, or below what stands after `*.`. */
export function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
