import { sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import type { Database, Tx } from '../database/index.ts'

/**
 * The sum of an account's postings, kobo: positive is debit. Adds postings since the last snapshot, so the cost does
 * not grow with the ledger's age.
 */
export async function accountSum(db: Database['q'] | Tx, account: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    with kept as (select entry_id, amount_kobo from account_balance_snapshots where account = ${account})
    select (coalesce((select amount_kobo from kept), 0) + coalesce((select sum(amount_kobo) from ledger_postings
      where account = ${account} and entry_id > coalesce((select entry_id from kept), 0)), 0))::text as sum`.execute(
    db,
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** The rest of an order's cashback after its reversals, kobo. */
export async function unreversedCashbackKobo(tx: Tx, orderId: OrderId): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(posting.amount_kobo), 0)::text as sum from ledger_entries as entry
      join ledger_postings as posting on posting.entry_id = entry.id
    where entry.order_id = ${orderId} and posting.account = 'cashback'`.execute(tx)
  return BigInt(rows[0]?.sum ?? 0)
}

/** Saves balance snapshots of the shared accounts; accounts of one user or order have few postings. */
export async function saveBalanceSnapshots(db: Database): Promise<void> {
  const lastEntryId = await findLastEntry(db)
  if (lastEntryId === null) return
  await sql`
    insert into account_balance_snapshots (account, entry_id, amount_kobo)
    select account, ${lastEntryId}::bigint, sum(amount_kobo) from (
      select account, amount_kobo from account_balance_snapshots
      union all
      select account, amount_kobo from ledger_postings
      where entry_id > (select coalesce(max(entry_id), 0) from account_balance_snapshots) and entry_id <= ${lastEntryId}::bigint
        and account !~ '^(wallet|hold|bonus|order|receivable):') as parts
    group by account
    on conflict (account) do update set entry_id = excluded.entry_id, amount_kobo = excluded.amount_kobo
      where account_balance_snapshots.entry_id < excluded.entry_id`.execute(db.q)
}

/** The newest entry id once concurrent writers have committed: no smaller id can appear later. */
const findLastEntry = (db: Database): Promise<string | null> =>
  db.inTransaction(async (tx) => {
    // Fails early instead of blocking other writers for long.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`lock table ledger_entries in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ id: string | null }>`select max(id)::text as id from ledger_entries`.execute(
      tx,
    )
    return rows[0]?.id ?? null
  })
