import { sql } from 'kysely'
import type { TestClient } from './test-client.ts'

const tables = [
  'orders',
  'payments',
  'attempts',
  'refunds',
  'deposits',
  'ledger_postings',
  'reconciliation_breaks',
]

/** Counters and times of polling. */
const pollingColumns = [
  'due_at',
  'last_seen_at',
  'verify_count',
  'version',
  'requery_count',
  'not_found_count',
  'not_found_since',
]

/** A digest of every table that a recovery may change, without the counters and times of polling. */
export async function recoveryDigest(app: Pick<TestClient, 'db'>): Promise<Record<string, string>> {
  const digests = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ text: string }>`
        select coalesce(md5(string_agg(row::text, '' order by row::text)), '') as text
        from (select to_jsonb(stored) - ${pollingColumns}::text[] as row
          from ${sql.table(table)} as stored) as rows`.execute(app.db.q)
      return [table, rows[0]?.text ?? '']
    }),
  )
  return Object.fromEntries(digests)
}

/** References of captures at the gateways that are neither delivered, credited, refunded nor listed for a manager. */
export async function unhandledCaptures(app: Pick<TestClient, 'db' | 'providerRecords'>): Promise<string[]> {
  const { captures, refunds } = await app.providerRecords()
  const { rows } = await sql<{ name: string }>`
    select reference as name from orders where state = 'delivered' or review_since is not null
    union select gateway_reference from deposits join reconciliation_breaks on subject = deposits.id::text
      where state = 'unmatched' and kind = 'unallocated_funds' and resolved_at is null
    union select reference from payments where purpose = 'wallet_topup' and state in ('succeeded', 'succeeded_late')`.execute(
    app.db.q,
  )
  const handledReferences = new Set(rows.map(({ name }) => name))
  const refundedReferences = new Set(refunds.map(({ reference }) => reference))
  return captures
    .filter(
      ({ reference, orderReference }) =>
        !handledReferences.has(reference) && !handledReferences.has(orderReference ?? ''),
    )
    .filter(({ reference }) => !refundedReferences.has(reference))
    .map(({ reference }) => reference)
}
