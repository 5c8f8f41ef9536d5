import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportedTicket } from '../../server/tickets/list.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import type { Review } from '../../shared/operations.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, countAuditEvents, createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
  await app.context.settings.change('vendor_pause_silent', 0)
  await app.context.settings.change('vendor_pause_bad_of_ten', 0)
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const stateOf = async (reference: string) => (await app.orderRow(reference)).state

/** An order with two successful payments. */
async function createOrderPaidTwice(): Promise<string> {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const first = await ada.initiatePayment(info)
  const second = await ada.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' })
  await ada.payAtCheckout(first.data.checkoutUrl)
  await eventually(async () =>
    (await pageOf(info.order_reference)).payments.some(({ status }) => status === 'paid'),
  )
  await ada.payAtCheckout(second.data.checkoutUrl)
  await app.runDueJobsUntil(async () => {
    const { payments } = await pageOf(info.order_reference)
    return payments.filter(({ refund }) => refund?.status === 'refunded').length === 1
  })
  return info.order_reference
}

/** A paid order whose vendor never responded. */
async function createOrderOfUnknownOutcome(): Promise<string> {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobsUntil(async () => {
    const { timeline } = await pageOf(info.order_reference)
    return timeline.some(({ message }) => message.endsWith(': unknown'))
  })
  return info.order_reference
}

test('an order that was paid twice shows both payments, marks the one that paid for it, and the refund of the other', async () => {
  const reference = await createOrderPaidTwice()
  const { payments, order } = await pageOf(reference)
  expect(payments).toHaveLength(2)
  const payingPayments = payments.filter((payment) => payment.pays_order)
  expect(payingPayments).toMatchObject([
    { status: 'paid', refund: null, amount: order.total_amount, reference: order.payment_reference },
  ])
  expect(payments.filter((payment) => !payment.pays_order)).toMatchObject([
    { status: 'paid', refund: { status: 'refunded', amount: order.total_amount, currency: 'NGN' } },
  ])
})

test('a disputed payment shows its newest dispute, with the deadline for evidence', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await eventually(async () => (await pageOf(reference)).payments.some(({ status }) => status === 'paid'))
  const { id } = await app.db.q
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.reference', '=', reference)
    .executeTakeFirstOrThrow()
  const addDispute = (values: { gateway_dispute_id: string; state: 'won' | 'open'; created_at: Date }) =>
    app.db.q
      .insertInto('disputes')
      .values({
        ...{ gateway: 'paystack', payment_id: id, amount_kobo: null },
        ...{ evidence_due_at: new Date('2026-01-02T10:00:00.000Z'), ...values },
      })
      .execute()
  expect((await pageOf(reference)).payments).toMatchObject([{ dispute: null }])
  await addDispute({ gateway_dispute_id: '771', state: 'open', created_at: new Date('2026-01-01') })
  await addDispute({ gateway_dispute_id: '770', state: 'won', created_at: new Date('2025-12-01') })
  expect((await pageOf(reference)).payments).toMatchObject([
    {
      dispute: {
        state: 'open',
        amount: info.total_amount,
        evidence_due_at: '2026-01-02T10:00:00.000Z',
        overdue: true,
      },
    },
  ])
})

test('an unpaid order has no paying payment', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  await guest.initiatePayment(info)
  expect((await pageOf(info.order_reference)).payments).toMatchObject([
    { status: 'pending', pays_order: false, refund: null },
  ])
})

