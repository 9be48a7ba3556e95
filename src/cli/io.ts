/** All that a command sees of the world around it. */
export interface Io {
  /** Writes to the standard output; resolves when there is room for more. */
  readonly out: (text: string) => Promise<void>
  /** Writes to the standard error output. */
  readonly err: (text: string) => void
  /** Whether the standard output is a terminal that shows colour. */
  readonly color: boolean
  /** Epoch ms. */
  readonly now: () => number
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal
}

/** What a command tells the shell. */
export type ExitStatus = 0 | 1 | 2 | 3 | 130
