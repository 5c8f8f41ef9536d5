import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Service } from '../../shared/constants.ts'
import type { CustomerLookupId, UserId } from '../../shared/ids.ts'
import { languageOf } from '../../shared/languages.ts'
import type { Database, OrderCustomer, Tx } from '../database/index.ts'
import { currentLanguage } from '../languages/index.ts'
import type { VendorName } from '../vending/index.ts'
import type { Order } from './order.ts'
import { linkCodeOf, linkHashOf } from './order-link.ts'
import { newReference, newToken } from './store.ts'

/** A purchase as priced at lookup; never read from the browser again. Amounts in kobo. */
export interface Quote {
  readonly service: Service
  readonly code: string
  readonly variation: string
  /** The bouquet, plan or examination by name, where there is one. */
  readonly variationName?: string
  readonly quantity?: number
  readonly beneficiary: string
  /** E.164 */
  readonly phone: string
  readonly email?: string
  readonly amountKobo: bigint
  readonly serviceChargeKobo: bigint
  readonly cashbackKobo: bigint
  readonly vendor: VendorName
  readonly customer: OrderCustomer
  readonly customerLookupId: CustomerLookupId | null
  readonly session: Buffer | null
  readonly userId: UserId | null
}

/** An identical quote reuses an unpaid order within this time. */
const reuseSeconds = 30 * 60
/** A quote without a payment is deleted after this time, and its link no longer opens. */
export const quoteLifetimeSeconds = 2 * 24 * 60 * 60

/** The link of an unpaid order opens at least until this time. */
export const quoteExpiryOf = ({ created_at }: Pick<Order, 'created_at'>): Date =>
  new Date(created_at.getTime() + quoteLifetimeSeconds * 1_000)

/**
 * Stores the order that a lookup priced. An identical quote of the same session or user returns the same
 * unpaid order, however often Continue is pressed. Callers never share an order.
 */
export const storeQuote = (db: Database, quote: Quote): Promise<Order> =>
  db.inTransaction(async (tx) => {
    const fingerprint = fingerprintOf(quote)
    if (quote.session || quote.userId) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`.execute(tx)
      const existing = await findReusable(tx, fingerprint)
      if (existing) return existing
    }
    return tx
      .insertInto('orders')
      .values({
        reference: newReference(),
        ...newAccessTokens(),
        service: quote.service,
        code: quote.code,
        variation: quote.variation,
        state: 'quoted',
        user_id: quote.userId,
        session_hash: quote.session,
        dedupe_hash: fingerprint,
        beneficiary: quote.beneficiary,
        phone: quote.phone,
        email: quote.email ?? null,
        quantity: quote.quantity ?? 1,
        variation_name: quote.variationName ?? null,
        amount_kobo: quote.amountKobo,
        service_charge_kobo: quote.serviceChargeKobo,
        total_kobo: quote.amountKobo + quote.serviceChargeKobo,
        cashback_kobo: quote.cashbackKobo,
        vendor: quote.vendor,
        customer_snapshot: JSON.stringify(quote.customer),
        customer_lookup_id: quote.customerLookupId,
        language: languageOf(currentLanguage()),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

/** The tokens that open a new order, and the digest of its short link. */
export function newAccessTokens() {
  const accessToken = newToken()
  return {
    access_token: accessToken,
    link_hash: linkHashOf(linkCodeOf(accessToken)),
    view_token: newToken(),
  }
}

const findReusable = (tx: Tx, fingerprint: string): Promise<Order | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('dedupe_hash', '=', fingerprint)
    .where('state', 'in', ['quoted', 'awaiting_payment'])
    .where('created_at', '>', sql<Date>`app_now() - make_interval(secs => ${reuseSeconds})`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

function fingerprintOf(quote: Quote): string {
  const fields = [
    quote.session?.toString('hex') ?? '',
    quote.userId ?? '',
    quote.service,
    quote.code,
    quote.variation,
    quote.beneficiary,
    quote.phone,
    quote.email ?? '',
    quote.quantity ?? 1,
    String(quote.amountKobo),
    String(quote.serviceChargeKobo),
    String(quote.cashbackKobo),
    quote.vendor,
  ]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}
