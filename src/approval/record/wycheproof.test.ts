import { existsSync, readFileSync } from 'node:fs'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import type { SigningAlgorithm } from '../../core/signer.ts'
import { createNodeHasher } from '../../platform/hasher.ts'
import { readCompact } from './compact-form.ts'
import { readHeader } from './header.ts'
import { type PublicKey, readKeySet } from './key-set.ts'
import { verifyCompact, verifySignature } from './signature.ts'

const folder = new URL('../../../../shared/corpora/wycheproof/', import.meta.url)
// The vectors lie beside the project, not in it.
const missing = !existsSync(folder)
const hasher = createNodeHasher()

interface Vector {
  readonly tcId: number
  readonly comment: string
  readonly result: 'valid' | 'invalid'
}

interface Group<V extends Vector> {
  readonly tests: readonly V[]
}

function readGroups<G>(file: string): readonly G[] {
  return missing ? [] : JSON.parse(readFileSync(new URL(file, folder), 'utf8')).testGroups
}

type RawVector = Vector & { readonly msg: string; readonly sig: string }
type RawGroup = Group<RawVector> & {
  readonly publicKeyJwk?: JWK
  readonly publicKey: { readonly uncompressed: string }
}

/** Some groups of P-256 give the point only. */
function jwkOf({ publicKeyJwk, publicKey }: RawGroup): JWK {
  if (publicKeyJwk !== undefined) return publicKeyJwk
  const point = Buffer.from(publicKey.uncompressed, 'hex')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
}

/** How many vectors of raw signatures end as they should, and the numbers of those that do not. */
async function verifyRaw(
  file: string,
  alg: SigningAlgorithm,
): Promise<{ wrong: number[]; valid: number; invalid: number }> {
  const found = { wrong: [] as number[], valid: 0, invalid: 0 }
  for (const group of readGroups<RawGroup>(file)) {
    const key = (await importJWK(jwkOf(group), alg)) as CryptoKey
    for (const { tcId, msg, sig, result } of group.tests) {
      const accepted = await verifySignature(
        alg,
        key,
        Buffer.from(msg, 'hex'),
        Buffer.from(sig, 'hex'),
      )
      if (accepted !== (result === 'valid')) found.wrong.push(tcId)
      found[result] += 1
    }
  }
  return found
}

describe.skipIf(missing)('signatures of Wycheproof', () => {
  it.each([
    { file: 'ed25519_test.json', alg: 'Ed25519', valid: 88, invalid: 63 },
    { file: 'ecdsa_secp256r1_sha256_p1363_test.json', alg: 'ES256', valid: 173, invalid: 89 },
  ] as const)(
    '$alg: $valid valid and $invalid invalid ones are told apart',
    async ({ file, alg, valid, invalid }) => {
      expect(await verifyRaw(file, alg)).toEqual({ wrong: [], valid, invalid })
    },
  )
})

type TokenVector = Vector & { readonly jws: unknown }
type TokenGroup = Group<TokenVector> & {
  readonly public?: JWK
  readonly private?: JWK
  readonly comment: string
}
type KeySetGroup = Group<TokenVector> & {
  readonly public?: { readonly keys: readonly JWK[] }
  readonly private?: { readonly keys: readonly JWK[] }
}

type Ending = 'form' | 'header' | 'key' | 'signature' | 'accepted'

/** Our own steps, but for `typ`, which these tokens do not have. */
async function endingOf(jws: unknown, keySet: string): Promise<Ending> {
  const compact = readCompact(jws)
  if (compact === null) return 'form'
  const header = readHeader(compact.header)
  if (header === null) return 'header'
  const key = findKey(keySet, header.kid)
  if (key === null || key.alg !== header.alg) return 'key'
  const opened = await key.open().catch(() => null)
  return opened !== null && (await verifyCompact(key.alg, opened, compact))
    ? 'accepted'
    : 'signature'
}

function findKey(keySet: string, kid: string): PublicKey | null {
  try {
    return readKeySet(keySet, hasher).get(kid) ?? null
  } catch {
    return null
  }
}

