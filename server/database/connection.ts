import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import { markTransaction } from './context.ts'
import { isStalePlan, preparing } from './prepared.ts'
import type { Tables } from './tables.ts'
import { watched } from './watched.ts'

/** How pg-boss speaks to a database: SQL text and values. */
export type JobsConnection = NonNullable<ConstructorOptions['db']>
export type Tx = Transaction<Tables>

export interface Database {
  readonly engine: 'embedded' | 'postgres'
  /** The plain connection: reads, and single statements. Throws inside a transaction. */
  readonly q: Kysely<Tables>
  /** Commits what `work` did, or nothing; what was rolled back for a table's new shape is done once more. READ COMMITTED. */
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
  /** A statement that PostgreSQL does not answer within this time has failed, and its connection with it. */
  readonly patienceMs?: number
  /** A prepared embedded database to start from (tests). */
  readonly image?: Blob
}

/** The type of kobo and of counts, read as bigint. */
export const int8 = 20

/** Opens the database without migrating it. On the embedded one it takes the folder's lock first. */
export async function connect(where: Where): Promise<Database> {
  if (where.databaseUrl) return connectPostgres(where.databaseUrl, where)
  // It is large, and a process before PostgreSQL never needs it.
  const { connectEmbedded } = await import('./embedded.ts')
  return connectEmbedded(where)
}

/** A connection can fall silent and stay open, as behind a proxy that forwards nothing any more. */
const usualPatienceMs = 30_000
/** pg-boss deletes and moves many rows at once. */
const jobsFactor = 4
/** A close waits no longer for connections that say no goodbye. */
const goodbyeMs = 5_000

const goodbye = (pool: pg.Pool): Promise<void> =>
  Promise.race([pool.end(), pause(goodbyeMs, undefined, { ref: false })])

function connectPostgres(url: string, { pool: size = 10, patienceMs = usualPatienceMs }: Where): Database {
  const types = new pg.TypeOverrides()
  types.setTypeParser(int8, BigInt)
  const usual = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Of a transaction whose process fell silent: its locks are free again by then.
    idle_in_transaction_session_timeout: 2 * patienceMs,
  }
  const pool = new pg.Pool({ ...usual, max: size, types, application_name: 'sanwo' })
  const jobs = new pg.Pool({
    ...usual,
    max: 3,
    query_timeout: jobsFactor * patienceMs,
    application_name: 'sanwo-jobs',
  })
  for (const each of [pool, jobs]) {
    // A connection that PostgreSQL closed while idle is replaced at the next use.
    each.on('error', () => {})
    // One that is closed between two statements of a transaction says so at the next statement. Unheard, it would end the process.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  return made(
    'postgres',
    new PostgresDialect({ pool: { ...preparing(pool, patienceMs), end: () => goodbye(pool) } }),
    { executeSql: (text, values) => jobs.query(text, values) },
    () => goodbye(jobs),
  )
}

/** A database over a dialect, whichever engine it speaks to. */
export function made(
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
    async inTransaction(work) {
      const run = () => q.transaction().execute((tx) => markTransaction(() => work(tx)))
      try {
        return await run()
      } catch (error) {
        if (isStalePlan(error)) return run()
        throw error
      }
    },
    close() {
      closed ??= q.destroy().then(end)
      return closed
    },
  }
}
