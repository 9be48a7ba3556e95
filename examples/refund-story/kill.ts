import type { Ledger } from '../../src/index.ts'
import { wrapLedger } from '../../src/testing/wrap-ledger.ts'

const POINT = /^(before|after) (claim|request|decide|begin|settle|append) ([1-9]\d*)$/

/**
 * The ledger, but this process dies as by `kill -9` before or after one of its writes: `after begin 2` is after the second
 * `begin`. Throws for any other text.
 */
export function killAtWrite(ledger: Ledger, point: string): Ledger {
  const [, side, write, count] = POINT.exec(point) ?? []
  if (count === undefined) throw new Error(`TOOLNOTARY_DEMO_KILL_AT does not match ${POINT.source}`)
  let seen = 0
  const watch =
    <Input extends readonly unknown[], Result>(
      name: string,
      run: (...input: Input) => Promise<Result>,
    ) =>
    async (...input: Input): Promise<Result> => {
      if (name === write) seen += 1
      const isHere = name === write && seen === Number(count)
      if (isHere && side === 'before') await die()
      const result = await run(...input)
      if (isHere) await die()
      return result
    }
  return wrapLedger(ledger, {
    claim: watch('claim', (claim) => ledger.claim(claim)),
    request: watch('request', (request, audit) => ledger.request(request, audit)),
    decide: watch('decide', (approval, answer, audit) => ledger.decide(approval, answer, audit)),
    begin: watch('begin', (begin) => ledger.begin(begin)),
    settle: watch('settle', (settle) => ledger.settle(settle)),
    append: watch('append', (records) => ledger.append(records)),
  })
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  // Nothing after this line may happen, however late the signal comes.
  return new Promise(() => {})
}
