import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PayerOrder, PaymentRequest } from '../../../shared/payment-requests.ts'
import { collectOrderRecords, expectOrderConsistent } from '../../support/consistency.ts'
import { createCustomer, type TestCustomer } from '../../support/customer.ts'
import { prepaidMeter } from '../../support/meters.ts'
import type { MeterEnding } from '../../support/purchases.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  readonly ending?: MeterEnding
  readonly method?: 'CARD' | 'WALLET'
  readonly payers?: number
  /** Change of the request after the checkouts are open and before the money arrives. */
  readonly closing?: 'expires' | 'cancelled' | 'cancelled while paying'
  /** Possible end of the request's money: delivered once, or all of it returned. */
  readonly expectedStates: readonly ('delivered' | 'returned')[]
}

type Payer = Pick<TestCustomer, 'postJson' | 'fetchJson' | 'payAtCheckout'>

/** An order of a payer, with the checkout that was opened for it. */
interface PayerCheckout {
  readonly payer: Payer
  readonly reference: string
  readonly checkoutUrl: string
}

const initialWalletKobo = 2_000_000n
const fault = (party: string, name: string): FlowOptions => ({
  faults: [[party, name]],
  expectedStates: ['delivered'],
})

const cases: Record<string, FlowOptions> = {
  guest: { expectedStates: ['delivered'] },
  wallet: { method: 'WALLET', expectedStates: ['delivered'] },
  failed: { ending: 'failed', expectedStates: ['returned'] },
  'wallet, failed': { method: 'WALLET', ending: 'failed', expectedStates: ['returned'] },
  'two payers': { payers: 2, expectedStates: ['delivered'] },
  'two payers, failed': { payers: 2, ending: 'failed', expectedStates: ['returned'] },
  'expired while paying': { closing: 'expires', expectedStates: ['delivered'] },
  'cancelled before paying': { closing: 'cancelled', expectedStates: ['returned'] },
  'cancelled while paying': { closing: 'cancelled while paying', expectedStates: ['delivered', 'returned'] },
  webhook_lost: fault('paystack', 'webhook_lost'),
  webhook_duplicate: fault('paystack', 'webhook_duplicate'),
  verify_timeout: fault('paystack', 'verify_timeout'),
  error_500: fault('vtpass', 'error_500'),
}

