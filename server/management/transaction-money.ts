import { type RawBuilder, sql } from 'kysely'

/**
 * Kobo received for an order or a top-up, by the table alias of its id. Counts second payments and payments of another
 * amount, which are refunded; not a charged back payment, and not the payment of a manager, which is our own money.
 */
export function paidKobo(tableAlias: string): RawBuilder<string> {
  const id = sql.ref(`${tableAlias}.id`)
  const isReceived = sql`payments.state in ('succeeded', 'succeeded_late', 'mismatch') and payments.gateway <> 'manager'`
  return sql<string>`(
    coalesce((select sum(coalesce(paid_kobo, amount_kobo)) from payments where order_id = ${id} and ${isReceived}), 0)
    + coalesce((select coalesce(paid_kobo, amount_kobo) from payments
        where payments.id = ${id} and purpose = 'wallet_topup' and ${isReceived}), 0)
    + coalesce((select paid_kobo from deposits where deposits.id = ${id}), 0))`
}

/** Kobo returned of an order or a top-up: refunds that their gateway accepted, and those that a manager paid instead. */
export function refundedKobo(tableAlias: string): RawBuilder<string> {
  const id = sql.ref(`${tableAlias}.id`)
  const isReturned = sql`(refunds.state in ('sent', 'processed') or manual_payout is not null)
    and not exists (select from payments where payments.id = refunds.payment_id and payments.gateway = 'manager')`
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce((select sum(amount_kobo) from refunds where ${condition} and ${isReturned}), 0)`
  return sql<string>`(${sumWhere(sql`order_id = ${id}`)} + ${sumWhere(sql`payment_id = ${id} and order_id is null`)}
    + ${sumWhere(sql`deposit_id = ${id}`)})`
}
