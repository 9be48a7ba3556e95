/** Those who wait for news of an operation in this process. */
export class Waiters {
  readonly #waiting = new Map<string, Set<() => void>>()

  /** How many operations somebody waits for. */
  get size(): number {
    return this.#waiting.size
  }

  /** Resolves at the next news of the operation, or when the signal aborts. */
  wait(operation: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(operation) ?? new Set()
      const finish = (): void => {
        signal.removeEventListener('abort', finish)
        waiting.delete(finish)
        if (waiting.size === 0) this.#waiting.delete(operation)
        resolve()
      }
      waiting.add(finish)
      this.#waiting.set(operation, waiting)
      signal.addEventListener('abort', finish, { once: true })
    })
  }

  /** Wakes those who wait for one operation. */
  wake(operation: string): void {
    for (const finish of [...(this.#waiting.get(operation) ?? [])]) finish()
  }

  /** Wakes everybody. */
  wakeAll(): void {
    for (const operation of [...this.#waiting.keys()]) this.wake(operation)
  }
}