/** A payment request: paid by one order of any payer; money of every other payer is returned. */
export const paymentRequest: Flow = flow('payment request', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const requester = await createCustomer(app)
  const isWallet = options.method === 'WALLET'
  const customers = isWallet ? [await createCustomer(app, { walletKobo: initialWalletKobo })] : []
  const payers: readonly Payer[] = isWallet
    ? customers
    : Array.from({ length: options.payers ?? 1 }, () => app.createGuest())
  let requestId: string | undefined

  async function createRequest(): Promise<PaymentRequest> {
    const meter = { meter_number: prepaidMeter(options.ending) }
    const { data: info } = await env.retryUntilSuccess(() => requester.lookUpMeter(meter))
    const body = { order_reference: info.order_reference, days: 1 }
    const { data } = await env.retryUntilSuccess(() =>
      requester.postJson<PaymentRequest>('/account/payment-requests', body),
    )
    return data
  }

  /** Opens the payer's checkout; a wallet is charged by it. */
  async function openCheckout(code: string, payer: Payer): Promise<PayerCheckout> {
    const { data: created } = await env.retryUntilSuccess(() =>
      payer.postJson<{ reference: string }>(`/payment-requests/${code}/order`, {}),
    )
    const { reference } = created
    const { data: order } = await env.retryUntilSuccess(() =>
      payer.postJson<PayerOrder>(`/payment-requests/orders/${reference}`, {}),
    )
    const body = {
      order_reference: reference,
      amount: order.total_amount,
      payment_for: 'electricity',
      payment_method: options.method ?? 'CARD',
    }
    const key = { 'idempotency-key': randomUUID() }
    const { data } = await env.retryUntilSuccess(
      () => payer.postJson<{ checkoutUrl: string }>('/payments/initiate', body, key),
      async () => isWallet && (await app.orderRow(reference)).paid_at !== null,
    )
    return { payer, reference, checkoutUrl: data?.checkoutUrl ?? '' }
  }

  const expire = () =>
    app.db.q
      .updateTable('payment_requests')
      .set({ expires_at: sql<Date>`app_now()` })
      .where('id', '=', requestId ?? '')
      .execute()
  const cancel = () =>
    env.retryUntilSuccess(
      () => requester.postJson(`/account/payment-requests/${requestId}/cancel`, {}),
      async () => (await requestRow())?.state !== 'open',
    )
  const requestRow = () =>
    app.db.q
      .selectFrom('payment_requests')
      .select(['state', 'paid_order_id', 'user_id'])
      .where('id', '=', requestId ?? '')
      .executeTakeFirst()
  const orders = () =>
    app.db.q
      .selectFrom('orders')
      .selectAll()
      .where('payment_request_id', '=', requestId ?? '')
      .execute()

  const checkouts: PayerCheckout[] = []
  let hasPaid = false
  return {
    async run() {
      env.arm()
      const request = await createRequest()
      requestId = request.id
      for (const payer of payers) checkouts.push(await openCheckout(request.code, payer))
      if (options.closing === 'expires') await expire()
      if (options.closing === 'cancelled') await cancel()
      await Promise.all([
        ...(isWallet ? [] : checkouts.map(({ payer, checkoutUrl }) => payer.payAtCheckout(checkoutUrl))),
        ...(options.closing === 'cancelled while paying' ? [cancel()] : []),
      ])
      hasPaid = true
    },
    async hasEnded() {
      if (!hasPaid) return false
      const settled = await Promise.all(
        checkouts.map(({ reference }) => isPayerSettled(collectOrderRecords(app, reference))),
      )
      return settled.every((isDone) => isDone)
    },
    async verify(label) {
      const request = await requestRow()
      const all = await orders()
      const records = await Promise.all(checkouts.map(({ reference }) => collectOrderRecords(app, reference)))
      const delivered = all.filter(({ state }) => state === 'delivered')
      expect(options.expectedStates, label).toContain(delivered.length === 0 ? 'returned' : 'delivered')
      expect(delivered.length, label).toBeLessThanOrEqual(1)
      expect(records.flatMap(({ attempts }) => attempts).length, label).toBeLessThanOrEqual(1)
      // The request is paid by one order at most, which is then the requester's; no other order ever was.
      const owned = all.filter(({ user_id }) => user_id !== null)
      expect(
        owned.map(({ id, user_id }) => [id, user_id]),
        label,
      ).toEqual(request?.state === 'paid' ? [[request.paid_order_id, requester.id]] : [])
      for (const order of delivered) expect(order.id, label).toBe(request?.paid_order_id)
      for (const { order } of records) await expectOrderConsistent(app, order.reference, label)
      expect(await requester.walletKobo(), label).toBe(0n)
      for (const payer of customers) {
        const spentKobo = delivered[0]?.total_kobo ?? 0n
        expect({ wallet: await payer.walletKobo(), hold: await payer.holdKobo() }, label).toEqual({
          wallet: initialWalletKobo - spentKobo,
          hold: 0n,
        })
      }
    },
  }
}

/** True once a payer's money bought the purchase or is returned. */
async function isPayerSettled(pending: ReturnType<typeof collectOrderRecords>): Promise<boolean> {
  const { order, captures, refunded, refunds } = await pending
  if (order.review_reason || refunds.some(({ state }) => state !== 'processed')) return false
  if (order.state === 'delivered' || order.state === 'refunded') return true
  return captures.length > 0 && refunds.length > 0 && refunded.length === captures.length
}
