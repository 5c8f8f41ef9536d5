import type { InsertQueryBuilder, Kysely, QueryCreator } from 'kysely'
import type { Tables } from './tables.ts'

/** An insert that is sent as a part of another statement. */
type Insert = { [T in keyof Tables]: InsertQueryBuilder<Tables, T, unknown> }[keyof Tables]

/** Inserts that are sent with a statement as one, by the name that later ones may select from. */
export type Inserts = Readonly<Record<string, Insert>>

/**
 * A statement with inserts, which the database executes as one. The inserts are executed even if the statement changes
 * no row: its caller then rolls back.
 */
export function withInserts(db: Kysely<Tables>, inserts: Inserts): QueryCreator<Tables> {
  let query: QueryCreator<Tables> = db
  for (const [name, insert] of Object.entries(inserts))
    query = query.with(
      name,
      () => insert as InsertQueryBuilder<Tables, keyof Tables, Record<string, unknown>>,
    )
  return query
}
