import { sql } from 'kysely'
import type { Database } from './connection.ts'

/** Indexes of tables that grow with every order or user, by name. A migration would stop writes while it creates one. */
const concurrentIndexes: Readonly<Record<string, string>> = {
  payments_with_card_signature_idx: 'payments (created_at) where card_signature is not null',
  payments_with_plain_card_idx: 'payments (id) where length(card_signature) <> 43',
  users_closed_idx: 'users (closed_at) where closed_at is not null',
}

/**
 * Creates the indexes that are missing while other transactions read and write their tables. An index that a failed run
 * left incomplete is created again. A scheduled job calls it, on one process: two runs could deadlock.
 * @throws Error when an index is incomplete afterwards
 */
export async function createIndexes(db: Database): Promise<void> {
  // The embedded database has one connection: no other transaction waits.
  const mode = sql.raw(db.engine === 'embedded' ? '' : 'concurrently')
  for (const [name, definition] of Object.entries(concurrentIndexes)) {
    const isValid = await isValidIndex(db, name)
    if (isValid) continue
    if (isValid === false) await sql`drop index ${mode} if exists ${sql.ref(name)}`.execute(db.q)
    await sql`create index ${mode} if not exists ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db.q)
    if (!(await isValidIndex(db, name))) throw new Error(`The index ${name} is incomplete`)
  }
}

/** Undefined when there is no such index. */
async function isValidIndex(db: Database, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(db.q)
  return rows[0]?.indisvalid
}