test('the page of an order with an unknown outcome offers a requery, a delivery and a refund before the order enters the review queue', async () => {
  const reference = await createOrderOfUnknownOutcome()
  const { review, operations, order } = await pageOf(reference)
  expect(review).toBeNull()
  expect(operations).toMatchObject({
    allowed_actions: ['requery', 'deliver', 'refund'],
    unavailable_actions: [],
    refund_risk: { type: 'vendor_may_deliver' },
    refund_preview: {
      amount: order.total_amount,
      customer: order.customer_name ?? order.phone_number,
      method: 'gateway',
      gateway: order.payer,
    },
  })
  const body = {
    auth_pin: correctPin,
    reason: 'The vendor confirmed it on the telephone',
    evidence: { vendor_reference: 'VT-1', tokens: [{ kind: 'main', digits: '12345678901234567890' }] },
  }
  expect((await musa.post(`/management/orders/${reference}/deliver`, body)).httpStatus).toBe(200)
  const deliveredPage = await pageOf(reference)
  expect(deliveredPage).toMatchObject({
    order: { state: 'delivered' },
    operations: {
      allowed_actions: [],
      unavailable_actions: ['requery', 'deliver', 'refund'].map((action) => ({
        action,
        message: 'The order is delivered.',
      })),
      refund_preview: null,
    },
    delivery: { vendor_reference: 'VT-1', units: null },
    delivered_actions: ['show_codes', 'resend'],
  })
})

test('an order whose payment is disputed is not refunded, and its page shows the reason', async () => {
  const reference = await createOrderOfUnknownOutcome()
  const { id } = await app.db.q
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('orders.reference', '=', reference)
    .executeTakeFirstOrThrow()
  const dispute = { gateway: 'paystack', gateway_dispute_id: '880', payment_id: id, state: 'open' } as const
  await app.db.q
    .insertInto('disputes')
    .values({ ...dispute, amount_kobo: null, evidence_due_at: null })
    .execute()
  const message =
    "The payer's bank disputes the payment and may return the money itself. Wait for the outcome of the dispute."
  expect((await pageOf(reference)).operations).toMatchObject({
    allowed_actions: ['requery', 'deliver'],
    unavailable_actions: [{ action: 'refund', message }],
    refund_preview: null,
  })
  const refund = { auth_pin: correctPin, reason: 'No token' }
  expect(await musa.post(`/management/orders/${reference}/refund`, refund)).toMatchObject({
    ...{ httpStatus: 409, code: 'NOT_NOW', message },
  })
})

test('the page of an order shows when its refund needs a bank account', async () => {
  await app.injectFault('paystack', 'refund_needs_attention')
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await pageOf(info.order_reference)).needs_account)
  expect((await pageOf(info.order_reference)).money.message).toContain('Add a bank account')
})

