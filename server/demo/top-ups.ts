import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Tables } from '../database/index.ts'
import { walletToppedUp } from '../ledger/index.ts'
import type { PastPayment } from './history.ts'
import type { DatedEntry } from './order-entries.ts'
import { type DemoBuyer, type DemoOrder, gatewayFee } from './order-rows.ts'
import { gatewayIdOf, upperHexOf, uuidAt } from './random.ts'

const stepKobo = 500_000n
const hour = 60 * 60_000

export interface DemoTopUp {
  readonly key: string
  readonly buyer: DemoBuyer
  readonly id: string
  readonly reference: string
  readonly at: Date
  readonly amountKobo: bigint
}

/** One top-up before the first wallet order of each buyer, which covers all of them, in steps of ₦5,000. */
export function planTopUps(orders: readonly DemoOrder[]): DemoTopUp[] {
  const spending = new Map<DemoBuyer, { totalKobo: bigint; firstAt: Date }>()
  for (const { gateway, buyer, totalKobo, plan } of orders) {
    if (gateway !== 'wallet' || !buyer) continue
    const previous = spending.get(buyer)
    spending.set(buyer, {
      totalKobo: (previous?.totalKobo ?? 0n) + totalKobo,
      firstAt: previous?.firstAt ?? plan.at,
    })
  }
  return [...spending].map(([buyer, { totalKobo, firstAt }]) => {
    const key = `${buyer.email} ${firstAt.toISOString()} top-up`
    const at = new Date(firstAt.getTime() - hour)
    const amountKobo = (totalKobo / stepKobo + 1n) * stepKobo
    return { key, buyer, id: uuidAt(key, at), reference: `SW-${upperHexOf(key, 30)}`, at, amountKobo }
  })
}

export const topUpRow = ({
  key,
  buyer,
  id,
  reference,
  at,
  amountKobo,
}: DemoTopUp): Insertable<Tables['payments']> => ({
  id,
  order_id: null,
  purpose: 'wallet_topup',
  user_id: buyer.id,
  card_id: null,
  reference,
  gateway: 'paystack',
  method: 'CARD',
  state: 'succeeded',
  state_since: at,
  amount_kobo: amountKobo,
  email: buyer.email,
  checkout_url: null,
  return_nonce_hash: createHash('sha256').update(key).digest(),
  gateway_reference: gatewayIdOf(key),
  paid_kobo: amountKobo,
  paid_currency: 'NGN',
  fee_kobo: gatewayFee(amountKobo),
  channel: 'card',
  failure_reason: null,
  due_at: null,
  expires_at: at,
  created_at: at,
  paid_at: at,
})

export const topUpEntry = ({ id, buyer, at, amountKobo }: DemoTopUp): DatedEntry => ({
  at,
  entry: walletToppedUp({
    paymentId: id,
    userId: buyer.id,
    gateway: 'paystack',
    paidKobo: amountKobo,
    feeKobo: gatewayFee(amountKobo),
  }),
})

export const pastTopUp = ({ key, reference, buyer, at, amountKobo }: DemoTopUp): PastPayment => ({
  gateway: 'paystack',
  id: gatewayIdOf(key),
  reference,
  order_reference: null,
  amount_kobo: Number(amountKobo),
  email: buyer.email,
  opened_at: at.toISOString(),
  paid_at: at.toISOString(),
  refunds: [],
  disputes: [],
})
