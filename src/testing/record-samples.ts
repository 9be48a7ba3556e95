import { base64url } from 'jose'
import type { Approval } from '../approval/record/approval.ts'
import type { ExpectedAction } from '../approval/record/checks.ts'
import { createKeyRing, type KeyRing, pinnedKeys } from '../approval/record/key-ring.ts'
import { createKeySigner } from '../approval/record/key-signer.ts'
import type { RecordType } from '../approval/record/open-record.ts'
import type { Receipt } from '../approval/record/receipt.ts'
import {
  actionDigest,
  argsDigest,
  recordDigest,
  shownDigest,
} from '../approval/record/record-digests.ts'
import type { Use } from '../approval/record/use.ts'
import type { ExpectedApproval } from '../approval/record/verify-approval.ts'
import type { ExpectedReceipt } from '../approval/record/verify-receipt.ts'
import type { ExpectedUse } from '../approval/record/verify-use.ts'
import type { Shown } from '../core/approver.ts'
import type { Signer, SigningAlgorithm } from '../core/signer.ts'
import { createNodeHasher } from '../platform/hasher.ts'

const hasher = createNodeHasher()

/** A key whose private half is public: it must never count anywhere but in a test. */
export interface TestKey {
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly jwk: Readonly<Record<string, string>>
}

/** One test key of each algorithm, and a second Ed25519 key that no ring of the samples knows. */
export const TEST_KEYS = {
  ed25519: {
    kid: 'test-ed25519',
    alg: 'Ed25519',
    jwk: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '1jq3MI6fuhLHSmBLJeRY3QmBEKcrpVF4ezL3cF0Aiqo',
      d: 'TlcEhgEKSba_2WiaScrLzn_M7c5Bg1vqUFWhWrLD2sU',
    },
  },
  es256: {
    kid: 'test-es256',
    alg: 'ES256',
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      x: 'yX4HsS8m3dC1Hi-FUFB-DU3QxpQyoSQuCZPnOxrRJqA',
      y: 'XVzl5WwbaEsvFYEwP38IHrFGT-CNaz0AaDXj5kJOnwU',
      d: '7pK7lXjJyWHUGnja0YOVqadb2bzk_5FwVskDx-nQA-s',
    },
  },
  stranger: {
    kid: 'test-stranger',
    alg: 'Ed25519',
    jwk: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: 'o2wa6qgMC6phjLvq0qa2lt0tiAg9ZXnhoj0Sr9imrX4',
      d: 'jPVAzjB_ah9Jowe2aDvvSdGUDSDPB5Hg5F8AJoh3b8w',
    },
  },
} as const satisfies Record<string, TestKey>

/** When the samples were made: epoch ms, a whole second. */
export const MADE_AT = Date.UTC(2026, 10, 30, 12)
const MADE = MADE_AT / 1000

const SALT = 'AAECAwQFBgcICQoLDA0ODw'
const ARGS = '{"amount_cents":2599,"order_id":"A-1001"}'
const SHOWN: Shown = {
  rows: [
    { label: 'Order', value: 'A-1001' },
    { label: 'Amount', value: '€ 25.99' },
  ],
  json: ARGS,
}

/** The approval service, the executor and the agent, as issuers of their records. */
export const ISSUERS = {
  service: 'https://approve.example',
  executor: 'https://pay.example/mcp',
  agent: 'support-bot',
} as const

const DIGESTS = {
  contract: `sha-256:${hasher.sha256('a contract')}`,
  policy: `sha-256:${hasher.sha256('a policy')}`,
  result: `sha-256:${hasher.sha256('a result')}`,
}

const ACTION = {
  kind: 'exact',
  srv: ISSUERS.executor,
  tool: 'refund_order',
  def: DIGESTS.contract,
  args: argsDigest(hasher, SALT, ARGS),
  op: 'op_8Jv1mE0cX2q7',
  cls: 'irreversible',
} as const

const BOUND = {
  v: 1,
  aud: ISSUERS.executor,
  sub: 'https://idp.example|u_123',
  tnt: 't_9',
  action: ACTION,
  shown: {
    tmpl: 'rows@1',
    loc: 'en',
    d: shownDigest(hasher, SALT, SHOWN),
    full: true,
    masked: [],
  },
} as const

/** An approval of one refund. */
export const APPROVAL: Approval = {
  ...BOUND,
  iss: ISSUERS.service,
  jti: 'apr_hC4q1n0pZr7Wm2sTt9Xv3A',
  iat: MADE,
  nbf: MADE,
  exp: MADE + 300,
  act: { sub: ISSUERS.agent },
  apr: {
    iss: 'https://idp.example',
    sub: 'u_123',
    auth_time: MADE - 20,
    lvl: 2,
    ch: 'page',
  },
  ah: actionDigest(hasher, BOUND),
  use: { max: 1 },
  pol: { id: 'pay', d: DIGESTS.policy },
  ep: { t: 4, u: 17, a: 2 },
}

