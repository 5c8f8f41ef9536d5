import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connect, type Database, migrate, seed } from '../../server/database/index.ts'

/** The PostgreSQL server that the second leg of the tests runs against; null on the embedded leg. */
export const postgres = process.env.TEST_DATABASE_URL ?? null

let image: Promise<Blob> | undefined
let template: Promise<string> | undefined

export interface TestDatabase {
  db: Database
  /** For a second connection to the same database; null on the embedded leg. */
  url: string | null
  drop(): Promise<void>
}

/** A fresh migrated and seeded database: a copy in memory, or on PostgreSQL a copy of a template. */
export async function freshDatabase(): Promise<TestDatabase> {
  return postgres ? freshPostgres(postgres) : freshEmbedded()
}

async function freshEmbedded(): Promise<TestDatabase> {
  image ??= makeImage()
  const db = await connect({ databaseUrl: null, dataDir: null, image: await image })
  return { db, url: null, drop: () => db.close() }
}

/** One prepared embedded database for every test file, remade when the code that prepares it changes. */
async function makeImage(): Promise<Blob> {
  const file = join(tmpdir(), `sanwo-image-${await schemaHash()}.tar`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return new Blob([kept])
  const folder = await mkdtemp(join(tmpdir(), 'sanwo-image-'))
  const db = await connect({ databaseUrl: null, dataDir: folder })
  await migrate(db)
  await seed(db)
  await db.close()
  const pglite = await PGlite.create(join(folder, 'database'))
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
  await rename(`${file}.${process.pid}`, file)
  await rm(folder, { recursive: true, force: true })
  return dump
}

async function schemaHash(): Promise<string> {
  const root = new URL('../../server/database/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of (await readdir(root, { recursive: true })).filter((it) => it.endsWith('.ts')).sort()) {
    hash.update(name).update(await readFile(new URL(name, root)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function freshPostgres(server: string): Promise<TestDatabase> {
  template ??= makeTemplate(server)
  const name = `sanwo_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${await template}`)
  const url = databaseAt(server, name)
  const db = await connect({ databaseUrl: url, dataDir: null })
  return {
    db,
    url,
    drop: async () => {
      await db.close()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

/** One prepared database on the server for every test run, remade when the code that prepares it changes. */
async function makeTemplate(server: string): Promise<string> {
  const name = `sanwo_template_${await schemaHash()}`
  const making = `sanwo_making_${randomBytes(6).toString('hex')}`
  if ((await onServer(server, `select 1 from pg_database where datname = '${name}'`)) > 0) return name
  await onServer(server, `create database ${making}`)
  const db = await connect({ databaseUrl: databaseAt(server, making), dataDir: null })
  await migrate(db)
  await seed(db)
  await db.close()
  try {
    await onServer(server, `alter database ${making} rename to ${name}`)
  } catch {
    // Another test file was quicker; its template is the same.
    await onServer(server, `drop database ${making}`)
  }
  return name
}

const databaseAt = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

/** @returns how many rows the statement gave or touched */
async function onServer(server: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}
