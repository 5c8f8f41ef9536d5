import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { inChildSpan } from '../telemetry/index.ts'
import { isReadOnlyServer } from './connection-errors.ts'
import { guardedDialect } from './guarded-dialect.ts'
import { isStalePlan, withPreparedStatements } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { runInTransactionContext } from './transaction-context.ts'

/** The database interface of pg-boss: SQL text and values. */
export type JobsConnection = NonNullable<ConstructorOptions['db']>
export type Tx = Transaction<Tables>

/** Connections of one pool. */
export interface PoolUse {
  readonly name: string
  readonly max: number
  readonly used: number
  readonly idle: number
  /** Callers that wait for a connection. */
  readonly waiting: number
}

export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /** The connection for reads and single statements. Throws inside a transaction. */
  readonly q: Kysely<Tables>
  /**
   * Runs `work` in a READ COMMITTED transaction: commits it or rolls it back. Retried once if a schema change
   * invalidated a prepared statement, or if the server takes no writes.
   */
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The connection pools; none for the embedded database. */
  pools(): readonly PoolUse[]
  /** The connection of pg-boss, which sends SQL text and parses numbers itself. */
  readonly jobsConnection: JobsConnection
  close(): Promise<void>
}

export interface ConnectOptions {
  /** PostgreSQL if set; otherwise the embedded database. */
  readonly databaseUrl: string | null
  /** Folder of the embedded database, or null for in-memory (tests). */
  readonly dataDir: string | null
  readonly pool?: number
  /** A statement without a response within this time fails, and its connection is closed. */
  readonly timeoutMs?: number
  /** Image of a prepared embedded database (tests). */
  readonly image?: Blob
}

/** Type oid of kobo amounts and counts, parsed as bigint. */
export const int8Oid = 20

/** Opens the database without migrating it. The embedded database locks its folder first. */
export async function connect(options: ConnectOptions): Promise<Database> {
  if (options.databaseUrl) return connectPostgres(options.databaseUrl, options)
  // Loaded on demand: it is large, and a process that uses PostgreSQL does not need it.
  const { connectEmbedded } = await import('./embedded.ts')
  return connectEmbedded(options)
}

/** A connection may stay open without responding, for example behind a proxy that no longer forwards. */
const defaultTimeoutMs = 30_000
/** pg-boss statements may delete or move many rows. */
const jobsTimeoutFactor = 4
/** Maximum wait for connections that do not close. */
const poolEndTimeoutMs = 5_000

const endPool = (pool: pg.Pool): Promise<void> =>
  Promise.race([pool.end(), pause(poolEndTimeoutMs, undefined, { ref: false })])

function connectPostgres(
  url: string,
  { pool: size = 10, timeoutMs = defaultTimeoutMs }: ConnectOptions,
): Database {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8Oid, BigInt)
  const baseOptions = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const pool = new pg.Pool({ ...baseOptions, max: size, types, application_name: 'sanwo' })
  const jobs = new pg.Pool({
    ...baseOptions,
    max: 3,
    query_timeout: jobsTimeoutFactor * timeoutMs,
    application_name: 'sanwo-jobs',
  })
  for (const eachPool of [pool, jobs]) {
    // A connection that PostgreSQL closed while idle is replaced at the next use.
    eachPool.on('error', () => {})
    // A connection closed between two statements of a transaction fails the next statement. Without a listener, this
    // event would end the process.
    eachPool.on('connect', (client) => client.on('error', () => {}))
  }
  return createDatabase(
    'postgres',
    new PostgresDialect({ pool: { ...withPreparedStatements(pool, timeoutMs), end: () => endPool(pool) } }),
    { executeSql: (text, values) => queryJobs(jobs, text, values) },
    () => endPool(jobs),
    () => [poolUse('sanwo', pool), poolUse('sanwo-jobs', jobs)],
  )
}

const poolUse = (name: string, pool: pg.Pool): PoolUse => ({
  name,
  max: pool.options.max,
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

/**
 * pg-boss sends whole transactions as one text; a failed one would leave its connection aborted. A connection to a
 * server that takes no writes is closed: the next one may reach the primary.
 */
async function queryJobs(jobs: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await jobs.connect()
  let isReadOnly = false
  try {
    return await client.query(text, values)
  } catch (error) {
    isReadOnly = isReadOnlyServer(error)
    throw error
  } finally {
    client.release(isReadOnly || client.getTransactionStatus() !== 'I')
  }
}

/** Creates a database on top of a dialect, for either engine. */
export function createDatabase(
  engine: Database['engine'],
  dialect: Dialect,
  jobsConnection: JobsConnection,
  closeResources: () => Promise<void>,
  pools: () => readonly PoolUse[] = () => [],
): Database {
  let closing: Promise<void> | undefined
  const q = new Kysely<Tables>({ dialect: guardedDialect(dialect, engine === 'embedded') })
  return {
    engine,
    q,
    jobsConnection,
    pools,
    async inTransaction(work) {
      const run = () =>
        inChildSpan('database.transaction', {}, async () => {
          const listeners: (() => void)[] = []
          const result = await q
            .transaction()
            .execute((tx) => runInTransactionContext(() => work(tx), listeners))
          for (const listener of listeners) listener()
          return result
        })
      try {
        return await run()
      } catch (error) {
        // On a read-only server nothing was written, and a new connection may reach the primary.
        if (isStalePlan(error) || (engine === 'postgres' && isReadOnlyServer(error))) return run()
        throw error
      }
    },
    close() {
      closing ??= q.destroy().then(closeResources)
      return closing
    },
  }
}
