import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { hasCachedBalance, normalisePostings } from '../ledger/index.ts'
import type { DatedEntry } from './order-entries.ts'

const chunkSize = 200

/** Posts backdated entries, oldest first, and changes the cached balances by their sums. */
export async function insertEntries(tx: Tx, entries: readonly DatedEntry[]): Promise<void> {
  const sortedEntries = [...entries].sort((a, b) => a.at.getTime() - b.at.getTime())
  const changes = new Map<string, bigint>()
  for (let start = 0; start < sortedEntries.length; start += chunkSize) {
    const chunk = sortedEntries.slice(start, start + chunkSize)
    const insertedEntries = await tx
      .insertInto('ledger_entries')
      .values(
        chunk.map(({ at, entry }) => ({
          event: entry.event,
          order_id: entry.orderId,
          reverses: null,
          reason: entry.reason ?? null,
          posted_at: at,
        })),
      )
      .returning(['id', 'event'])
      .execute()
    const ids = new Map(insertedEntries.map(({ id, event }) => [event, id]))
    const postings = chunk.flatMap(({ entry }) => {
      const entryId = ids.get(entry.event)
      if (entryId === undefined) throw new Error(`Entry ${entry.event} was not inserted`)
      return normalisePostings(entry.postings).map(([account, amountKobo]) => ({
        entry_id: entryId,
        account,
        amount_kobo: amountKobo,
      }))
    })
    await tx.insertInto('ledger_postings').values(postings).execute()
    // A customer's balance is a liability: a credit, which is negative, raises it.
    for (const { account, amount_kobo } of postings)
      if (hasCachedBalance(account)) changes.set(account, (changes.get(account) ?? 0n) - amount_kobo)
  }
  const balances = [...changes].map(([account, balance_kobo]) => ({ account, balance_kobo }))
  if (balances.length === 0) return
  await tx
    .insertInto('balances')
    .values(balances)
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet({ balance_kobo: sql<bigint>`balances.balance_kobo + excluded.balance_kobo` }),
    )
    .execute()
}
