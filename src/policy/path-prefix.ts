/**
 * Whether a text is a path whose components mean what they say: no `.`, `..` or empty component, no backslash and no
 * NUL. A `/` at the end is not a component.
 */
export function isPlainPath(text: string): boolean {
  if (text.includes('\\') || text.includes('\0')) return false
  return componentsOf(text).every((part, index) =>
    part === '' ? index === 0 && text.startsWith('/') : part !== '.' && part !== '..',
  )
}

/** Whether one plain path is another or lies below it, component by component: `/srv` is no prefix of `/srv2`. */
export function isAtOrBelow(path: string, prefix: string): boolean {
  const parts = componentsOf(path)
  return componentsOf(prefix).every((part, index) => part === parts[index])
}

function componentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/')
}
