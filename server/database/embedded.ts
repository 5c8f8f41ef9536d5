import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import { makePrivateFolder, makePrivateTree } from '../private-files.ts'
import { type ConnectOptions, createDatabase, type Database, int8Oid } from './connection.ts'
import { acquireLock, type Lock } from './lock.ts'

/** Opens the embedded database in a folder, or in memory only. */
export async function connectEmbedded(options: ConnectOptions): Promise<Database> {
  let lock: Lock | undefined
  if (options.dataDir) {
    makePrivateFolder(options.dataDir)
    lock = acquireLock(options.dataDir)
  }
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: join(options.dataDir, 'database') } : {}),
    ...(options.image ? { loadDataDir: options.image } : {}),
    parsers: { [int8Oid]: BigInt },
  })
  // PGlite creates world-readable files, whatever the process's umask.
  const restrictFolder = () => options.dataDir && makePrivateTree(join(options.dataDir, 'database'))
  restrictFolder()
  const numberParsers = { parsers: { [int8Oid]: Number } }
  const jobs = fromPglite({
    query: (text, values) => pglite.query(text, values, numberParsers),
    exec: (text) => pglite.exec(text, numberParsers),
  })
  return createDatabase('embedded', new PGliteDialect({ pglite }), jobs, async () => {
    restrictFolder()
    lock?.release()
  })
}
