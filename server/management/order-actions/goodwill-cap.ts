import { sql } from 'kysely'
import { nairaOf } from '../../../shared/money.ts'
import type { Database, Tx } from '../../database/index.ts'
import type { Order } from '../../purchase/index.ts'

interface CapRow {
  captured_kobo: string
  returned_kobo: string
  has_wallet: boolean
}

/**
 * The most that a goodwill payment for an order may be, kobo: what was captured, less refunds, lost disputes and
 * earlier goodwill. Null when none is possible: the order was not delivered, its customer has no wallet, or another
 * person paid for it.
 */
export async function goodwillCap(db: Database['q'] | Tx, order: Order): Promise<bigint | null> {
  if (order.state !== 'delivered' || !order.user_id || order.purchased_by_manager_id) return null
  if (order.payment_request_id) return null
  const { rows } = await sql<CapRow>`
    select
      (select coalesce(sum(paid_kobo), 0) from payments where order_id = ${order.id} and paid_currency = 'NGN'
        and state in ('succeeded', 'succeeded_late', 'mismatch'))::text as captured_kobo,
      ((select coalesce(sum(amount_kobo), 0) from refunds where order_id = ${order.id} and currency = 'NGN'
          and (state <> 'failed' or manual_payout is not null or exists (select from ledger_entries
            where event = 'refund:' || refunds.id || ':paid_by_hand')))
        + (select coalesce(sum(disputes.amount_kobo), 0) from disputes join payments on payments.id = disputes.payment_id
          where payments.order_id = ${order.id} and disputes.state = 'lost' and payments.state <> 'reversed')
        + (select coalesce(sum(posting.amount_kobo), 0) from ledger_entries as entry
            join ledger_postings as posting on posting.entry_id = entry.id
          where entry.order_id = ${order.id} and entry.event like 'goodwill:%:goodwill_paid'
            and posting.account = 'adjustment'))::text as returned_kobo,
      exists (select from users where id = ${order.user_id} and email_verified_at is not null) as has_wallet`.execute(
    db,
  )
  const [row] = rows
  if (!row?.has_wallet) return null
  const capKobo = BigInt(row.captured_kobo) - BigInt(row.returned_kobo)
  return capKobo > 0n ? capKobo : 0n
}

/** The cap in naira, for the order's page; null when no goodwill is possible. */
export async function goodwillLimitOf(db: Database, order: Order): Promise<number | null> {
  const capKobo = await goodwillCap(db.q, order)
  return capKobo ? nairaOf(capKobo) : null
}
