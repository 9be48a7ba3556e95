import type { Gate, ToolDescription } from '../core/gate.ts'
import { parseJson } from '../json/parse.ts'
import { plainJson } from '../json/plain.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { createWireNames, type NameRule } from './names.ts'
import type { NotStrict, Strict, StrictResult } from './strict/result.ts'

/** A tool as one provider is offered it. */
export interface OfferedTool {
  readonly tool: ToolDescription
  /** The provider's name of it. */
  readonly wireName: string
  /** The schema that the provider is sent: the strict one where there is one, else the original. */
  readonly schema: JsonObject
  /** Whether the provider enforces the schema, what it does not enforce, and why not. */
  readonly strictness: StrictResult
}

/** The tools of a gate as one provider is offered them, and the way back. */
export interface Offer {
  readonly tools: readonly OfferedTool[]
  /** A call in the gate's words: its name of the tool, and the arguments without the nulls that our schema asked for. */
  receive(wireName: string, args: unknown): { readonly name: string; readonly arguments: unknown }
}

/** How a provider's strict mode takes the schemas of one request. */
export type StrictPlan = (schemas: readonly JsonObject[]) => readonly StrictResult[]

/** Makes the offers of one provider; what was offered for a list of tools is remembered as long as the list lives. */
export function createOffers(
  rule: NameRule,
  plan: StrictPlan,
): (gate: Pick<Gate, 'tools'>) => Offer {
  const made = new WeakMap<readonly ToolDescription[], Offer>()
  return ({ tools }) => {
    const offer = made.get(tools) ?? createOffer(tools, rule, plan)
    made.set(tools, offer)
    return offer
  }
}

function createOffer(tools: readonly ToolDescription[], rule: NameRule, plan: StrictPlan): Offer {
  const names = createWireNames(tools, rule)
  const results = plan(tools.map(({ input }) => input))
  const offered = tools.map((tool, index): OfferedTool => {
    const strictness = results[index] ?? NOT_PLANNED
    const schema = strictness.strict ? strictness.schema : tool.input
    return { tool, wireName: names.toWire(tool.name), schema, strictness }
  })
  const byWireName = new Map(offered.map((each) => [each.wireName, each]))
  return {
    tools: offered,
    receive: (wireName, args) => {
      const { strictness } = byWireName.get(wireName) ?? {}
      const restored = strictness?.strict === true ? restore(strictness.restore, args) : args
      return { name: names.fromWire(wireName), arguments: restored }
    },
  }
}

const NOT_PLANNED: StrictResult = Object.freeze({ strict: false, reasons: [] })

/** Arguments that are not strict JSON go on as they came, for the gate to refuse and record. */
function restore(undo: (args: JsonValue) => JsonValue, args: unknown): unknown {
  const read = typeof args === 'string' ? parseJson(args) : plainJson(args)
  return read.ok ? undo(read.value) : args
}

/** What the provider will and will not enforce of one tool. */
export interface StrictReport {
  readonly tool: string
  readonly strictness: Omit<Strict, 'schema' | 'restore'> | NotStrict
}

/** One report a tool, in the order of the tools. */
export function reportOf(offer: Offer): readonly StrictReport[] {
  return offer.tools.map(({ tool, strictness }) => {
    if (!strictness.strict) return { tool: tool.name, strictness }
    const { schema: _schema, restore: _restore, ...report } = strictness
    return { tool: tool.name, strictness: report }
  })
}
