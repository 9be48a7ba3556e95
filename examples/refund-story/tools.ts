import * as z from 'zod'
import { defineTool, type Tool, ToolError } from '../../src/index.ts'
import type { Orders } from './orders.ts'

/** The two tools of the shop, for one run of the story. */
export function shopTools(orders: Orders, run: number): readonly Tool[] {
  const owns = (orderId: string, user: string): boolean =>
    orders.find(run, orderId)?.customer === user

  const lookUpOrder = defineTool({
    name: 'look_up_order',
    description: 'Looks up an order of the customer.',
    input: z.strictObject({ order_id: z.string() }),
    output: z.strictObject({ order_id: z.string(), total_cents: z.int() }),
    effect: 'read',
    authorize: ({ caller, args }) => owns(args.order_id, caller.user),
    execute: ({ args }) => {
      const order = orders.find(run, args.order_id)
      if (order === null) throw new ToolError('There is no such order.')
      return { order_id: order.order_id, total_cents: order.total_cents }
    },
  })

  const refundOrder = defineTool({
    name: 'refund_order',
    description: 'Refunds part or all of an order.',
    input: z.strictObject({
      order_id: z.string(),
      amount_cents: z.int().positive(),
      // The schema lets a model say it. Nothing ever reads it: a model cannot consent for a person.
      confirm: z.boolean().optional(),
    }),
    output: z.strictObject({ refund_id: z.string() }),
    effect: 'irreversible',
    authorize: ({ caller, args }) => owns(args.order_id, caller.user),
    limit: { calls: 100, perMs: 60_000 },
    timeoutMs: 2_000,
    show: (args) => [
      { label: 'order', value: args.order_id },
      { label: 'amount', value: euros(args.amount_cents) },
    ],
    // The shop keeps the key, so an attempt whose end a crash has hidden can be made again without a second refund.
    idempotent: true,
    execute: ({ args, idempotencyKey }) => {
      const { refund_id } = orders.refund(run, idempotencyKey, args.order_id, args.amount_cents)
      return { refund_id }
    },
    probe: async ({ idempotencyKey }) => {
      const made = orders.findRefund(idempotencyKey)
      return made === null
        ? { executed: 'no' }
        : { executed: 'yes', result: { refund_id: made.refund_id } }
    },
  })

  return [lookUpOrder, refundOrder]
}

/** An amount as a person reads it. */
export function euros(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`
}
