import type { Change, ChangeKind } from '../core/sanitizer.ts'

/** Counts changes by kind and detail. */
export class Tally {
  readonly #changes = new Map<string, Change>()

  /** Counts `count` more changes; none when it is 0. */
  add(kind: ChangeKind, detail: string, count: number): void {
    if (count === 0) return
    const key = `${kind} ${detail}`
    const before = this.#changes.get(key)?.count ?? 0
    this.#changes.set(key, Object.freeze({ kind, detail, count: before + count }))
  }

  /** The changes so far, in the order in which their kinds were first seen. */
  list(): readonly Change[] {
    return Object.freeze([...this.#changes.values()])
  }
}
