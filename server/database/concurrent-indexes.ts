import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Indexes of tables that grow with every order, by name. A migration would stop writes to the table while it creates one. */
const concurrentIndexes: Readonly<Record<string, string>> = {
  payments_with_card_signature_idx: 'payments (created_at) where card_signature is not null',
}

/**
 * Creates the indexes that are missing while other transactions read and write their tables. One that an ended process
 * left incomplete is created again; one that another process is creating is left to it.
 */
export async function createIndexes(db: Database): Promise<void> {
  for (const [name, definition] of Object.entries(concurrentIndexes)) {
    const state = await stateOf(db, name)
    if (state === 'complete' || state === 'in_progress') continue
    if (state === 'incomplete') await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db.q)
    // The embedded database has one connection, so no other transaction could write meanwhile.
    const mode = sql.raw(db.engine === 'embedded' ? '' : 'concurrently')
    await sql`create index ${mode} if not exists ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db.q)
  }
}

type IndexState = 'missing' | 'in_progress' | 'incomplete' | 'complete'

async function stateOf(db: Database, name: string): Promise<IndexState> {
  const { rows } = await sql<{ is_valid: boolean; is_in_progress: boolean }>`
    select indisvalid as is_valid, exists (
      select from pg_stat_progress_create_index as progress where progress.index_relid = indexrelid
    ) as is_in_progress
    from pg_index where indexrelid = to_regclass(${name})`.execute(db.q)
  const [index] = rows
  if (!index) return 'missing'
  if (index.is_valid) return 'complete'
  return index.is_in_progress ? 'in_progress' : 'incomplete'
}
