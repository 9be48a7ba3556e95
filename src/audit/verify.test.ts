import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAIN_START, type ChainedEntry, chainEntry, entryHash } from '../core/audit-entry.ts'
import { createNodeHasher } from '../platform/hasher.ts'
import { sampleEntry } from '../testing/ledger-samples.ts'
import { verifyLog } from './verify.ts'

const hasher = createNodeHasher()

/** A whole log of some length; no two of its entries are alike. */
function logOf(length: number): readonly ChainedEntry[] {
  const log: ChainedEntry[] = []
  let head = { seq: 0, hash: CHAIN_START }
  for (let index = 0; index < length; index += 1) {
    const chained = chainEntry(hasher, head, sampleEntry({ tool: `tool_${index}` }))
    log.push(chained)
    head = chained
  }
  return log
}

async function* stream(log: readonly ChainedEntry[]): AsyncGenerator<ChainedEntry> {
  yield* log
}

const verify = (log: readonly ChainedEntry[]) => verifyLog(stream(log), hasher)

const broken = (problem: string, seq: number) => ({ kind: 'broken', problem, seq })

/** A log with the place of one entry in it, from the first to the last. */
const logAndPlace = fc
  .integer({ min: 2, max: 20 })
  .chain((length) => fc.tuple(fc.constant(logOf(length)), fc.integer({ min: 1, max: length })))

const logAndTwoPlaces = logAndPlace
  .filter(([log, place]) => place < log.length)
  .chain(([log, first]) =>
    fc.tuple(fc.constant(log), fc.constant(first), fc.integer({ min: first + 1, max: log.length })),
  )

const [{ text: TEXT } = { text: '' }] = logOf(1)
const OTHER_VERSION = TEXT.replace('"v":1', '"v":2')
const TEXT_AS_NUMBER = TEXT.replace('"seq":1', '"seq":"1"')

describe('a whole log', () => {
  it.each([0, 1, 2, 50])('of %i entries verifies, and gives its head', async (length) => {
    const last = logOf(length).at(-1)
    expect(await verify(logOf(length))).toEqual({
      kind: 'whole',
      head: { seq: length, hash: last?.hash ?? CHAIN_START },
    })
  })
})

describe('a log in which one thing was changed names the first bad record', () => {
  it('when a character of a text was edited', async () => {
    await fc.assert(
      fc.asyncProperty(logAndPlace, fc.nat(), fc.nat(), async ([log, place], at, by) => {
        const edited = editText(log, place, at, by)
        expect(await verify(edited)).toEqual(broken('edited', place))
      }),
    )
  })

  it.each(['hash', 'prev'] as const)('when its %s was edited', async (member) => {
    await fc.assert(
      fc.asyncProperty(logAndPlace, async ([log, place]) => {
        const edited = log.with(place - 1, { ...entryAt(log, place), [member]: 'sha-256:other' })
        expect(await verify(edited)).toEqual(broken('edited', place))
      }),
    )
  })

  it('when the number beside its text was edited', async () => {
    const log = logOf(3)
    const edited = log.with(1, { ...entryAt(log, 2), seq: 7 })
    expect(await verify(edited)).toEqual(broken('edited', 2))
  })

  it.each(['not json', '[]', 'null', '{"seq":1,"v":1}', OTHER_VERSION, TEXT_AS_NUMBER])(
    'when its text is not that of an entry, though it was hashed anew: %s',
    async (text) => {
      const [first] = logOf(1)
      const forged = { ...first, seq: 1, text, prev: CHAIN_START }
      const entries = [{ ...forged, hash: entryHash(hasher, CHAIN_START, text) }]
      expect(await verify(entries)).toEqual(broken('edited', 1))
    },
  )

  it('when it was edited and hashed anew: the next one gives it away', async () => {
    await fc.assert(
      fc.asyncProperty(
        logAndPlace.filter(([log, place]) => place < log.length),
        async ([log, place]) => {
          const before = { seq: place - 1, hash: log[place - 2]?.hash ?? CHAIN_START }
          const forged = chainEntry(hasher, before, sampleEntry({ tool: 'forged' }))
          expect(await verify(log.with(place - 1, forged))).toEqual(broken('edited', place))
        },
      ),
    )
  })

  it('when it was deleted, with the rows numbered anew or not', async () => {
    await fc.assert(
      fc.asyncProperty(logAndTwoPlaces, fc.boolean(), async ([log, place], renumber) => {
        const rest = log.toSpliced(place - 1, 1)
        const left = renumber ? rest.map((entry, index) => ({ ...entry, seq: index + 1 })) : rest
        expect(await verify(left)).toEqual(broken('missing', place))
      }),
    )
  })

  it('when two changed places', async () => {
    await fc.assert(
      fc.asyncProperty(logAndTwoPlaces, async ([log, first, second]) => {
        const swapped = log
          .with(first - 1, entryAt(log, second))
          .with(second - 1, entryAt(log, first))
        expect(await verify(swapped)).toEqual(broken('reordered', first))
      }),
    )
  })

  it('when it stands in the log twice', async () => {
    await fc.assert(
      fc.asyncProperty(logAndPlace, fc.nat(), async ([log, place], at) => {
        const twice = log.toSpliced(at % (log.length + 1), 0, entryAt(log, place))
        expect(await verify(twice)).toEqual(broken('duplicated', place))
      }),
    )
  })
})

describe('a log whose end was cut off', () => {
  it('verifies in itself, and does not against a head that was noted before', async () => {
    await fc.assert(
      fc.asyncProperty(logAndTwoPlaces, async ([log, cut]) => {
        const rest = log.slice(0, cut)
        expect(await verify(rest)).toMatchObject({ kind: 'whole', head: { seq: cut } })
        const checkpoint = entryAt(log, log.length)
        const checked = await verifyLog(stream(rest), hasher, checkpoint)
        expect(checked).toEqual(broken('missing', cut + 1))
      }),
    )
  })

  it('verifies against a head that was noted before the log grew', async () => {
    const log = logOf(9)
    for (const checkpoint of log) {
      expect(await verifyLog(stream(log), hasher, checkpoint)).toMatchObject({ kind: 'whole' })
    }
  })

  it('that was written anew does not verify against the noted head', async () => {
    const forged = logOf(4).slice(0, 2)
    for (let seq = 3; seq <= 9; seq += 1) {
      forged.push(chainEntry(hasher, entryAt(forged, seq - 1), sampleEntry({ tool: 'forged' })))
    }
    expect(await verify(forged)).toMatchObject({ kind: 'whole' })
    const checked = await verifyLog(stream(forged), hasher, entryAt(logOf(4), 4))
    expect(checked).toEqual(broken('edited', 4))
  })
})

function entryAt(log: readonly ChainedEntry[], place: number): ChainedEntry {
  const entry = log[place - 1]
  if (entry === undefined) throw new RangeError('no such place')
  return entry
}

function editText(
  log: readonly ChainedEntry[],
  place: number,
  at: number,
  by: number,
): readonly ChainedEntry[] {
  const entry = entryAt(log, place)
  const index = at % entry.text.length
  const code = entry.text.charCodeAt(index)
  // Another printable character, never the same one.
  const other = String.fromCharCode(32 + ((code - 32 + 1 + (by % 94)) % 95))
  const text = entry.text.slice(0, index) + other + entry.text.slice(index + 1)
  return log.with(place - 1, { ...entry, text })
}
