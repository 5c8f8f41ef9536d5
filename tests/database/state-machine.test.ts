import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalMachine } from '../../server/approvals/approvals.ts'
import { bulkPurchaseMachine, bulkRowMachine } from '../../server/bulk/store.ts'
import { campaignMachine, campaignRecipientMachine } from '../../server/campaigns/machine.ts'
import type { Edges, StateTable } from '../../server/database/state-machine.ts'
import { paymentRequestMachine } from '../../server/payment-requests/index.ts'
import { disputeResponseMachine } from '../../server/payments/dispute-response.ts'
import { paymentMachine, refundMachine } from '../../server/payments/index.ts'
import { orderMachine } from '../../server/purchase/index.ts'
import { scheduleMachine, scheduleRunMachine } from '../../server/schedules/store.ts'
import { attemptMachine } from '../../server/vending/index.ts'
import { depositMachine, virtualAccountMachine } from '../../server/virtual-accounts/index.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

/** Every table with a state machine. */
const machines: Record<StateTable, { readonly edges: Edges }> = {
  orders: orderMachine,
  payments: paymentMachine,
  attempts: attemptMachine,
  refunds: refundMachine,
  virtual_accounts: virtualAccountMachine,
  deposits: depositMachine,
  bulk_purchases: bulkPurchaseMachine,
  bulk_rows: bulkRowMachine,
  schedules: scheduleMachine,
  schedule_runs: scheduleRunMachine,
  approvals: approvalMachine,
  payment_requests: paymentRequestMachine,
  dispute_responses: disputeResponseMachine,
  campaigns: campaignMachine,
  campaign_recipients: campaignRecipientMachine,
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

/** A quoted order. */
const quote = async () => {
  const { data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  return app.orderRow(data.order_reference)
}

test.each(Object.entries(machines))(
  'the states of %s change along each edge, by its events',
  (table, machine) => {
    const updateSql = (from: string, to: string, event: string) =>
      (machine as typeof orderMachine)
        .transitionWhere(
          app.db.q,
          from as 'quoted',
          to as 'awaiting_payment',
          {},
          { event: event as 'customer.payment_started' },
        )
        .compile().sql
    const states = Object.keys(machine.edges)
    for (const from of states) {
      for (const to of states) {
        for (const event of machine.edges[from]?.[to] ?? []) {
          expect(event).toMatch(/^[a-z]+\.[a-z_]+$/)
          expect(updateSql(from, to, event)).toBe(`update "${table}" set "state" = $1 where "state" in ($2)`)
        }
        expect(() => updateSql(from, to, 'test.unknown')).toThrow(
          `${table}: test.unknown does not change ${from} to ${to}`,
        )
      }
    }
  },
)

test('a transition changes the state and the columns of its patch, and increments the version', async () => {
  const order = await quote()
  if (order.state !== 'quoted') throw new Error('The order is not quoted')
  const updatedOrder = await app.db.inTransaction((tx) =>
    orderMachine.transition(
      tx,
      order,
      'awaiting_payment',
      { email: 'ada@example.com' },
      {
        event: 'customer.payment_started',
      },
    ),
  )
  expect(updatedOrder).toEqual({
    ...order,
    state: 'awaiting_payment',
    email: 'ada@example.com',
    version: order.version + 1,
    state_since: expect.any(Date),
  })
  expect(updatedOrder.state_since.getTime()).toBeGreaterThan(order.state_since.getTime())
})

test('a transition of an order whose state another worker changed is rejected, and tryTransition returns undefined', async () => {
  const order = { ...(await quote()), state: 'awaiting_payment' as const }
  const event = { event: 'clock.expired' } as const
  await expect(
    app.db.inTransaction((tx) => orderMachine.transition(tx, order, 'expired', {}, event)),
  ).rejects.toThrow(`orders: ${order.id} is no longer awaiting_payment`)
  expect(await orderMachine.tryTransition(app.db.q, order, 'expired', {}, event)).toBeUndefined()
})

test('a misspelt state, an event of another transition, an unknown column and a state in an update do not compile', async () => {
  const paid = { ...(await quote()), state: 'paid' as const }
  const event = { event: 'engine.vend_started' } as const
  const { q } = app.db
  const invalidTransitions = [
    // @ts-expect-error no such state
    () => orderMachine.tryTransition(q, paid, 'delivrd', {}, event),
    // @ts-expect-error not a next state of a paid order
    () => orderMachine.tryTransition(q, paid, 'delivered', {}, event),
    // @ts-expect-error an event of another transition
    () => orderMachine.tryTransition(q, paid, 'vending', {}, { event: 'vendor.delivered' }),
  ]
  for (const change of invalidTransitions) await expect(change()).rejects.toThrow('does not change paid to')
  const patches = () => [
    // @ts-expect-error no such column
    orderMachine.tryTransition(q, paid, 'vending', { no_such_column: 1 }, event),
    // @ts-expect-error the state is an argument, not a column of the patch
    orderMachine.tryTransition(q, paid, 'vending', { state: 'delivered' }, event),
    // @ts-expect-error the database counts versions
    orderMachine.tryTransition(q, paid, 'vending', { version: 3 }, event),
    // @ts-expect-error only the state machine changes a state
    q.updateTable('orders').set({ state: 'delivered' }),
  ]
  expect(patches).toBeTypeOf('function')
})
