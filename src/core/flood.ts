import type { AuditEntry } from './audit-entry.ts'
import type { Clock } from './ports.ts'
import type { Stage } from './stage.ts'

const WINDOW_MS = 60_000
const SINGLE = 10
const MAX_SOURCES = 1_000

/** Stages whose endings cost a caller nothing: without a bound, garbage would fill the log. */
const EARLY: readonly Stage[] = ['receive', 'resolve', 'limit', 'validate']

interface Source {
  seen: number
  last: AuditEntry | null
}

/**
 * Bounds what endings before authorize add to the audit log: in each minute the first ten of a kind from a caller are
 * entries of their own, the rest is one entry with their count.
 */
export class Floods {
  readonly #clock: Clock
  readonly #write: (entries: readonly AuditEntry[]) => void
  readonly #sources = new Map<string, Source>()
  #cancel: (() => void) | null = null

  constructor(clock: Clock, write: (entries: readonly AuditEntry[]) => void) {
    this.#clock = clock
    this.#write = write
  }

  /** True when the entry was counted and must not be written by itself. */
  absorb(entry: AuditEntry): boolean {
    if (!EARLY.includes(entry.stage)) return false
    this.#cancel ??= this.#clock.after(WINDOW_MS, () => this.flush(), true)
    const source = this.#source(entry)
    source.seen += 1
    if (source.seen <= SINGLE) return false
    source.last = entry
    return true
  }

  /** Writes what was counted and starts a new minute. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    const entries = [...this.#sources.values()].flatMap(floodEntry)
    this.#sources.clear()
    if (entries.length > 0) this.#write(entries)
  }

  #source(entry: AuditEntry): Source {
    // The tool's name is left out: whoever floods chooses it. Sources beyond the bound share one count.
    const key = JSON.stringify([entry.tenant, entry.user, entry.agent, entry.ending])
    const bounded = this.#sources.has(key) || this.#sources.size < MAX_SOURCES ? key : ''
    const found = this.#sources.get(bounded) ?? { seen: 0, last: null }
    this.#sources.set(bounded, found)
    return found
  }
}

function floodEntry({ seen, last }: Source): AuditEntry[] {
  return last === null
    ? []
    : [{ ...last, event: 'flood', count: seen - SINGLE, args: null, operation: null }]
}
