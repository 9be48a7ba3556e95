/** One thing to measure. */
export interface Case {
  readonly name: string
  /** How many calls are under way at once; 1 unless said. */
  readonly concurrency?: number
  /** Called before each round, untimed: a fresh subject, so that nothing grows from round to round. */
  readonly prepare?: () => void | Promise<void>
  readonly call: () => unknown
}

/** The medians over the rounds. */
export interface Measured {
  readonly name: string
  readonly concurrency: number
  /** CPU of this process, user and system, in µs for one call. */
  readonly cpuUs: number
  /** Wall time in µs for one call. */
  readonly wallUs: number
}

/** How long to measure. */
export interface Effort {
  readonly rounds: number
  /** CPU of each case in each round, roughly. */
  readonly sliceMs: number
  /** CPU of each case before the first round. */
  readonly warmMs: number
}

interface Sample {
  readonly cpuUs: number
  readonly wallUs: number
}

const SETTLE_CALLS = 64
const STEP_US = 20_000
/** A call that waits for the disk uses little CPU: no case takes longer than this many times its CPU. */
const MOST_WAIT = 4

/**
 * Runs all cases in each round, one after the other, and gives the medians: a neighbour on the machine then slows all of
 * them, not one.
 */
export async function measure(
  cases: readonly Case[],
  effort: Effort,
): Promise<readonly Measured[]> {
  const subjects: { readonly subject: Case; readonly calls: number; readonly samples: Sample[] }[] =
    []
  for (const subject of cases) {
    subjects.push({ subject, calls: await warmUp(subject, effort), samples: [] })
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { subject, calls, samples } of subjects) {
      await subject.prepare?.()
      await run(subject, Math.min(SETTLE_CALLS, calls))
      samples.push(await sample(subject, calls))
    }
  }
  return subjects.map(({ subject, samples }) => ({
    name: subject.name,
    concurrency: subject.concurrency ?? 1,
    cpuUs: median(samples.map(({ cpuUs }) => cpuUs)),
    wallUs: median(samples.map(({ wallUs }) => wallUs)),
  }))
}

/** The middle of a list of numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Returns how many calls fill a slice. Counts in CPU: on a busy machine wall time would end before the JIT has begun. */
async function warmUp(subject: Case, effort: Effort): Promise<number> {
  const { concurrency = 1 } = subject
  await subject.prepare?.()
  const giveUpAt = performance.now() + MOST_WAIT * effort.warmMs
  let calls = concurrency
  let cpuMs = 0
  let last: Sample
  do {
    last = await sample(subject, calls)
    cpuMs += (last.cpuUs * calls) / 1_000
    if (last.wallUs * calls < STEP_US) calls *= 2
  } while (cpuMs < effort.warmMs && performance.now() < giveUpAt)
  const sliceUs = effort.sliceMs * 1_000
  const fills = Math.min(sliceUs / last.cpuUs, (MOST_WAIT * sliceUs) / last.wallUs)
  return Math.max(concurrency, Math.ceil(fills))
}

async function sample(subject: Case, calls: number): Promise<Sample> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  await run(subject, calls)
  const { user, system } = process.cpuUsage(before)
  const wallMs = performance.now() - startedAt
  return { cpuUs: (user + system) / calls, wallUs: (wallMs * 1_000) / calls }
}

async function run({ call, concurrency = 1 }: Case, calls: number): Promise<void> {
  let left = calls
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, calls) }, worker))
}
