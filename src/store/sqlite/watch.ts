import type { Waiters } from '../../core/waiters.ts'

/** How often to look whether another process has written, while somebody waits. */
const LOOK_EVERY_MS = 50

/** Wakes whoever waits in this process when another process has written. Looks only while somebody waits. */
export class Watch {
  readonly #waiters: Waiters
  readonly #version: () => number
  #seen = 0
  #timer: NodeJS.Timeout | null = null

  constructor(waiters: Waiters, version: () => number) {
    this.#waiters = waiters
    this.#version = version
  }

  /** Starts to look. Call it before the look at the operation whose change is waited for. */
  start(): void {
    if (this.#timer !== null) return
    this.#seen = this.#version()
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
  }

  /** Stops to look. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }

  #look(): void {
    if (this.#waiters.size === 0) this.stop()
    else if (this.#hasChanged()) this.#waiters.wakeAll()
  }

  #hasChanged(): boolean {
    try {
      const version = this.#version()
      const changed = version !== this.#seen
      this.#seen = version
      return changed
    } catch {
      // Those who wait look again and meet the fault themselves.
      return true
    }
  }
}
