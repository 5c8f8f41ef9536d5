import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Config } from '../../server/config.ts'
import type { RefundStatusResult } from '../../server/payments/gateway.ts'
import { createRefund, type Payment, processRefund } from '../../server/payments/index.ts'
import type { Vendor } from '../../server/vending/index.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import {
  collectOrderRecords,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import type { TestUser } from '../support/user.ts'

const rejected: RefundStatusResult = {
  type: 'failed',
  reason: 'The transaction is disputed',
  refundId: null,
}

/** Events before the next vend fails, and before the gateway rejects the next refund or never receives it. */
export const during: {
  vend: (() => Promise<unknown>) | null
  refund: (() => Promise<unknown>) | null
  refundResult: RefundStatusResult
  /** The gateway does not respond to requests for its refunds. */
  listFails: boolean
} = {
  vend: null,
  refund: null,
  refundResult: rejected,
  listFails: false,
}

/** Our references of the payments that the gateway was asked to refund. */
export const requestedRefunds: string[] = []

function createProviders(config: Config) {
  const providers = createShortTimeoutProviders(config)
  const withEvents = (vendor: Vendor): Vendor => ({
    ...vendor,
    async vend(...request) {
      const happens = during.vend
      during.vend = null
      await happens?.()
      return vendor.vend(...request)
    },
  })
  const { vtpass } = providers.vendors
  const { paystack } = providers.gateways
  return {
    ...providers,
    vendors: { ...providers.vendors, vtpass: withEvents(vtpass) },
    gateways: {
      ...providers.gateways,
      paystack: {
        ...paystack,
        listRefunds: async (...request: Parameters<typeof paystack.listRefunds>) =>
          during.listFails ? null : paystack.listRefunds(...request),
        async refund(...request: Parameters<typeof paystack.refund>) {
          requestedRefunds.push(request[0].paymentReference)
          const happens = during.refund
          during.refund = null
          if (!happens) return paystack.refund(...request)
          await happens()
          return during.refundResult
        },
      },
    },
  }
}

export let app: TestApp
export let musa: TestUser

/** Starts the test app of a file, and ends the events of each test. */
export function startDisputesApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ shared: true, providerOverrides: createProviders })
    musa = await createTestManager(app)
  })
  beforeEach(async () => {
    Object.assign(during, { vend: null, refund: null, refundResult: rejected, listFails: false })
    await app.resetClock()
  })
  afterAll(() => app.close())
}

export const hour = 60 * 60
export const newestPayment = () =>
  app.db.q
    .selectFrom('payments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .$castTo<Payment>()
    .executeTakeFirstOrThrow()

export interface Decision {
  decides?: 'payer' | 'merchant'
  amount?: number
}
export const postDispute = (reference: string, decision: Decision = {}) =>
  fetch(`${app.simulators.url}/simulators/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference, ...decision }),
  })

/** The payer's bank opens or decides a dispute; resolves when the webhook is applied. */
export async function dispute({ id, reference }: Pick<Payment, 'id' | 'reference'>, decision: Decision = {}) {
  await postDispute(reference, decision)
  const state = { payer: 'lost', merchant: 'won', none: 'open' }[decision.decides ?? 'none']
  await eventually(async () =>
    app.db.q
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', id)
      .where('state', '=', state as 'open')
      .executeTakeFirst(),
  )
}

export const waitForState = (reference: string, state: string) =>
  app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === state, { stepSeconds: 60 })
export const waitForReview = (reference: string, reason: string) =>
  app.runDueJobsUntil(async () => (await app.orderRow(reference)).review_reason === reason)

/** An order that no vendor delivers, and whose payment is disputed before the vendor says so. */
export async function createDisputedOrder(
  buyer: Pick<TestUserOrGuest, 'buyElectricity'> = app.createGuest(),
) {
  during.vend = async () => dispute(await newestPayment())
  const { info } = await buyer.buyElectricity({ meter_number: prepaidMeter('failed') })
  await waitForReview(info.order_reference, 'payment_disputed')
  const { payments } = await collectOrderRecords(app, info.order_reference)
  return { info, reference: info.order_reference, payment: payments[0] as Payment }
}
export type TestUserOrGuest = ReturnType<TestApp['createGuest']>

/** A manager records the transfer that pays a refund instead of its gateway. */
export const payByBank = (reference: string) =>
  musa.postJson(`/management/orders/${reference}/refund`, {
    ...{ auth_pin: correctPin, reason: 'The customer called' },
    evidence: { bank_reference: `NIP-${reference}` },
  })

export const expectConsistent = async () => {
  await expectLedgerMatchesProviders(app)
  await expectInvariantsHold(app)
}

/** A delivered order whose refund of ₦700 was created just before its payment was disputed. */
export async function createUnsentRefund() {
  const { info } = await app.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  const reference = info.order_reference
  await waitForState(reference, 'delivered')
  const payment = (await collectOrderRecords(app, reference)).payments[0] as Payment
  await dispute(payment)
  const payments = app.features.orderProcessor.deps.payments
  const [refundId = ''] = await app.db.inTransaction((tx) =>
    createRefund(payments.paymentEvents, tx, payment, {
      ...{ cause: 'goodwill', amountKobo: 70_000n, from: 'goodwill' },
    }),
  )
  await processRefund(payments, refundId)
  const refund = async () => (await collectOrderRecords(app, reference)).refunds[0]
  expect(await refund()).toMatchObject({ state: 'requested' })
  expect((await app.orderRow(reference)).review_reason).toBe('payment_disputed')
  return { reference, payment, refund }
}