const EXPECTED_ACTION: ExpectedAction = {
  server: ISSUERS.executor,
  tool: ACTION.tool,
  contract: ACTION.def,
  effect: ACTION.cls,
  operation: ACTION.op,
  args: ARGS,
  salt: SALT,
}

/** What a verifier of {@link APPROVAL} knows by itself. */
export const EXPECTED: ExpectedApproval = {
  issuer: ISSUERS.service,
  audience: ISSUERS.executor,
  tenant: BOUND.tnt,
  user: BOUND.sub,
  agent: ISSUERS.agent,
  action: EXPECTED_ACTION,
  shown: SHOWN,
  policy: { id: 'pay', digest: DIGESTS.policy },
  assurance: 2,
}

/** The use of an approval; its record is given as text. */
export function useOf(approval: string): Use {
  return {
    v: 1,
    iss: ISSUERS.agent,
    aud: ISSUERS.executor,
    tnt: BOUND.tnt,
    jti: 'use_Q8dYw6bN1kLr0Ee5Uu3ZzQ',
    iat: MADE + 10,
    exp: MADE + 60,
    gh: recordDigest(hasher, approval),
    action: ACTION,
  }
}

/** What a verifier of {@link useOf} knows by itself. */
export function expectedUseOf(approval: string): ExpectedUse {
  return {
    issuer: ISSUERS.agent,
    audience: ISSUERS.executor,
    tenant: BOUND.tnt,
    holder: hasher.sha256(`{"crv":"Ed25519","kty":"OKP","x":"${TEST_KEYS.ed25519.jwk.x}"}`),
    approval,
    action: EXPECTED_ACTION,
  }
}

/** The receipt of the refund that an approval allowed. */
export function receiptOf(approval: string): Receipt {
  return {
    v: 1,
    iss: ISSUERS.executor,
    sub: BOUND.sub,
    tnt: BOUND.tnt,
    jti: 'rct_T2gH7jKp4VxCq9Rn6SsBbA',
    iat: MADE + 13,
    act: { sub: ISSUERS.agent },
    action: ACTION,
    approval: recordDigest(hasher, approval),
    use: null,
    ending: 'completed',
    executed: 'yes',
    result: DIGESTS.result,
    began: MADE + 12,
    ended: MADE + 13,
  }
}

/** What a verifier of {@link receiptOf} expects. */
export function expectedReceiptOf(approval: string): ExpectedReceipt {
  return {
    issuer: ISSUERS.executor,
    tenant: BOUND.tnt,
    user: BOUND.sub,
    agent: ISSUERS.agent,
    action: EXPECTED_ACTION,
    args: ACTION.args,
    approval,
    use: null,
  }
}

/** A signer with a test key. */
export function signerOf({ kid, alg, jwk }: TestKey): Promise<Signer> {
  return createKeySigner({ kid, alg, jwk })
}

/** The public half of a test key. */
export function publicJwkOf({ jwk: { d: _, ...jwk } }: TestKey): Readonly<Record<string, string>> {
  return jwk
}

/** A JWK Set with the public half of test keys, each with more members where they are given. */
export function keySetOf(
  keys: readonly TestKey[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const members = keys.map((key) => ({
    ...publicJwkOf(key),
    kid: key.kid,
    alg: key.alg,
    use: 'sig',
    ...more,
  }))
  return JSON.stringify({ keys: members })
}

/** A ring in which both known test keys are keys of all three issuers. */
export function sampleRing(more: Readonly<Record<string, unknown>> = {}): KeyRing {
  const text = keySetOf([TEST_KEYS.ed25519, TEST_KEYS.es256], more)
  return createKeyRing(Object.values(ISSUERS).map((issuer) => [issuer, pinnedKeys(text, hasher)]))
}

/** Signs any header and payload text as they are: what a faulty or hostile issuer could sign. */
export async function signRaw(key: TestKey, header: string, payload: string): Promise<string> {
  const input = `${base64url.encode(header)}.${base64url.encode(payload)}`
  const signer = await signerOf(key)
  return `${input}.${base64url.encode(await signer.sign(new TextEncoder().encode(input)))}`
}

/** Signs a payload of any shape as one kind of record. */
export function signPayload(key: TestKey, typ: RecordType, payload: unknown): Promise<string> {
  const { alg, kid } = key
  return signRaw(key, JSON.stringify({ alg, kid, typ }), JSON.stringify(payload))
}
