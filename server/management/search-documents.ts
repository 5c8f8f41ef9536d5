import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database/index.ts'
import type { ScheduledJob } from '../jobs/index.ts'

/** A phone as people write it, 08…; null for another number. */
const localForm = (number: string) =>
  sql`case when ${sql.ref(number)} like '+234%' then '0' || substr(${sql.ref(number)}, 5) end`

/**
 * The document of each row of a table: what customers, gateways and vendors can quote, never a token or PIN. Columns `row_id`, `kind`, `body`
 * and `created_at`.
 */
export const documentSources = {
  orders: sql`select id as row_id, 'order' as kind, created_at, lower(concat_ws(' ', reference, beneficiary,
    ${localForm('beneficiary')}, nullif(phone, beneficiary), ${localForm('phone')}, email, customer_snapshot ->> 'name')) as body
    from orders where state <> 'quoted'`,
  payments: sql`select id as row_id, case purpose when 'order' then 'payment' else 'top_up' end as kind, created_at,
    lower(concat_ws(' ', reference, gateway_reference)) as body from payments`,
  attempts: sql`select id as row_id, 'attempt' as kind, created_at,
    lower(concat_ws(' ', request_id, vendor_reference)) as body from attempts where vendor_reference is not null`,
  deposits: sql`select id as row_id, 'top_up' as kind, created_at,
    lower(concat_ws(' ', gateway_reference, transaction_id)) as body from deposits`,
  tickets: sql`select tickets.id as row_id, 'ticket' as kind, tickets.created_at,
    lower(concat_ws(' ', number, tickets.email, orders.reference, message)) as body
    from tickets left join orders on orders.id = tickets.order_id`,
  power_records: sql`select id as row_id, 'record' as kind, created_at, lower(concat_ws(' ', reference, meter_number,
    phone, ${localForm('phone')}, email, order_reference, platform, disco)) as body from power_records`,
} as const satisfies Readonly<Record<string, RawBuilder<unknown>>>

const tables = Object.keys(documentSources) as (keyof typeof documentSources)[]

/** Rows of one transaction. */
const batchSize = 500
/** A run ends before the next one is due. */
const maxRunMs = 40_000

/** Writes the search documents of queued rows, and of rows that are older than the search. */
export const searchIndexJob = (db: Database): ScheduledJob => ({
  name: 'index-search',
  cron: '* * * * *',
  run: () => indexQueuedRows(db),
  timeoutSeconds: 50,
})

/** @returns the number of queued rows and of older rows that were indexed */
export async function indexQueuedRows(db: Database): Promise<number> {
  const startedAt = performance.now()
  let total = 0
  for (;;) {
    const indexedCount =
      (await db.inTransaction(indexQueueBatch)) + (await db.inTransaction(indexBackfillBatch))
    total += indexedCount
    if (indexedCount === 0 || performance.now() - startedAt > maxRunMs) break
  }
  // New entries wait in a list that every search reads; this moves them into the index.
  if (total > 0) await sql`select gin_clean_pending_list('search_documents_body_idx'::regclass)`.execute(db.q)
  return total
}

async function indexQueueBatch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ table_name: string; row_id: string }>`
    delete from search_queue where id in (
      select id from search_queue order by id limit ${batchSize} for update skip locked)
    returning table_name, row_id`.execute(tx)
  for (const table of tables)
    await writeDocuments(
      tx,
      table,
      rows.filter(({ table_name }) => table_name === table).map(({ row_id }) => row_id),
    )
  return rows.length
}

async function indexBackfillBatch(tx: Tx): Promise<number> {
  const backfill = await tx
    .selectFrom('search_backfills')
    .selectAll()
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const table = tables.find((name) => name === backfill?.table_name)
  if (!backfill || !table) return 0
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > ${backfill.last_id}::uuid order by id limit ${batchSize}`.execute(
    tx,
  )
  const lastId = rows.at(-1)?.id
  if (lastId === undefined) {
    await tx.deleteFrom('search_backfills').where('table_name', '=', table).execute()
    return 1
  }
  await writeDocuments(
    tx,
    table,
    rows.map(({ id }) => id),
  )
  await tx.updateTable('search_backfills').set({ last_id: lastId }).where('table_name', '=', table).execute()
  return rows.length
}

async function writeDocuments(
  tx: Tx,
  table: keyof typeof documentSources,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into search_documents (row_id, kind, created_at, body)
    select row_id, kind, created_at, body from (${documentSources[table]}) as source
    where row_id = any(${[...ids]}::uuid[])
    on conflict (row_id) do update set body = excluded.body where search_documents.body <> excluded.body`.execute(
    tx,
  )
}
