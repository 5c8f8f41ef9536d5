import { sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'

/**
 * The sum of an account's postings, kobo: positive is debit. What the last keeping has summed is not read again,
 * so that it takes no longer when the books are old.
 */
export async function sumOf(db: Database['q'] | Tx, account: string): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    with kept as (select entry_id, amount_kobo from ledger_sums where account = ${account})
    select (coalesce((select amount_kobo from kept), 0) + coalesce((select sum(amount_kobo) from ledger_postings
      where account = ${account} and entry_id > coalesce((select entry_id from kept), 0)), 0))::text as sum`.execute(
    db,
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** Keeps the sums of the accounts that everybody's money passes; one person's, or one order's, are short. */
export async function keepSums(db: Database): Promise<void> {
  const upTo = await lastEntry(db)
  if (upTo === null) return
  await sql`
    insert into ledger_sums (account, entry_id, amount_kobo)
    select account, ${upTo}::bigint, sum(amount_kobo) from (
      select account, amount_kobo from ledger_sums
      union all
      select account, amount_kobo from ledger_postings
      where entry_id > (select coalesce(max(entry_id), 0) from ledger_sums) and entry_id <= ${upTo}::bigint
        and account !~ '^(wallet|hold|bonus|order|receivable):') as parts
    group by account
    on conflict (account) do update set entry_id = excluded.entry_id, amount_kobo = excluded.amount_kobo
      where ledger_sums.entry_id < excluded.entry_id`.execute(db.q)
}

/** The newest entry, once whoever is writing one has ended: none with a smaller number comes after it. */
const lastEntry = (db: Database): Promise<string | null> =>
  db.inTransaction(async (tx) => {
    // Rather another time than that anybody waits for long.
    await sql`set local lock_timeout = '2s'`.execute(tx)
    await sql`lock table ledger_entries in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ id: string | null }>`select max(id)::text as id from ledger_entries`.execute(
      tx,
    )
    return rows[0]?.id ?? null
  })
