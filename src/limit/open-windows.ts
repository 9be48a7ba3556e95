/** A window that is counted in. */
export interface OpenWindow {
  count: number
  /** Epoch ms. */
  readonly endsAt: number
}

/** Windows of one length, by name. They end in the order in which they were opened, so that those that ended stand in front. */
export class OpenWindows {
  readonly #perMs: number
  readonly #windows = new Map<string, OpenWindow>()

  constructor(perMs: number) {
    this.#perMs = perMs
  }

  /** How many are held, of which some may have ended. */
  get size(): number {
    return this.#windows.size
  }

  /** The open window of a name, or a new one. */
  at(name: string, at: number): OpenWindow {
    const open = this.#windows.get(name)
    if (open !== undefined && at < open.endsAt) return open
    this.#dropEnded(at)
    const window = { count: 0, endsAt: at + this.#perMs }
    this.#windows.set(name, window)
    return window
  }

  #dropEnded(at: number): void {
    for (const [name, { endsAt }] of this.#windows) {
      if (at < endsAt) return
      this.#windows.delete(name)
    }
  }
}
