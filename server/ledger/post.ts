import { type QueryCreator, sql } from 'kysely'
import type { OrderId } from '../../shared/ids.ts'
import { type Database, type Inserts, type Tables, type Tx, withInserts } from '../database/index.ts'
import { addSpanEvent } from '../telemetry/index.ts'
import { hasCachedBalance } from './accounts.ts'
import { type Entry, normalisePostings } from './entry.ts'

/** A customer's balance would fall below 0. The caller must roll back the transaction. */
export class InsufficientBalance extends Error {
  readonly account: string
  constructor(account: string) {
    super(`${account} does not hold that much`)
    this.account = account
  }
}

/**
 * Posts one entry inside the caller's transaction.
 * @returns false when the event was posted before: no change
 * @throws InsufficientBalance when a wallet, hold or bonus would fall below 0
 * @throws Error when the postings are unbalanced or empty
 */
export async function post(tx: Tx, entry: Entry): Promise<boolean> {
  const lines = linesOf(entry)
  const posted = await postingsInsert(withInserts(tx, { entry: entryInsert(tx, entry) }), lines)
    .returning('entry_id')
    .execute()
  if (posted.length === 0) return false
  addSpanEvent('ledger.entry_posted', { 'sanwo.ledger.event': entry.event })
  // Sorted by `normalisePostings`, so two entries lock the same balances in the same order.
  for (const [name, amountKobo] of lines)
    if (hasCachedBalance(name)) await changeBalance(tx, name, -amountKobo)
  return true
}

/**
 * The inserts of an entry that changes no customer's balance, for the statement that causes it. An event that was posted
 * before inserts nothing.
 * @throws Error when the postings are unbalanced or empty, or change a customer's balance
 */
export function entryInserts(tx: Tx, entry: Entry): Inserts {
  const lines = linesOf(entry)
  if (lines.some(([name]) => hasCachedBalance(name)))
    throw new Error(`Entry ${entry.event} changes a customer's balance`)
  addSpanEvent('ledger.entry_posted', { 'sanwo.ledger.event': entry.event })
  return { entry: entryInsert(tx, entry), postings: postingsInsert(tx, lines) }
}

/** @throws Error when the postings are unbalanced or empty */
function linesOf({ event, postings }: Entry): Entry['postings'] {
  const lines = normalisePostings(postings)
  const sum = lines.reduce((total, [, amountKobo]) => total + amountKobo, 0n)
  if (sum !== 0n) throw new Error(`Entry ${event} is out of balance by ${sum} kobo`)
  if (lines.length === 0) throw new Error(`Entry ${event} moves nothing`)
  return lines
}

const entryInsert = (db: QueryCreator<Tables>, { event, orderId, reverses, reason, postedAt }: Entry) =>
  db
    .insertInto('ledger_entries')
    .values({
      event,
      order_id: orderId,
      reverses: reverses ?? null,
      reason: reason ?? null,
      posted_at: sql<Date>`coalesce(${postedAt ?? null}::timestamptz, app_now())`,
    })
    .onConflict((conflict) => conflict.column('event').doNothing())
    .returning('id')

/** The postings of the `entry` that the same statement inserts. */
const postingsInsert = (db: QueryCreator<Tables>, lines: Entry['postings']) =>
  db
    .insertInto('ledger_postings')
    .columns(['entry_id', 'account', 'amount_kobo'])
    .expression(
      sql<never>`select entry.id, line.account, line.amount_kobo
      from entry, unnest(${lines.map(([name]) => name)}::text[], ${lines.map(([, kobo]) => String(kobo))}::bigint[]) as line (account, amount_kobo)`,
    )

async function changeBalance(tx: Tx, account: string, byKobo: bigint): Promise<void> {
  if (byKobo > 0n) {
    await tx
      .insertInto('balances')
      .values({ account, balance_kobo: byKobo })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet({ balance_kobo: sql`balances.balance_kobo + ${byKobo}` }),
      )
      .execute()
    return
  }
  const updated = await tx
    .updateTable('balances')
    .set({ balance_kobo: sql`balance_kobo + ${byKobo}` })
    .where('account', '=', account)
    .where(sql<boolean>`balance_kobo + ${byKobo} >= 0`)
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n) throw new InsufficientBalance(account)
}

/**
 * Locks one customer account until the transaction ends and returns its balance in kobo. Callers that lock several
 * accounts lock them in name order, as `post` does.
 */
export async function lockBalance(tx: Tx, account: string): Promise<bigint> {
  await tx
    .insertInto('balances')
    .values({ account, balance_kobo: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('balances')
    .select('balance_kobo')
    .where('account', '=', account)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.balance_kobo
}

/** A posted entry with its sums by account in kobo; undefined when there is none. */
export async function findPostedEntry(
  db: Database['q'] | Tx,
  event: string,
): Promise<{ id: bigint; orderId: OrderId | null; sums: ReadonlyMap<string, bigint> } | undefined> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
    .select(['ledger_entries.id', 'ledger_entries.order_id', 'account', 'amount_kobo'])
    .where('event', '=', event)
    .execute()
  const [first] = rows
  if (!first) return undefined
  const sums = new Map(rows.map((row) => [row.account, row.amount_kobo]))
  return { id: first.id, orderId: first.order_id, sums }
}

/** The balance of one customer account, kobo. */
export async function balanceOf(db: Database['q'] | Tx, account: string): Promise<bigint> {
  const row = await db
    .selectFrom('balances')
    .select('balance_kobo')
    .where('account', '=', account)
    .executeTakeFirst()
  return row?.balance_kobo ?? 0n
}

/** Every account with a non-zero sum, in kobo. The sums always add up to 0. */
export async function trialBalance(db: Database['q']): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ account: string; sum: string }>`
    select account, sum(amount_kobo)::text as sum from ledger_postings group by account having sum(amount_kobo) <> 0
    order by account`.execute(db)
  return new Map(rows.map(({ account, sum }) => [account, BigInt(sum)]))
}
