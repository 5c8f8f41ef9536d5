import { type Kysely, sql } from 'kysely'

/**
 * The references of gateways and vendors, which a row gets after its insertion: each queues the row for the search. The
 * job of the search writes the documents of older rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Without reading the rows: the check of new rows is enough.
  await sql`alter table search_documents drop constraint search_documents_kind_check,
    add constraint search_documents_kind_check
      check (kind in ('order', 'payment', 'top_up', 'ticket', 'record', 'attempt')) not valid`.execute(db)
  await sql`create trigger queue_reference_for_search after update on payments for each row
    when (new.gateway_reference is distinct from old.gateway_reference) execute function queue_for_search()`.execute(
    db,
  )
  await sql`create trigger queue_reference_for_search after update on attempts for each row
    when (new.vendor_reference is distinct from old.vendor_reference) execute function queue_for_search()`.execute(
    db,
  )
  await sql`create trigger queue_for_search after insert on attempts for each row
    when (new.vendor_reference is not null) execute function queue_for_search()`.execute(db)
  for (const table of ['payments', 'attempts'])
    await sql`insert into search_backfills (table_name)
      select ${sql.lit(table)} where exists (select from ${sql.table(table)})
      on conflict (table_name) do update set last_id = excluded.last_id`.execute(db)
}
