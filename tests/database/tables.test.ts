import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** A column as a query reads it. `type` is its TypeScript type, or `text` for any type that is read as text. */
interface Column {
  readonly type: string
  readonly nullable: boolean
}
type Columns = Readonly<Record<string, Column>>

const folder = join(import.meta.dirname, '../../server/database')
const files = readdirSync(folder).filter((file) => /^tables.*\.ts$/.test(file))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const typesByDatabaseType: Readonly<Record<string, string>> = {
  int8: 'bigint',
  int4: 'number',
  int2: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
}

/** Columns of every table of the migrated schema. */
async function migratedTables(): Promise<Record<string, Columns>> {
  const { rows } = await sql<{
    table_name: string
    column_name: string
    type: string
    nullable: boolean
  }>`
    select table_name, column_name, udt_name as type, is_nullable = 'YES' as nullable
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_migration'`.execute(
    database.db.q,
  )
  const columnsOf = (table: string) =>
    rows
      .filter((row) => row.table_name === table)
      .map(({ column_name: name, type, nullable }) => [
        name,
        { type: typesByDatabaseType[type] ?? 'text', nullable },
      ])
  return Object.fromEntries(
    [...new Set(rows.map((row) => row.table_name))].map((table) => [
      table,
      Object.fromEntries(columnsOf(table)),
    ]),
  )
}

/** Columns of every table in the declared types, whose files list one column per line or a table on one line. */
function declaredTables(): Record<string, Columns> {
  const source = files
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
    .replace(/\/\*\*?[\s\S]*?\*\//g, '')
  const tables = [...source.matchAll(/^ {2}(\w+): \{(?: (.*) \}|\n([\s\S]*?)\n {2}\})$/gm)]
  return Object.fromEntries(
    tables.map(([, table = '', line, block]) => {
      const columns = (line?.split('; ') ?? (block ?? '').split(/\n(?= {4}\w+: )/)).filter((text) =>
        text.trim(),
      )
      return [table, Object.fromEntries(columns.map(declaredColumn))]
    }),
  )
}

function declaredColumn(text: string): [name: string, column: Column] {
  const [, name = '', declared = ''] = /^\s*(\w+): ([\s\S]*)$/.exec(text) ?? []
  const read = readType(declared.replace(/\s+/g, ' ').trim())
    .replace(/\b(Json|Readonly|Record)<.*>/, 'Json')
    .replace(/\{.*\}(\[\])?/, 'Json')
  const type = Object.values(typesByDatabaseType).find((known) => new RegExp(`\\b${known}\\b`).test(read))
  return [name, { type: type ?? 'text', nullable: /\| null\b/.test(read) }]
}

/** The type that a query reads: the first argument of a `ColumnType`, or the argument of a generated column. */
function readType(declared: string): string {
  const nullable = /^Nullable<(.*)>$/.exec(declared)?.[1]
  if (nullable !== undefined) return `${nullable} | null`
  const [, list] = /^(?:ColumnType|Generated|GeneratedAlways)<(.*)>$/.exec(declared) ?? []
  if (list === undefined) return declared
  let depth = 0
  for (const [index, character] of [...list].entries()) {
    if ('<{(['.includes(character)) depth += 1
    else if ('>})]'.includes(character)) depth -= 1
    else if (character === ',' && depth === 0) return list.slice(0, index)
  }
  return list
}

test('the declared tables and columns are those of the migrated schema, with their types', async () => {
  const migrated = await migratedTables()
  const declared = declaredTables()
  expect(declared).toEqual(migrated)
})
