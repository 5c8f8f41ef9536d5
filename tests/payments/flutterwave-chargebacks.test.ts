import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '../../server/operations/index.ts'
import { parseChargebacks } from '../../server/payments/gateways/flutterwave/chargebacks.ts'
import { fetchDisputes } from '../../server/payments/index.ts'
import { expectLedgerMatchesProviders } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
  await app.context.settings.change('payment_gateway', 'flutterwave')
})
afterAll(() => app.close())

/** A delivered order that was paid through Flutterwave, with the reference of its payment. */
async function createDeliveredOrder() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const isDelivered = async () => (await app.orderRow(info.order_reference)).state === 'delivered'
  await app.runDueJobsUntil(isDelivered, { stepSeconds: 60 })
  const { id } = await app.orderRow(info.order_reference)
  const payment = await app.db.q
    .selectFrom('payments')
    .select(['id', 'reference'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const disputes = () =>
    app.db.q
      .selectFrom('disputes')
      .select(['state', 'amount_kobo', 'evidence_due_at'])
      .where('payment_id', '=', payment.id)
      .execute()
  return { order: info.order_reference, orderId: id, payment, disputes }
}
const chargeBack = (reference: string, decision: object = {}) =>
  fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })
const fetchListedDisputes = () => fetchDisputes(app.features.orderProcessor.deps.payments)

test('a chargeback without a webhook is read from Flutterwave’s list, with its deadline', async () => {
  const { payment, disputes } = await createDeliveredOrder()
  await chargeBack(payment.reference)
  await fetchListedDisputes()
  await fetchListedDisputes()
  expect(await disputes()).toEqual([{ state: 'open', amount_kobo: null, evidence_due_at: expect.any(Date) }])
  await chargeBack(payment.reference, { decides: 'merchant' })
  await fetchListedDisputes()
  expect(await disputes()).toMatchObject([{ state: 'won' }])
  expect(await findViolations(app.db)).toEqual([])
  await expectLedgerMatchesProviders(app)
})

test('a partial chargeback is posted once and goes to review, however often the list is fetched', async () => {
  const { order, orderId, payment, disputes } = await createDeliveredOrder()
  await chargeBack(payment.reference, { decides: 'payer', amount: 500 })
  await Promise.all([fetchListedDisputes(), fetchListedDisputes()])
  await fetchListedDisputes()
  expect(await disputes()).toMatchObject([{ state: 'lost', amount_kobo: 50_000n }])
  expect((await app.orderRow(order)).review_reason).toBe('payment_partly_reversed')
  expect((await app.accountBalances()).get(`receivable:${orderId}`)).toBe(50_000n)
  await expectLedgerMatchesProviders(app)
})

test('a dispute that cannot be recorded does not stop the others, and the run fails', async () => {
  const [first, second] = [await createDeliveredOrder(), await createDeliveredOrder()]
  const { payments } = app.features.orderProcessor.deps
  const { flutterwave } = payments.gateways
  if (!flutterwave) throw new Error('Flutterwave is not configured')
  await chargeBack(second.payment.reference)
  const status = { type: 'lost' as const, paymentReference: first.payment.reference, evidenceDueAt: null }
  const listDisputes: typeof flutterwave.listDisputes = async (period) => [
    { disputeId: 'negative', status: { ...status, amountKobo: -1n } },
    ...((await flutterwave.listDisputes?.(period)) ?? []),
  ]
  const gateways = { ...payments.gateways, flutterwave: { ...flutterwave, listDisputes } }
  await expect(fetchDisputes({ ...payments, gateways })).rejects.toThrow()
  expect(await first.disputes()).toEqual([])
  expect(await second.disputes()).toMatchObject([{ state: 'open' }])
})

const response = (status: string) => ({
  type: 'response' as const,
  status: 200,
  headers: {},
  text: JSON.stringify({
    status: 'success',
    message: 'Chargebacks fetched',
    meta: { page_info: { total: 1, current_page: 1, total_pages: 1 } },
    data: [{ id: 1390, amount: 100, status, tx_ref: 'SW-1', due_date: '2026-09-23T15:59:59.000Z' }],
  }),
})

test.each([
  ['initiated', 'open'],
  ['declined', 'open'],
  ['a status of the future', 'open'],
  ['won', 'won'],
  ['accepted', 'lost'],
  ['lost', 'lost'],
])('a chargeback that is %s is %s', (status, type) => {
  expect(parseChargebacks(response(status))).toMatchObject({
    pages: 1,
    rows: [{ disputeId: '1390', status: { type, paymentReference: 'SW-1' } }],
  })
})

test('an unreadable list of chargebacks reads none', () => {
  expect(parseChargebacks({ ...response('lost'), status: 502, text: '<html>' })).toBeNull()
})
