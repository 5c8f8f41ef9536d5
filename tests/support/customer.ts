import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { issueSessionToken } from '../../server/http/index.ts'
import { account, balanceOf, post } from '../../server/ledger/index.ts'
import type { SavedCard } from '../../shared/cards.ts'
import type { MeterInfo } from '../../shared/power.ts'
import type { TopUpResult, WalletBalance } from '../../shared/wallet.ts'
import type { ApiResponse, TestClient } from './test-app.ts'

export interface CustomerOptions {
  walletKobo?: bigint
  verified?: boolean
  referredBy?: string
}

/** The cashback that a delivered wallet order earns: 1% of its amount, without the service charge. */
export const cashbackKoboOf = (amountKobo: bigint): bigint => amountKobo / 100n

/**
 * Creates a signed-in user with the calls of a buyer: lookup, payment, saved cards, top-up. `createUser` adds calls of any
 * endpoint.
 */
export async function createCustomer(app: TestClient, options: CustomerOptions = {}) {
  const name = randomUUID()
  const { id } = await app.db.q
    .insertInto('users')
    .values({
      uniqueid: name,
      name: 'Ada Okafor',
      email: `${name}@example.com`,
      email_verified_at: options.verified === false ? null : sql<Date>`now()`,
      referred_by: options.referredBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (options.walletKobo) await fundWallet(app, id, options.walletKobo)
  const authorization = `Bearer ${await issueSessionToken(app.db.q, id)}`
  const browser = app.createGuest(randomUUID(), { authorization })
  const lookUpMeter = (lookup: Record<string, unknown> = {}) =>
    browser.lookUpMeter({ meter_number: nextMeterNumber(), ...lookup })
  return {
    ...browser,
    lookUpMeter,
    id,
    email: `${name}@example.com`,
    getBalance: () => browser.fetchJson<WalletBalance>('/account/user/wallet/balance'),
    walletKobo: () => balanceOf(app.db.q, account.wallet(id)),
    holdKobo: () => balanceOf(app.db.q, account.hold(id)),
    bonusKobo: () => balanceOf(app.db.q, account.bonus(id)),
    listCards: () => browser.fetchJson<SavedCard[]>('/account/user/payment-cards/all'),
    payFromWallet: (info: MeterInfo, overrides: Record<string, unknown> = {}, headers = {}) =>
      browser.initiatePayment(info, { payment_method: 'WALLET', ...overrides }, headers),
    payWithSavedCard: (
      info: MeterInfo,
      cardId: string,
      overrides: Record<string, unknown> = {},
      headers = {},
    ) =>
      browser.postJson<{ checkoutUrl: string }>(
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
          ...overrides,
        },
        headers,
      ),
    topUp: (amount: unknown, overrides: Record<string, unknown> = {}, headers = {}) =>
      browser.postJson<{ checkoutUrl: string }>(
        '/account/payments/wallet/topup/initiate',
        { amount, payment_for: 'wallet_topup', payment_method: 'CARD', ...overrides },
        headers,
      ),
    processTopUp: (reference: string) =>
      browser.postJson<TopUpResult>('/account/wallet/process-transactions', {
        reference,
        transactionReference: 'anything',
      }),
    async deleteCard(uniqueid: string): Promise<ApiResponse> {
      const response = await fetch(`${app.origin}/api/v1/account/user/payment-cards/${uniqueid}`, {
        method: 'DELETE',
        headers: { authorization, 'content-type': 'application/json' },
      })
      return { httpStatus: response.status, ...((await response.json()) as Omit<ApiResponse, 'httpStatus'>) }
    },
    /** Pays an order by card with "save card". @returns the saved card */
    async saveCard(card?: string): Promise<SavedCard> {
      const { data: info } = await lookUpMeter()
      const { data } = await browser.initiatePayment(info, { save_card: true })
      await browser.payAtCheckout(data.checkoutUrl, card ? { card } : {})
      await browser.processOrder(info)
      const { data: cards } = await browser.fetchJson<SavedCard[]>('/account/user/payment-cards/all')
      return cards[0]!
    },
  }
}

let meterCount = 0
/** A unique meter per purchase: a vendor rejects a second purchase for the same meter as a duplicate. */
const nextMeterNumber = (): string => `1100${1_000_009 + 10 * ++meterCount}`

export type TestCustomer = Awaited<ReturnType<typeof createCustomer>>

/** Credits a wallet by an adjustment entry. */
export const fundWallet = (
  app: Pick<TestClient, 'db'>,
  userId: string,
  amountKobo: bigint,
): Promise<boolean> =>
  app.db.inTransaction((tx) =>
    post(tx, {
      event: `test:${randomBytes(8).toString('hex')}`,
      orderId: null,
      postings: [
        [account.adjustment, amountKobo],
        [account.wallet(userId), -amountKobo],
      ],
    }),
  )

/** The top-up reference in the gateway's callback URL. */
export const topUpReferenceOf = (callbackUrl: string): string =>
  new URL(callbackUrl).searchParams.get('reference') ?? ''
