import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The PostgreSQL server of the bench: TEST_DATABASE_URL, or the local one. */
export const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export interface FreshDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A new empty database, dropped afterwards. */
export async function freshPostgres(): Promise<FreshDatabase> {
  const name = `sanwo_bench_${randomBytes(5).toString('hex')}`
  await onServer(`create database ${name}`)
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => void (await onServer(`drop database if exists ${name} with (force)`)),
  }
}

/** Null when there is no server. */
export async function postgresVersion(): Promise<string | null> {
  try {
    const [row] = await onServer('show server_version')
    return String(row?.server_version)
  } catch {
    return null
  }
}

async function onServer(statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
