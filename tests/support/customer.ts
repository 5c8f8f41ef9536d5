import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { issueBearer } from '../../server/http/index.ts'
import { account, balanceOf, post } from '../../server/ledger/index.ts'
import type { SavedCard } from '../../shared/cards.ts'
import type { MeterInfo } from '../../shared/power.ts'
import type { TopUpResult, WalletBalance } from '../../shared/wallet.ts'
import type { Reply, Till } from './shop.ts'

export interface CustomerWish {
  walletKobo?: bigint
  verified?: boolean
  referredBy?: string
}

/** Somebody who is signed in: an account, a bearer, and money in the wallet when asked for. */
export async function customerOf(shop: Till, wish: CustomerWish = {}) {
  const name = randomUUID()
  const { id } = await shop.db.q
    .insertInto('users')
    .values({
      uniqueid: name,
      name: 'Ada Okafor',
      email: `${name}@example.com`,
      email_verified_at: wish.verified === false ? null : sql<Date>`now()`,
      referred_by: wish.referredBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (wish.walletKobo) await fundWallet(shop, id, wish.walletKobo)
  const authorization = `Bearer ${await issueBearer(shop.db.q, id)}`
  const browser = shop.guest(randomUUID(), { authorization })
  const looksUp = (lookup: Record<string, unknown> = {}) =>
    browser.looksUp({ meter_number: newMeter(), ...lookup })
  return {
    ...browser,
    looksUp,
    id,
    email: `${name}@example.com`,
    balance: () => browser.ask<WalletBalance>('/account/user/wallet/balance'),
    walletKobo: () => balanceOf(shop.db.q, account.wallet(id)),
    holdKobo: () => balanceOf(shop.db.q, account.hold(id)),
    bonusKobo: () => balanceOf(shop.db.q, account.bonus(id)),
    cards: () => browser.ask<SavedCard[]>('/account/user/payment-cards/all'),
    paysFromWallet: (info: MeterInfo, more: Record<string, unknown> = {}, headers = {}) =>
      browser.initiates(info, { payment_method: 'WALLET', ...more }, headers),
    paysByCard: (info: MeterInfo, cardId: string, more: Record<string, unknown> = {}, headers = {}) =>
      browser.send<{ checkoutUrl: string }>(
        '/account/payments/payment-card/initiate',
        {
          order_reference: info.order_reference,
          service_id: info.service_id,
          amount: info.total_amount,
          device_id: null,
          service_charge: info.service_charge,
          payment_for: 'electricity',
          description: 'Electricity',
          payment_method: 'SAVED_CARD',
          payment_card_id: cardId,
          ...more,
        },
        headers,
      ),
    topsUp: (amount: unknown, more: Record<string, unknown> = {}, headers = {}) =>
      browser.send<{ checkoutUrl: string }>(
        '/account/payments/wallet/topup/initiate',
        { amount, payment_for: 'wallet_topup', payment_method: 'CARD', ...more },
        headers,
      ),
    claims: (reference: string) =>
      browser.send<TopUpResult>('/account/wallet/process-transactions', {
        reference,
        transactionReference: 'anything',
      }),
    async deletesCard(uniqueid: string): Promise<Reply> {
      const response = await fetch(`${shop.origin}/api/v1/account/user/payment-cards/${uniqueid}`, {
        method: 'DELETE',
        headers: { authorization, 'content-type': 'application/json' },
      })
      return { http: response.status, ...((await response.json()) as Omit<Reply, 'http'>) }
    },
    /** Pays for something by card with the tick, so that the card is saved. @returns the card */
    async savesCard(card?: string): Promise<SavedCard> {
      const { data: info } = await looksUp()
      const { data } = await browser.initiates(info, { save_card: true })
      await browser.paysAt(data.checkoutUrl, card ? { card } : {})
      await browser.processes(info)
      const { data: cards } = await browser.ask<SavedCard[]>('/account/user/payment-cards/all')
      return cards[0]!
    },
  }
}

let meters = 0
/** A meter of its own for each purchase: a vendor takes a second one for the same meter for a duplicate. */
const newMeter = (): string => `1100${1_000_009 + 10 * ++meters}`

export type Customer = Awaited<ReturnType<typeof customerOf>>

/** Puts money into a wallet as an adjustment of ours. */
export const fundWallet = (shop: Pick<Till, 'db'>, userId: string, amountKobo: bigint): Promise<boolean> =>
  shop.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomBytes(8).toString('hex')}`,
      orderId: null,
      lines: [
        [account.adjustment, amountKobo],
        [account.wallet(userId), -amountKobo],
      ],
    }),
  )

/** The reference of a top-up, as the gateway hands it back. */
export const referenceIn = (callbackUrl: string): string =>
  new URL(callbackUrl).searchParams.get('reference') ?? ''
