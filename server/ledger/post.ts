import { sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'
import { isHeld } from './accounts.ts'
import { type Entry, tidy } from './entry.ts'

/** A customer's balance would fall below 0. The transaction must be given up. */
export class NotEnough extends Error {
  readonly account: string
  constructor(account: string) {
    super(`${account} does not hold that much`)
    this.account = account
  }
}

/**
 * Posts one entry inside the caller's transaction.
 * @returns false when this event was posted before: nothing changed
 * @throws NotEnough when a wallet, hold or bonus would fall below 0; Error when the lines do not balance, or move nothing
 */
export async function post(tx: Tx, entry: Entry): Promise<boolean> {
  const lines = tidy(entry.lines)
  const sum = lines.reduce((total, [, amountKobo]) => total + amountKobo, 0n)
  if (sum !== 0n) throw new Error(`Entry ${entry.event} is out of balance by ${sum} kobo`)
  if (lines.length === 0) throw new Error(`Entry ${entry.event} moves nothing`)
  const { rows } = await sql<{ id: bigint }>`
    with entry as (
      insert into ledger_entries (event, order_id, reverses, reason)
      values (${entry.event}, ${entry.orderId}, ${entry.reverses ?? null}, ${entry.reason ?? null})
      on conflict (event) do nothing returning id
    )
    insert into ledger_postings (entry_id, account, amount_kobo)
    select entry.id, line.account, line.amount_kobo
    from entry, unnest(${lines.map(([name]) => name)}::text[], ${lines.map(([, kobo]) => String(kobo))}::bigint[]) as line (account, amount_kobo)
    returning entry_id as id`.execute(tx)
  if (rows.length === 0) return false
  // Sorted by `tidy`, so two entries lock the same balances in the same order.
  for (const [name, amountKobo] of lines) if (isHeld(name)) await moveBalance(tx, name, -amountKobo)
  return true
}

async function moveBalance(tx: Tx, account: string, byKobo: bigint): Promise<void> {
  if (byKobo > 0n) {
    await tx
      .insertInto('balances')
      .values({ account, balance_kobo: byKobo })
      .onConflict((it) =>
        it.column('account').doUpdateSet({ balance_kobo: sql`balances.balance_kobo + ${byKobo}` }),
      )
      .execute()
    return
  }
  const moved = await tx
    .updateTable('balances')
    .set({ balance_kobo: sql`balance_kobo + ${byKobo}` })
    .where('account', '=', account)
    .where(sql<boolean>`balance_kobo + ${byKobo} >= 0`)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) throw new NotEnough(account)
}

/**
 * Locks what a customer holds in one account until the transaction ends, and answers it, kobo. Whoever
 * needs more than one takes them in the order of their names, as `post` does.
 */
export async function lockBalance(tx: Tx, account: string): Promise<bigint> {
  await tx
    .insertInto('balances')
    .values({ account, balance_kobo: 0n })
    .onConflict((it) => it.doNothing())
    .execute()
  const row = await tx
    .selectFrom('balances')
    .select('balance_kobo')
    .where('account', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance_kobo
}

/** An entry that was posted, with its sums by account in kobo; undefined when there is none. */
export async function postedEntry(
  db: Database['q'] | Tx,
  event: string,
): Promise<{ id: bigint; orderId: string | null; sums: ReadonlyMap<string, bigint> } | undefined> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['ledger_entries.id', 'ledger_entries.order_id', 'account', 'amount_kobo'])
    .where('event', '=', event)
    .execute()
  const [first] = rows
  if (!first) return undefined
  const sums = new Map(rows.map((it) => [it.account, it.amount_kobo]))
  return { id: first.id, orderId: first.order_id, sums }
}

/** What a customer holds in one account, kobo. */
export async function balanceOf(db: Database['q'] | Tx, account: string): Promise<bigint> {
  const row = await db
    .selectFrom('balances')
    .select('balance_kobo')
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.balance_kobo ?? 0n
}

/** Every account that is not at 0, with its sum in kobo. The sums add up to 0, always. */
export async function trialBalance(db: Database['q']): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select account, sum(amount_kobo)::text as sum from ledger_postings group by account having sum(amount_kobo) <> 0
    order by account`.execute(db)
  return new Map(rows.map(({ account, sum }) => [account, BigInt(sum)]))
}