async function endingsOf<G extends Group<TokenVector>>(
  groups: readonly G[],
  keySetOf: (group: G) => string,
): Promise<readonly (TokenVector & { readonly ending: Ending })[]> {
  return Promise.all(
    groups.flatMap((group) =>
      group.tests.map(async (vector) => ({
        ...vector,
        ending: await endingOf(vector.jws, keySetOf(group)),
      })),
    ),
  )
}

function countEndings(
  vectors: readonly { readonly ending: Ending }[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...Map.groupBy(vectors, ({ ending }) => ending)].map(([ending, of]) => [ending, of.length]),
  )
}

describe.skipIf(missing)('tokens of Wycheproof', async () => {
  const groups = readGroups<TokenGroup>('json_web_signature_test.json')
  const vectors = await endingsOf(groups, (group) =>
    JSON.stringify({ keys: [group.public ?? group.private] }),
  )
  const invalid = vectors.filter(({ result }) => result === 'invalid')
  const valid = vectors.filter(({ result }) => result === 'valid')

  it('that are invalid are refused, all of them', () => {
    expect(invalid.filter(({ ending }) => ending === 'accepted')).toEqual([])
    expect(invalid).toHaveLength(355)
  })

  it('that are valid are accepted when they are of an algorithm of ours', () => {
    const accepted = valid.filter(({ ending }) => ending === 'accepted')
    expect(accepted.map(({ tcId }) => tcId)).toEqual([18, 378])
    expect(valid).toHaveLength(46)
  })

  it.each([
    { why: 'their payload is empty', ending: 'form', numbers: [259, 264, 268, 272, 320, 325] },
    { why: 'a character of no alphabet stands in them', ending: 'form', numbers: [372, 373] },
  ])('that are valid are refused when $why', ({ ending, numbers }) => {
    expect(
      valid.filter(({ tcId }) => numbers.includes(tcId)).map((vector) => vector.ending),
    ).toEqual(numbers.map(() => ending))
  })

  it('end at these steps; every other valid one is of an algorithm that is not ours', () => {
    expect({ invalid: countEndings(invalid), valid: countEndings(valid) }).toEqual({
      invalid: { form: 47, header: 280, key: 3, signature: 25 },
      valid: { form: 8, header: 36, accepted: 2 },
    })
  })

  // The two others that a lenient verifier accepts, 367 and 370, have the very text of 357, which is valid.
  it.each([360, 365, 368, 375])(
    'with number %s are refused for their form, whatever signed them',
    (number) => {
      expect(vectors.find(({ tcId }) => tcId === number)).toMatchObject({
        result: 'invalid',
        ending: 'form',
      })
    },
  )
})

describe.skipIf(missing)('key sets of Wycheproof', async () => {
  const groups = readGroups<KeySetGroup>('json_web_key_test.json')
  const vectors = await endingsOf(groups, (group) => JSON.stringify(group.public ?? group.private))

  it('make nothing invalid count', () => {
    expect(
      vectors.filter(({ result, ending }) => result === 'invalid' && ending === 'accepted'),
    ).toEqual([])
    expect(vectors).toHaveLength(26)
  })

  it('end at these steps; the valid ones are of algorithms that are not ours', () => {
    const numbersOf = (result: Vector['result'], ending: Ending): readonly number[] =>
      vectors
        .filter((vector) => vector.result === result && vector.ending === ending)
        .map(({ tcId }) => tcId)
    expect(numbersOf('valid', 'header')).toEqual([2, 5, 13, 14, 15])
    expect(numbersOf('invalid', 'form')).toEqual([8, 9])
    expect(numbersOf('invalid', 'header')).toEqual([1, 3, 4, 6, 7, 10, 11, 12, 16, 17, 18, 25, 26])
    // Mismatched algorithm, use, curve and type; 22 is a point that is not on the curve.
    expect(numbersOf('invalid', 'key')).toEqual([19, 20, 21, 23, 24])
    expect(numbersOf('invalid', 'signature')).toEqual([22])
  })
})
