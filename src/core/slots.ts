import type { Clock } from './ports.ts'

/** Gives a slot back; further calls do nothing. */
export type Release = () => void

/** What waiting for a slot came to. */
export type SlotAnswer =
  | { readonly kind: 'taken'; readonly release: Release }
  | { readonly kind: 'full' }
  | { readonly kind: 'cancelled' | 'timed_out' }

interface Waiter {
  readonly give: () => void
}

/**
 * The running and waiting places of one tool. A slot is held until the handler has really settled, not until we stop
 * waiting for it: else handlers that hang would pile up without bound.
 */
export class Slots {
  readonly #running: number
  readonly #waiting: number
  readonly #queue = new Set<Waiter>()
  #taken = 0

  constructor(limits: { readonly running: number; readonly waiting: number }) {
    this.#running = limits.running
    this.#waiting = limits.waiting
  }

  /** Takes a slot, waiting in line while there is room to wait. */
  take(
    clock: Clock,
    signal: AbortSignal | null,
    deadlineAt: number,
  ): SlotAnswer | Promise<SlotAnswer> {
    if (this.#taken < this.#running) {
      this.#taken += 1
      return { kind: 'taken', release: this.#release() }
    }
    if (this.#queue.size >= this.#waiting) return { kind: 'full' }
    return this.#wait(clock, signal, deadlineAt)
  }

  #wait(clock: Clock, signal: AbortSignal | null, deadlineAt: number): Promise<SlotAnswer> {
    if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' })
    return new Promise((resolve) => {
      const finish = (answer: SlotAnswer): void => {
        stop()
        signal?.removeEventListener('abort', onAbort)
        this.#queue.delete(waiter)
        resolve(answer)
      }
      const waiter = { give: () => finish({ kind: 'taken', release: this.#release() }) }
      const onAbort = (): void => finish({ kind: 'cancelled' })
      const stop = clock.after(Math.max(0, deadlineAt - clock.now()), () =>
        finish({ kind: 'timed_out' }),
      )
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#queue.add(waiter)
    })
  }

  #release(): Release {
    let held = true
    return () => {
      if (!held) return
      held = false
      const [next] = this.#queue
      // The slot passes to the next in line without being free in between, so nobody can overtake.
      if (next === undefined) this.#taken -= 1
      else next.give()
    }
  }
}
