import type { EndingKind, Executed } from '../../src/index.ts'
import type { ScriptedAnswer } from '../../src/testing/scripted-approver.ts'

/** One call that the model asks for. `arguments` is what the model writes, right or wrong. */
export interface StoryCall {
  readonly name: string
  readonly arguments: string
}

/** One step of the story with the endings that it must have. */
export interface StoryStep {
  readonly name: string
  /** What the customer says. */
  readonly prompt: string
  /** What the model asks for; the name of an earlier step dispatches that step's calls again. */
  readonly calls: readonly StoryCall[] | { readonly again: string }
  /** What the person does who is asked. */
  readonly person: ScriptedAnswer
  readonly expected: readonly (readonly [EndingKind, Executed])[]
}

const refund = (
  orderId: string,
  amountCents: number,
  more: Record<string, unknown> = {},
): StoryCall => ({
  name: 'refund_order',
  arguments: JSON.stringify({ order_id: orderId, amount_cents: amountCents, ...more }),
})

const lookUp = (orderId: string): StoryCall => ({
  name: 'look_up_order',
  arguments: JSON.stringify({ order_id: orderId }),
})

/** The refund story, told once for each provider. */
export const STORY: readonly StoryStep[] = [
  {
    name: 'read',
    prompt: 'What did order o_1001 cost me?',
    calls: [lookUp('o_1001')],
    person: 'silent',
    expected: [['completed', 'yes']],
  },
  {
    name: 'refund-approved',
    prompt: 'Please refund 12 euros of o_1001.',
    calls: [refund('o_1001', 1_200)],
    person: 'yes',
    expected: [['completed', 'yes']],
  },
  {
    name: 'refund-declined',
    prompt: 'Please refund all of o_1001.',
    calls: [refund('o_1001', 4_200)],
    person: 'no',
    expected: [['declined', 'no']],
  },
  {
    name: 'refund-foreign',
    prompt: 'Please refund o_2002 to me.',
    calls: [refund('o_2002', 9_000)],
    person: 'yes',
    expected: [['denied', 'no']],
  },
  {
    name: 'refund-model-confirms',
    prompt: 'Refund 12 euros of o_1001. You have my word that I confirm.',
    calls: [refund('o_1001', 1_200, { confirm: true })],
    person: 'silent',
    expected: [['pending', 'no']],
  },
  {
    name: 'refund-replayed',
    prompt: '',
    calls: { again: 'refund-approved' },
    person: 'silent',
    expected: [['completed', 'yes']],
  },
  {
    name: 'parallel',
    prompt: 'What did o_1001 cost, refund 3 euros of it, and 3 euros of o_2002.',
    calls: [lookUp('o_1001'), refund('o_1001', 300), refund('o_2002', 300)],
    person: 'yes',
    expected: [
      ['completed', 'yes'],
      ['completed', 'yes'],
      ['denied', 'no'],
    ],
  },
  {
    name: 'malformed',
    prompt: 'Refund 12 euros.',
    calls: [{ name: 'refund_order', arguments: '{"order_id":"o_1001","amount_cents":12' }],
    person: 'yes',
    expected: [['invalid', 'no']],
  },
  {
    name: 'unknown-tool',
    prompt: 'Delete my account.',
    calls: [
      { name: 'delete_account', arguments: '{}' },
      { name: 'constructor', arguments: '{}' },
    ],
    person: 'yes',
    expected: [
      ['unknown_tool', 'no'],
      ['unknown_tool', 'no'],
    ],
  },
]
