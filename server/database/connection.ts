import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, type Driver, Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { assertOutsideTransaction, markTransaction } from './context.ts'
import { hold, type Lock } from './lock.ts'
import type { Tables } from './tables.ts'

/** How pg-boss speaks to a database: SQL text and values. */
export type JobsConnection = NonNullable<ConstructorOptions['db']>
export type Tx = Transaction<Tables>

export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /** The plain connection: reads, and single statements. Throws inside a transaction. */
  readonly q: Kysely<Tables>
  /** Commits what `work` did, or nothing. READ COMMITTED. */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For pg-boss, which speaks SQL text and reads numbers its own way. */
  readonly jobsConnection: JobsConnection
  close(): Promise<void>
}

export interface Where {
  /** PostgreSQL when given; otherwise the embedded database. */
  readonly databaseUrl: string | null
  /** The embedded database's folder, or null for one in memory (tests). */
  readonly dataDir: string | null
  readonly pool?: number
  /** A prepared embedded database to start from (tests). */
  readonly image?: Blob
}

const int8 = 20

/** Opens the database without migrating it. On the embedded one it takes the folder's lock first. */
export async function connect(where: Where): Promise<Database> {
  return where.databaseUrl ? connectPostgres(where.databaseUrl, where.pool ?? 10) : connectEmbedded(where)
}

function connectPostgres(url: string, size: number): Database {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, BigInt)
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'sanwo',
  })
  const jobs = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: 10_000,
    application_name: 'sanwo-jobs',
  })
  // A connection that PostgreSQL closed while idle is replaced at the next use.
  pool.on('error', () => {})
  jobs.on('error', () => {})
  return made(
    'postgres',
    new PostgresDialect({ pool }),
    { executeSql: (text, values) => jobs.query(text, values) },
    async () => {
      await jobs.end()
    },
  )
}

async function connectEmbedded(where: Where): Promise<Database> {
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

function made(
  engine: Database['engine'],
  dialect: Dialect,
  jobsConnection: JobsConnection,
  end: () => Promise<void>,
): Database {
  let closed: Promise<void> | undefined
  const q = new Kysely<Tables>({ dialect: watched(dialect, engine === 'embedded') })
  return {
    engine,
    q,
    jobsConnection,
    inTransaction: (work) => q.transaction().execute((tx) => markTransaction(() => work(tx))),
    close() {
      closed ??= q.destroy().then(end)
      return closed
    },
  }
}

/**
 * The same dialect, whose plain connection refuses to be used inside a transaction. Kysely would make
 * such a query wait for the embedded database's only connection before it asks us, for ever; so we
 * tell it that there are many, and lend the one to a query or transaction at a time ourselves.
 */
function watched(dialect: Dialect, oneAtATime: boolean): Dialect {
  return {
    createAdapter: () =>
      new Proxy(dialect.createAdapter(), {
        get: (target, name) => (name === 'supportsMultipleConnections' ? true : bound(target, name)),
      }),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchedDriver(dialect.createDriver(), oneAtATime),
  }
}

function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

function watchedDriver(driver: Driver, oneAtATime: boolean): Driver {
  let last: Promise<void> = Promise.resolve()
  let handBack = () => {}
  return new Proxy(driver, {
    get(target, name) {
      if (name === 'acquireConnection') {
        return async (...given: Parameters<Driver['acquireConnection']>) => {
          assertOutsideTransaction('The plain connection was used')
          if (oneAtATime) {
            const before = last
            const turn = Promise.withResolvers<void>()
            last = turn.promise
            await before
            handBack = turn.resolve
          }
          return target.acquireConnection(...given)
        }
      }
      if (name === 'releaseConnection') {
        return async (...given: Parameters<Driver['releaseConnection']>) => {
          await target.releaseConnection(...given)
          handBack()
        }
      }
      return bound(target, name)
    },
  })
}
