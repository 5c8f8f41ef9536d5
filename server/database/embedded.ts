import { join } from 'node:path'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import { createPrivateFolder, restrictTree } from '../private-files.ts'
import { type ConnectOptions, createDatabase, type Database, int8Oid } from './connection.ts'
import { acquireLock, type Lock } from './lock.ts'
import { PreparedPglite } from './prepared-pglite.ts'

/** The part of PGlite that a connection uses. */
export type EmbeddedEngine = Pick<
  PGlite,
  'close' | 'closed' | 'exec' | 'query' | 'ready' | 'transaction' | 'waitReady'
>

/** Opens the embedded database in a folder, or in memory only. */
export async function connectEmbedded(options: ConnectOptions): Promise<Database> {
  let lock: Lock | undefined
  if (options.dataDir) {
    createPrivateFolder(options.dataDir)
    lock = acquireLock(options.dataDir)
  }
  const pglite = await openPglite({
    ...(options.dataDir ? { dataDir: join(options.dataDir, 'database') } : {}),
    ...(options.image ? { loadDataDir: options.image } : {}),
  })
  // PGlite creates world-readable files, regardless of the process's umask.
  const restrictFolder = () => options.dataDir && restrictTree(join(options.dataDir, 'database'))
  restrictFolder()
  return connectToEngine(pglite, async () => {
    restrictFolder()
    lock?.release()
  })
}

/** Starts the engine of the embedded database. */
export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const pglite = new PreparedPglite({ ...options, parsers: { [int8Oid]: BigInt } })
  await pglite.waitReady
  return pglite
}

/** A connection to an open engine, which it closes. */
export function connectToEngine(engine: EmbeddedEngine, closeResources: () => Promise<void>): Database {
  const numberParsers = { parsers: { [int8Oid]: Number } }
  const jobs = fromPglite({
    query: (text, values) => engine.query(text, values, numberParsers),
    exec: (text) => engine.exec(text, numberParsers),
  })
  return createDatabase('embedded', new PGliteDialect({ pglite: engine }), jobs, closeResources)
}
