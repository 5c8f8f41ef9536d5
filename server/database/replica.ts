import { sql } from 'kysely'
import type { Logger } from 'pino'
import { cachedRead } from './cached-read.ts'
import { connect, type Database } from './connection.ts'

/** Reads lists and reports of the back office: from the read replica while it is fresh, otherwise from the primary. */
export interface ReportReader {
  /**
   * Runs `work` on one of the databases; on the primary after an error of the replica. `work` only reads, its result
   * may be older than the lag limit's seconds, and nothing about money is decided by it.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Maximum age of a result; 0 without a replica. */
  readonly maxLagSeconds: number
  close(): Promise<void>
}

export interface ReplicaOptions {
  /** Null without a replica. */
  readonly url: string | null
  readonly pool: number
  /** The replica is used while it has all that the primary had written this many seconds ago. */
  readonly maxLagSeconds: number
  readonly log: Logger
}

/** Positions of both databases are compared at most this often. */
const checkEveryMs = 1_000
/** A replica that failed is not used for this long. */
const pauseMs = 10_000
/** A report waits at most this long for the replica, then for the primary. */
const timeoutMs = 30_000

export function openReportReader(primary: Database, options: ReplicaOptions): Promise<ReportReader> {
  return options.url === null
    ? Promise.resolve({ read: (work) => work(primary), maxLagSeconds: 0, close: async () => {} })
    : withReplica(primary, options.url, options)
}

async function withReplica(
  primary: Database,
  url: string,
  { pool, maxLagSeconds, log }: ReplicaOptions,
): Promise<ReportReader> {
  const replica = await connect({ databaseUrl: url, dataDir: null, pool, timeoutMs })
  let pausedUntil = 0
  const pause = (error: unknown) => {
    pausedUntil = performance.now() + pauseMs
    log.warn({ err: error }, 'the read replica failed, so reports are read from the primary')
  }
  const lag = lagMeter(primary, replica, maxLagSeconds)
  const freshness = cachedRead(checkEveryMs, lag)
  const isFresh = async () => {
    if (performance.now() < pausedUntil) return false
    try {
      return await freshness.get()
    } catch (error) {
      pause(error)
      return false
    }
  }
  return {
    async read(work) {
      if (!(await isFresh())) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        const result = await work(primary)
        // The primary's result shows that the request was not at fault.
        pause(error)
        return result
      }
    },
    maxLagSeconds,
    close: () => replica.close(),
  }
}

/** A position in the primary's write-ahead log, and the last time when it was read there. */
interface Position {
  readonly at: number
  readonly bytes: bigint
}

/**
 * Compares how far the replica has replayed with positions that the primary had. The replica's own clocks do not show
 * a lost connection to the primary; a position that it does not reach does.
 * @returns whether the replica has replayed a position that the primary had within `maxLagSeconds`
 */
function lagMeter(primary: Database, replica: Database, maxLagSeconds: number): () => Promise<boolean> {
  let positions: Position[] = []
  return async () => {
    const at = performance.now()
    const [bytes, replayed] = await Promise.all([
      positionOf(primary, sql`pg_current_wal_lsn()`),
      positionOf(replica, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`),
    ])
    positions = positions.filter((earlier) => at - earlier.at <= maxLagSeconds * 1_000)
    if (bytes !== null) positions.push({ at, bytes })
    return replayed !== null && positions.some((position) => position.bytes <= replayed)
  }
}

/** Bytes of log up to a position; null when there is none: a replica that was promoted has its own history. */
async function positionOf(db: Database, position: ReturnType<typeof sql>): Promise<bigint | null> {
  const { rows } = await sql<{ bytes: string | null }>`
    select pg_wal_lsn_diff(${position}, '0/0')::text as bytes`.execute(db.q)
  const bytes = rows[0]?.bytes
  return bytes == null ? null : BigInt(bytes)
}
