import { ToolnotaryError } from '../errors.ts'
import { type Assurance, isAssurance, stricterAssurance } from './assurance.ts'
import type { ValidatedCall } from './call.ts'
import type { Decision } from './decision.ts'
import { Ended, endUnavailable } from './ended.ts'
import type { GateContext } from './gate-context.ts'
import type { Trail } from './trail.ts'
import { within } from './within.ts'

/** That policy and the tool's own check let this call go on, perhaps only with a person's yes. Only `authorize` makes one. */
export interface AuthorizedCall {
  readonly call: ValidatedCall
  readonly rule: string
  /** The least assurance of the yes that is needed, or null where none is. */
  readonly ask: Assurance | null
}

/** Its private member is the proof: no cast and no copy has one, and it costs nothing to look for. */
class Authorized implements AuthorizedCall {
  readonly #made = true
  readonly call: ValidatedCall
  readonly rule: string
  readonly ask: Assurance | null

  constructor(call: ValidatedCall, rule: string, ask: Assurance | null) {
    this.call = call
    this.rule = rule
    this.ask = ask
    Object.freeze(this)
  }

  static has(value: AuthorizedCall): boolean {
    return #made in value
  }
}

/** Throws `proof_missing` for anything that did not come out of {@link authorize}, whatever its type says. */
export function assertAuthorized(value: AuthorizedCall): void {
  if (!Authorized.has(value)) throw new ToolnotaryError('proof_missing')
}

/** Policy rules, then the tool's own check. Denies by default: only an explicit permit or ask goes on. */
export async function authorize(
  gate: GateContext,
  trail: Trail,
  call: ValidatedCall,
): Promise<AuthorizedCall | Ended> {
  trail.stage = 'authorize'
  const { received, target, args } = call
  const decision = await within(gate, trail, 'policy_unavailable', () =>
    gate.policy.decide({
      tool: target.tool.name,
      effect: target.tool.effect,
      position: received.placement.position,
      caller: received.caller,
      args,
    }),
  )
  if (decision instanceof Ended) return decision
  trail.rule = decision.rule
  // `permit` and `ask` are named, so that a decision of any other kind, also of a newer one, denies.
  if (decision.kind !== 'permit' && decision.kind !== 'ask')
    return deny(decision.reason, decision.rule)
  // A minimum that is no assurance is a fault of the policy, and not a low minimum.
  if (decision.kind === 'ask' && !isAssurance(decision.assurance)) {
    return endUnavailable('authorize', 'policy_unavailable')
  }
  const verdict = await within(gate, trail, 'authorize_failed', () => ownCheck(trail, call))
  if (verdict instanceof Ended) return verdict
  const ask = verdictAsk(verdict)
  if (ask === 'deny') {
    trail.rule = OWN_RULE
    return deny('not_authorized', OWN_RULE)
  }
  return new Authorized(call, decision.rule, strictest(decision, ask))
}

const OWN_RULE = 'tool/authorize'

function deny(reason: 'policy_denied' | 'policy_no_match' | 'not_authorized', rule: string): Ended {
  return new Ended('authorize', { kind: 'denied', executed: 'no', reason, rule })
}

function ownCheck(trail: Trail, call: ValidatedCall): unknown {
  return call.target.tool.authorize({
    caller: call.received.caller,
    args: call.args,
    // Made only for the check that asks for it.
    get signal() {
      return trail.signal ?? new AbortController().signal
    },
  })
}

/** Only `true` permits and only a real assurance asks; no opinion is a no. */
function verdictAsk(verdict: unknown): Assurance | null | 'deny' {
  if (verdict === true) return null
  if (typeof verdict !== 'object' || verdict === null || !('ask' in verdict)) return 'deny'
  return isAssurance(verdict.ask) ? verdict.ask : 'deny'
}

function strictest(
  decision: Extract<Decision, { kind: 'permit' | 'ask' }>,
  ask: Assurance | null,
): Assurance | null {
  if (decision.kind === 'permit') return ask
  return ask === null ? decision.assurance : stricterAssurance(ask, decision.assurance)
}