test('the order page offers only the actions that the manager’s scopes cover', async () => {
  const reference = await createOrderOfUnknownOutcome()
  const support = await createTestManager(app, ['support'])
  const finance = await createTestManager(app, ['finance'])
  const pageFor = async (manager: TestUser) =>
    (await manager.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
  const message = 'Your scopes do not cover it.'
  expect((await pageFor(support)).operations).toMatchObject({
    allowed_actions: ['requery'],
    unavailable_actions: [
      { action: 'deliver', message },
      { action: 'refund', message },
    ],
  })
  expect((await pageFor(finance)).operations?.allowed_actions).toEqual(['refund'])
  await musa.post(`/management/orders/${reference}/deliver`, {
    auth_pin: correctPin,
    reason: 'The vendor confirmed it',
    evidence: { vendor_reference: 'VT-2', tokens: [{ kind: 'main', digits: '12345678901234567890' }] },
  })
  expect(await pageFor(support)).toMatchObject({
    delivered_actions: ['show_codes', 'resend'],
    goodwill_gateway_limit: null,
  })
  expect(await pageFor(finance)).toMatchObject({
    delivered_actions: [],
    goodwill_gateway_limit: expect.any(Number),
  })
})

test('the page of an unpaid order states that nothing can be refunded', async () => {
  const { data: info } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  expect((await pageOf(info.order_reference)).operations?.unavailable_actions).toEqual(
    ['requery', 'deliver', 'refund'].map((action) => ({ action, message: 'The order is not paid.' })),
  )
})

test('the refund of a wallet order names the wallet and the account holder', async () => {
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const reference = await ada.buy('power', { meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobsUntil(async () => (await pageOf(reference)).operations?.refund_risk != null)
  expect((await pageOf(reference)).operations?.refund_preview).toMatchObject({
    method: 'wallet',
    gateway: null,
    customer: 'Ada Okafor',
  })
})

test('a delivered order that is not in review offers neither a requery nor a refund', async () => {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await app.runDueJobsUntil(async () => (await stateOf(info.order_reference)) === 'delivered')
  const { operations, delivery } = await pageOf(info.order_reference)
  expect(operations?.allowed_actions).toEqual([])
  expect(delivery).toEqual({
    vendor_reference: expect.stringMatching(/./),
    units: expect.stringMatching(/^\d+(\.\d+)?$/),
  })
})

test('notes stay with the order, with author and time, and cannot be changed', async () => {
  const { data: info } = await app.createGuest().lookUpMeter()
  const add = (text: string, headers = {}) =>
    musa.post(`/management/orders/${info.order_reference}/notes`, { text }, headers)
  const key = { 'idempotency-key': 'note-once-00001' }
  expect(await add('Called the customer.', key)).toMatchObject({ httpStatus: 200, message: 'Note added.' })
  expect((await add('Called the customer.', key)).httpStatus).toBe(200)
  expect((await add('Waiting for the vendor.')).httpStatus).toBe(200)
  expect((await add('   ')).httpStatus).toBe(422)
  expect((await pageOf(info.order_reference)).notes).toMatchObject([
    { author: 'Musa Danjuma', text: 'Called the customer.', at: expect.stringMatching(/^20/) },
    { author: 'Musa Danjuma', text: 'Waiting for the vendor.' },
  ])
  await expect(sql`update order_notes set body = 'Something else'`.execute(app.db.q)).rejects.toThrow()
  expect(await countAuditEvents(app, 'order.note', info.order_reference)).toBe(2)
  expect((await musa.post('/management/orders/AAAAAAAAAAAA/notes', { text: 'Nothing' })).httpStatus).toBe(404)
})

test('a ticket of an order is found by its number, in any state', async () => {
  const guest = app.createGuest()
  const { data: info } = await guest.lookUpMeter()
  const ticket = await guest.postJson<{ number: string }>(`/orders/${info.order_reference}/report`, {
    message: 'I paid and got no token.',
  })
  const { number } = ticket.data
  expect((await pageOf(info.order_reference)).tickets).toEqual([{ number, state: 'open' }])
  await musa.post(`/management/tickets/${number}/close`, {})
  const { data } = await musa.get<{ list: ReportedTicket[] }>(`/management/tickets/all?number=${number}`)
  expect(data.list).toMatchObject([{ number, state: 'closed', order_reference: info.order_reference }])
})

test('orders on the second page of the review queue have the same reason and actions as on their own pages', async () => {
  const ada = await createUser(app)
  const lookups = await Promise.all(
    Array.from({ length: 53 }, (_, index) => ada.lookUpMeter({ meter_number: `110000077${10 + index}` })),
  )
  const references = lookups.map(({ data }) => data.order_reference)
  await sql`update orders set review_reason = 'overdue', review_since = app_now() - interval '1 hour',
    review_due = app_now() + interval '1 day' where reference = any(${references}::text[])`.execute(app.db.q)
  interface Queue {
    list: Review[]
    next: string | null
  }
  const { data: first } = await musa.get<Queue>('/management/reviews/all')
  expect(first.list).toHaveLength(50)
  const { data: second } = await musa.get<Queue>(`/management/reviews/all?cursor=${first.next}`)
  expect(second.list.length).toBeGreaterThanOrEqual(3)
  for (const review of second.list) {
    expect(review.message).toMatch(/\w+ .+\.$/)
    expect(review.allowed_actions.length).toBeGreaterThan(0)
    const { review: pageReview, operations } = await pageOf(review.reference)
    expect(pageReview?.message).toBe(review.message)
    expect(operations?.allowed_actions).toEqual(review.allowed_actions)
  }
})
