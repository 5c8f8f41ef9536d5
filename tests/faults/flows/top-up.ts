import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { customerOf, referenceIn } from '../../support/customer.ts'
import { type Flow, flow, type House, type Lie, type Story } from '../flow.ts'
import { holderOf, plainCard } from './saved-card.ts'

interface Told {
  readonly lies?: readonly Lie[]
  /** What the wallet gets of ₦5,000, kobo. */
  readonly getsKobo: bigint
  readonly ends?: string
}

const asked = 5_000
const all = 500_000n
const lie = (behaviour: string, getsKobo = all): Told => ({ lies: [['paystack', behaviour]], getsKobo })

const columns: Record<string, Told> = {
  paid: { getsKobo: all },
  underpaid: lie('underpaid', all / 2n),
  overpaid: lie('overpaid', all + 50_000n),
  wrong_currency: { ...lie('wrong_currency', 0n), ends: 'mismatch' },
  wrong_unit: { ...lie('wrong_unit', 0n), ends: 'mismatch' },
  webhook_lost: lie('webhook_lost'),
  webhook_duplicate: lie('webhook_duplicate'),
  webhook_reordered: lie('webhook_reordered'),
  verify_pending: lie('verify_pending'),
  verify_html: lie('verify_html'),
  initialize_timeout: lie('initialize_timeout'),
}

/** Money into a wallet through a checkout: all of what arrived is credited, once. */
export const topUp: Flow = flow('top-up', columns, begin)

async function begin(house: House, told: Told): Promise<Story> {
  const { shop } = house
  const ada = await customerOf(shop)
  const key = { 'idempotency-key': randomUUID() }
  let reference: string | undefined
  const rowOf = () =>
    shop.db.q
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('reference', '=', reference ?? '')
      .executeTakeFirst()
  return {
    async acts() {
      house.arm()
      const opened = await house.press(() => ada.topsUp(asked, {}, key))
      const { callbackUrl } = await ada.paysAt(opened.data.checkoutUrl)
      reference = referenceIn(callbackUrl)
    },
    async over() {
      const row = await rowOf()
      const refunds = await shop.db.q
        .selectFrom('refunds')
        .select('state')
        .where('payment_id', '=', row?.id ?? randomUUID())
        .execute()
      const isPaid = row?.state === (told.ends ?? 'succeeded')
      return isPaid && refunds.every(({ state }) => state === 'processed')
    },
    async judge(where) {
      expect(await ada.walletKobo(), where).toBe(told.getsKobo)
      const { captures, refunds } = await shop.truth()
      const mine = (them: typeof captures) => them.filter((it) => it.reference === reference)
      expect(mine(captures).length, where).toBe(1)
      expect(mine(refunds).length, where).toBe(told.ends === 'mismatch' ? 1 : 0)
    },
  }
}

/** The same by a saved card: one press, one charge at most, and what is charged is credited. */
export const cardTopUp: Flow = flow(
  'card top-up',
  {
    charged: {},
    token_timeout: { lies: [['paystack', 'token_timeout']] },
    webhook_lost: { lies: [['paystack', 'webhook_lost']] },
  } satisfies Record<string, { lies?: readonly Lie[] }>,
  async (house) => {
    const { shop } = house
    const { ada, cardId } = await holderOf(shop, plainCard)
    const before = await ada.walletKobo()
    const wish = {
      amount: asked,
      payment_for: 'wallet_topup',
      payment_method: 'SAVED_CARD',
      payment_card_id: cardId,
    }
    const key = { 'idempotency-key': randomUUID() }
    const since = (await shop.truth()).captures.length
    const open = () =>
      shop.db.q
        .selectFrom('payments')
        .select('id')
        .where('user_id', '=', ada.id)
        .where('state', 'in', ['created', 'initialised', 'pending'])
        .execute()
    return {
      async acts() {
        house.arm()
        await house.press(() => ada.send('/account/payments/payment-card/initiate', wish, key))
      },
      over: async () => (await open()).length === 0,
      async judge(where) {
        const charged = (await shop.truth()).captures.length - since
        // A charge that never left is not made later by itself: its owner is told, and may press anew.
        expect(charged, where).toBeLessThanOrEqual(1)
        expect((await ada.walletKobo()) - before, where).toBe(charged === 1 ? all : 0n)
      },
    }
  },
)
