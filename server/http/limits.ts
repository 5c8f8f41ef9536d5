import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { assertOutsideTransaction, type Database } from '../database/index.ts'
import { ApiError } from './api-error.ts'
import { ipNetworkOf } from './ip-network.ts'
import { type RateLimitName, rateLimitRules } from './rate-limit-rules.ts'

export interface Limits {
  /** Consumes points for an action that costs us something. @throws ApiError TOO_MANY if there are not enough points */
  consume(name: RateLimitName, key: string, points?: number): Promise<void>
  /** Restores a point that `consume` took: the attempt was correct. */
  restore(name: RateLimitName, key: string): Promise<void>
  /** Records a failed attempt. */
  recordFailure(name: RateLimitName, key: string): Promise<void>
  /** Checks the limit before an attempt is verified, or points are consumed. @throws ApiError TOO_MANY if there are not enough points */
  check(name: RateLimitName, key: string, points?: number): Promise<void>
  /** Resets the key's count. */
  clear(name: RateLimitName, key: string): Promise<void>
}

export interface LimitDeps {
  db: Database
  log: Logger
  /** Current points from the settings, which override the table. */
  pointsOf?: (name: RateLimitName) => Promise<number | undefined>
}

/** Parameters of one limit. `msPerPoint`: time until a consumed point is restored. */
interface Bucket {
  key: string
  points: number
  msPerPoint: number
}

const now = sql<number>`extract(epoch from clock_timestamp()) * 1000`
/** Points in use: points consumed minus points restored since. */
const usedPoints = ({ msPerPoint }: Bucket) =>
  sql<number>`greatest(0, least(rate_limits.points, (rate_limits.expire - ${now}) / ${msPerPoint}::float8))`

/**
 * Rate limits counted in the database for all processes, as leaky buckets: `points` may be consumed immediately, then one
 * is restored every `seconds / points`. An exhausted limit delays a caller; it does not block for a whole window.
 */
export function createRateLimits({ db, log, pointsOf }: LimitDeps): Limits {
  const bucketOf = async (name: RateLimitName, key: string): Promise<Bucket> => {
    assertOutsideTransaction('A limit was counted')
    const points = (await pointsOf?.(name)) ?? rateLimitRules[name].points
    return {
      key: `${name}:${keyOf(name, key)}`,
      points,
      msPerPoint: (rateLimitRules[name].seconds * 1_000) / points,
    }
  }
  const rejectIfFull = async (name: RateLimitName, bucket: Bucket, cost: number) => {
    const row = await db.q
      .selectFrom('rate_limits')
      .select(usedPoints(bucket).as('used'))
      .where('key', '=', bucket.key)
      .executeTakeFirst()
    const excess = (row?.used ?? 0) + cost - bucket.points
    if (excess <= 0) return
    log.warn({ limit: name }, 'rate limit reached')
    const seconds = Math.ceil((excess * bucket.msPerPoint) / 1_000)
    throw new ApiError('TOO_MANY', { retryAfterSeconds: Math.max(1, seconds) })
  }
  return {
    async consume(name, key, points = 1) {
      const bucket = await bucketOf(name, key)
      // A point may be restored between the two statements; then `consume` tries again.
      while (!(await addPoints(db, bucket, points))) await rejectIfFull(name, bucket, points)
    },
    async restore(name, key) {
      const bucket = await bucketOf(name, key)
      const remaining = sql<number>`greatest(0, ${usedPoints(bucket)} - 1)`
      await db.q
        .updateTable('rate_limits')
        .set(bucketColumns(bucket, remaining))
        .where('key', '=', bucket.key)
        .execute()
    },
    async recordFailure(name, key) {
      const bucket = await bucketOf(name, key)
      await addPoints(db, bucket, 1, { always: true })
    },
    async check(name, key, points = 1) {
      await rejectIfFull(name, await bucketOf(name, key), points)
    },
    async clear(name, key) {
      const bucket = await bucketOf(name, key)
      await db.q.deleteFrom('rate_limits').where('key', '=', bucket.key).execute()
    },
  }
}

/** Columns of a bucket with this many points in use; `expire` is when it will be empty, in ms since 1970. */
const bucketColumns = ({ msPerPoint }: Bucket, points: RawBuilder<number>) => ({
  points,
  expire: sql<bigint>`(${now} + ${points} * ${msPerPoint}::float8)::bigint`,
})

/**
 * Adds points to a bucket in one statement.
 * @param always true caps a full bucket instead of rejecting
 * @returns false when the points do not fit
 */
async function addPoints(
  db: Database,
  bucket: Bucket,
  cost: number,
  { always = false } = {},
): Promise<boolean> {
  const { key, points } = bucket
  if (cost > points && !always) return false
  const initialPoints = sql<number>`${cost}::float8`
  const nextPoints = sql<number>`least(${points}::float8, ${usedPoints(bucket)} + ${cost}::float8)`
  const row = await db.q
    .insertInto('rate_limits')
    .values({ key, ...bucketColumns(bucket, initialPoints) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(bucketColumns(bucket, nextPoints))
        .where(
          always
            ? sql<boolean>`true`
            : sql<boolean>`${usedPoints(bucket)} + ${cost}::float8 <= ${points}::float8`,
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Meters, phones and addresses are stored as digests only. */
function keyOf(name: RateLimitName, key: string): string {
  const subject = rateLimitRules[name].countedBy === 'client' ? ipNetworkOf(key) : key
  return createHash('sha256').update(subject).digest('base64url').slice(0, 22)
}
