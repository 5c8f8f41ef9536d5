import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import { type Database, int8, made, type Where } from './connection.ts'
import { hold, type Lock } from './lock.ts'

/** Opens the embedded database: a folder, or memory alone. */
export async function connectEmbedded(where: Where): Promise<Database> {
  let lock: Lock | undefined
  if (where.dataDir) {
    mkdirSync(where.dataDir, { recursive: true, mode: 0o700 })
    lock = hold(where.dataDir)
  }
  const pglite = await PGlite.create({
    ...(where.dataDir ? { dataDir: join(where.dataDir, 'database') } : {}),
    ...(where.image ? { loadDataDir: where.image } : {}),
    parsers: { [int8]: BigInt },
  })
  const asNumbers = { parsers: { [int8]: Number } }
  const jobs = fromPglite({
    query: (text, values) => pglite.query(text, values, asNumbers),
    exec: (text) => pglite.exec(text, asNumbers),
  })
  return made('embedded', new PGliteDialect({ pglite }), jobs, async () => lock?.release())
}
