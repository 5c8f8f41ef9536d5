import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createCustomer, topUpReferenceOf } from '../../support/customer.ts'
import { type Fault, type FaultEnvironment, type Flow, flow, type Scenario } from '../flow.ts'
import { plainCard, takeCardHolder } from './saved-card.ts'

interface FlowOptions {
  readonly faults?: readonly Fault[]
  /** Credited part of ₦5,000, kobo. */
  readonly creditedKobo: bigint
  readonly finalState?: string
}

const requestedNaira = 5_000
const requestedKobo = 500_000n
const fault = (name: string, getsKobo = requestedKobo): FlowOptions => ({
  faults: [['paystack', name]],
  creditedKobo: getsKobo,
})

const cases: Record<string, FlowOptions> = {
  paid: { creditedKobo: requestedKobo },
  underpaid: fault('underpaid', requestedKobo / 2n),
  overpaid: fault('overpaid', requestedKobo + 50_000n),
  wrong_currency: { ...fault('wrong_currency', 0n), finalState: 'mismatch' },
  wrong_unit: { ...fault('wrong_unit', 0n), finalState: 'mismatch' },
  webhook_lost: fault('webhook_lost'),
  webhook_duplicate: fault('webhook_duplicate'),
  webhook_reordered: fault('webhook_reordered'),
  verify_pending: fault('verify_pending'),
  verify_html: fault('verify_html'),
  initialize_timeout: fault('initialize_timeout'),
}

/** Wallet top-up through a checkout: the full amount received is credited once. */
export const topUp: Flow = flow('top-up', cases, begin)

async function begin(env: FaultEnvironment, options: FlowOptions): Promise<Scenario> {
  const { app } = env
  const ada = await createCustomer(app)
  const key = { 'idempotency-key': randomUUID() }
  let reference: string | undefined
  const rowOf = () =>
    app.db.q
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('reference', '=', reference ?? '')
      .executeTakeFirst()
  return {
    async run() {
      env.arm()
      const checkoutResponse = await env.retryUntilSuccess(() => ada.topUp(requestedNaira, {}, key))
      const { callbackUrl } = await ada.payAtCheckout(checkoutResponse.data.checkoutUrl)
      reference = topUpReferenceOf(callbackUrl)
    },
    async hasEnded() {
      const row = await rowOf()
      const refunds = await app.db.q
        .selectFrom('refunds')
        .select('state')
        .where('payment_id', '=', row?.id ?? randomUUID())
        .execute()
      const isPaid = row?.state === (options.finalState ?? 'succeeded')
      return isPaid && refunds.every(({ state }) => state === 'processed')
    },
    async verify(label) {
      expect(await ada.walletKobo(), label).toBe(options.creditedKobo)
      const { captures, refunds } = await app.providerRecords()
      const withReference = (records: typeof captures) =>
        records.filter((entry) => entry.reference === reference)
      expect(withReference(captures).length, label).toBe(1)
      expect(withReference(refunds).length, label).toBe(options.finalState === 'mismatch' ? 1 : 0)
    },
  }
}

/** Wallet top-up by a saved card: at most one charge per request, and the charge is credited. */
export const cardTopUp: Flow = flow(
  'card top-up',
  {
    charged: {},
    token_timeout: { faults: [['paystack', 'token_timeout']] },
    webhook_lost: { faults: [['paystack', 'webhook_lost']] },
  } satisfies Record<string, { faults?: readonly Fault[] }>,
  async (env) => {
    const { app } = env
    const { ada, cardId } = await takeCardHolder(app, plainCard)
    const before = await ada.walletKobo()
    const overrides = {
      amount: requestedNaira,
      payment_for: 'wallet_topup',
      payment_method: 'SAVED_CARD',
      payment_card_id: cardId,
    }
    const key = { 'idempotency-key': randomUUID() }
    const since = (await app.providerRecords()).captures.length
    const openPayments = () =>
      app.db.q
        .selectFrom('payments')
        .select('id')
        .where('user_id', '=', ada.id)
        .where('state', 'in', ['created', 'initialised', 'pending'])
        .execute()
    return {
      async run() {
        env.arm()
        await env.retryUntilSuccess(() =>
          ada.postJson('/account/payments/payment-card/initiate', overrides, key),
        )
      },
      hasEnded: async () => (await openPayments()).length === 0,
      async verify(label) {
        const charged = (await app.providerRecords()).captures.length - since
        // A charge that was never sent is not retried automatically: the user is notified and may retry.
        expect(charged, label).toBeLessThanOrEqual(1)
        expect((await ada.walletKobo()) - before, label).toBe(charged === 1 ? requestedKobo : 0n)
      },
    }
  },
)
