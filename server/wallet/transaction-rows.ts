import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Service } from '../../shared/constants.ts'
import type { UserId } from '../../shared/ids.ts'
import type { getWalletTransactions, WalletTransactionKind } from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { account } from '../ledger/index.ts'

export interface WalletTransactionRow {
  id: bigint
  kind: WalletTransactionKind
  /** Negative for a credit, as posted to the ledger. */
  amount_kobo: bigint
  posted_at: Date
  reason: string | null
  reference: string | null
  service: Service | null
  beneficiary: string | null
  /** Balance after the newest of these rows; null when only the rows of one kind were requested. */
  newest_balance_kobo: bigint | null
}

type Period = Pick<z.infer<typeof getWalletTransactions.query>, 'from' | 'to'>
type Filters = Period & Pick<z.infer<typeof getWalletTransactions.query>, 'kind' | 'cursor'>

/**
 * A user's wallet transactions, newest first. Each page is read from an index in this order, so the cost of the first
 * one does not depend on the length of the history; the balance of a page in the middle adds up the newer transactions,
 * or the older ones if they took less time.
 */
export async function queryWalletTransactions(
  db: Database,
  userId: UserId,
  { cursor, kind, from, to }: Filters,
  limit: number,
): Promise<WalletTransactionRow[]> {
  const ownPostings = postingsOf(userId)
  const conditions = [
    ownPostings,
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(from ? [sql`posted_at >= ${from}::date::timestamp at time zone 'Africa/Lagos'`] : []),
    ...(to ? [sql`posted_at < ${dayAfter(to)}`] : []),
    ...(cursor
      ? [
          sql`(posted_at, entry_id) < (
            (select posted_at from ledger_postings where ${ownPostings} and entry_id = ${cursor}::bigint), ${cursor}::bigint)`,
        ]
      : []),
  ]
  const { rows } = await sql<WalletTransactionRow>`
    with page as materialized (
      select * from ledger_postings where ${sql.join(conditions, sql` and `)}
      order by posted_at desc, entry_id desc limit ${limit}
    ), newest as (select posted_at, entry_id from page order by posted_at desc, entry_id desc limit 1)
    select entry.id, posting.kind, posting.amount_kobo, entry.posted_at, entry.reason,
      coalesce(orders.reference, payments.reference) as reference, orders.service,
      case when orders.payment_request_id is null then orders.beneficiary else '****' || right(orders.beneficiary, 4) end as beneficiary,
      ${kind ? sql`null::bigint` : balanceAt(userId, newestOfPage)} as newest_balance_kobo
    from page posting
    join ledger_entries entry on entry.id = posting.entry_id
    left join orders on orders.id = entry.order_id
    left join payments on payments.id = case when entry.event like 'payment:%:captured'
      then split_part(entry.event, ':', 2)::uuid end
    order by posting.posted_at desc, posting.entry_id desc`.execute(db.q)
  return rows
}

/** The balance at the end of a day in Lagos, kobo. */
export async function balanceAtEndOf(db: Database, userId: UserId, day: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select ${balanceAt(userId, {
      at: dayAfter(day),
      older: sql`posted_at < ${dayAfter(day)}`,
      newer: sql`posted_at >= ${dayAfter(day)}`,
    })} as kobo`.execute(db.q)
  return rows[0]?.kobo ?? 0n
}

const postingsOf = (userId: UserId) => sql`account = ${account.wallet(userId)} and posted_at is not null`

const dayAfter = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Africa/Lagos'`

/** A position in a user's transactions: its time, and the conditions of the transactions before and after it. */
interface Position {
  readonly at: RawBuilder<unknown>
  readonly older: RawBuilder<unknown>
  readonly newer: RawBuilder<unknown>
}

const newestOfPage: Position = {
  at: sql`(select posted_at from newest)`,
  older: sql`(posted_at, entry_id) <= (select posted_at, entry_id from newest)`,
  newer: sql`(posted_at, entry_id) > (select posted_at, entry_id from newest)`,
}

/**
 * The balance at a position: the sum of the older transactions, or the current balance without the newer ones, by which
 * of both took less time. A credit is a negative posting.
 */
function balanceAt(userId: UserId, { at, older, newer }: Position): RawBuilder<unknown> {
  const own = postingsOf(userId)
  const sumOf = (condition: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(amount_kobo), 0) from ledger_postings where ${own} and ${condition})`
  const currentKobo = sql`coalesce((select balance_kobo from balances where account = ${account.wallet(userId)}), 0)`
  return sql`(case
    when ${at} - (select min(posted_at) from ledger_postings where ${own}) < app_now() - ${at} then -${sumOf(older)}
    else ${currentKobo} + ${sumOf(newer)} end)::bigint`
}

/** The balance after each row, in kobo. `rows`: all transactions of a range, newest first. */
export function balancesAfter(rows: readonly WalletTransactionRow[]): bigint[] {
  let balance = rows[0]?.newest_balance_kobo ?? 0n
  return rows.map(({ amount_kobo }) => {
    const after = balance
    balance += amount_kobo
    return after
  })
}
