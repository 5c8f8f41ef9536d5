import { type Kysely, sql } from 'kysely'

/** Tables whose rows are queued for the search when they are inserted. Orders are queued when they are paid for. */
const queuedOnInsert = ['payments', 'tickets', 'power_records', 'deposits'] as const

/**
 * The text by which managers find a row, with a trigram index that needs no extension. Triggers only queue a row, and
 * a job writes its document. The same job writes those of rows from before the migration, so nothing here depends on
 * the number of rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_documents (
      row_id uuid primary key,
      kind text not null check (kind in ('order', 'payment', 'top_up', 'ticket', 'record')),
      body text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index search_documents_kind_created_at_idx on search_documents (kind, created_at, row_id)`.execute(
    db,
  )
  // The kind is in the index: a name that every order has must not make a search of payments read every order. The cost
  // keeps the planner from evaluating the function for each row.
  await sql`create function search_trigrams(kind text, body text) returns text[]
    language sql immutable strict parallel safe cost 10000 as $$
    select array(select substr(body, n, 3) from generate_series(1, length(body) - 2) as n) || kind $$`.execute(
    db,
  )
  await sql`create index search_documents_body_idx on search_documents using gin (search_trigrams(kind, body))`.execute(
    db,
  )
  await sql`create table search_queue (
      id bigint generated always as identity primary key,
      table_name text not null,
      row_id uuid not null
    )`.execute(db)
  await sql`create table search_backfills (
      table_name text primary key,
      last_id uuid not null default '00000000-0000-0000-0000-000000000000'
    )`.execute(db)
  for (const table of ['orders', ...queuedOnInsert])
    await sql`insert into search_backfills (table_name)
      select ${sql.lit(table)} where exists (select from ${sql.table(table)})`.execute(db)
  await sql`create function queue_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (table_name, row_id) values (tg_table_name, new.id);
      return null;
    end $$`.execute(db)
  for (const table of queuedOnInsert)
    await sql`create trigger queue_for_search after insert on ${sql.table(table)} for each row
      execute function queue_for_search()`.execute(db)
  await sql`create trigger queue_for_search after update on orders for each row
    when (old.state = 'quoted' and new.state <> 'quoted') execute function queue_for_search()`.execute(db)
}
