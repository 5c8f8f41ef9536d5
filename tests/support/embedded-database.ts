import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { connect, migrate, seed } from '../../server/database/index.ts'

let preparedFolder: Promise<string> | undefined

/** Puts a migrated and seeded embedded database into the data folder of an application that is not started yet. */
export async function prepareDataFolder(folder: string): Promise<void> {
  preparedFolder ??= prepareEmbedded()
  await cp(join(await preparedFolder, 'database'), join(folder, 'database'), { recursive: true })
}

/** The same database as an image, for a database in memory. */
export async function readDatabaseDump(): Promise<Blob> {
  preparedFolder ??= prepareEmbedded()
  return new Blob([await readFile(join(await preparedFolder, 'image.tar'))])
}

/**
 * One prepared embedded database for all test files, rebuilt when server/database changes.
 * @returns a folder with the database's files in `database` and as an image for memory in `image.tar`
 */
async function prepareEmbedded(): Promise<string> {
  const target = join(tmpdir(), `sanwo-prepared-${await schemaHash()}`)
  if (existsSync(target)) return target
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-preparing-'))
  const db = await connect({ databaseUrl: null, dataDir: folder })
  await migrate(db)
  await seed(db)
  await db.close()
  const pglite = await PGlite.create(join(folder, 'database'))
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(join(folder, 'image.tar'), Buffer.from(await dump.arrayBuffer()))
  await rename(folder, target).catch((error: unknown) => {
    // Another test file prepared the same database first.
    if (!existsSync(target)) throw error
    return rm(folder, { recursive: true, force: true })
  })
  return target
}

/** Identifies the sources of server/database. */
export async function schemaHash(): Promise<string> {
  const folders = [
    new URL('../../server/database/', import.meta.url),
    new URL('../../server/service-data/', import.meta.url),
  ]
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = await readdir(folder, { recursive: true })
    for (const name of files.filter((file) => file.endsWith('.ts')).sort())
      hash.update(name).update(await readFile(new URL(name, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}
