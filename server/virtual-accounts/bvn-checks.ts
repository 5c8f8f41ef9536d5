import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import type { Tables, Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { virtualAccountServerTexts } from './texts.ts'

/** A check without a result after this time was lost with its process. */
const timeoutSeconds = 60
/** Completed checks allowed per user and hour; checks without a result do not count. */
const answerLimit = { max: 10, seconds: 3_600 } as const

/**
 * Stores the user's consent before the gateway is called. A user has one open check at a time, so data read after it
 * in the same transaction stays valid.
 * @throws ApiError KEY_BUSY while another check is open, TOO_MANY
 */
export async function openCheck(
  tx: Tx,
  userId: UserId,
  gateway: Tables['bvn_checks']['gateway'],
): Promise<string> {
  await tx
    .updateTable('bvn_checks')
    .set({ outcome: 'unavailable', answered_at: sql<Date>`app_now()` })
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .where('consented_at', '<', sql<Date>`app_now() - make_interval(secs => ${timeoutSeconds})`)
    .execute()
  const check = await tx
    .insertInto('bvn_checks')
    .values({
      user_id: userId,
      gateway,
      consent: virtualAccountServerTexts.bvnConsent(),
      outcome: null,
      answered_at: null,
    })
    .onConflict((row) => row.column('user_id').where('outcome', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!check) throw new ApiError('KEY_BUSY', { retryAfterSeconds: 2 })
  await assertBelowLimit(tx, userId)
  return check.id
}

async function assertBelowLimit(tx: Tx, userId: UserId): Promise<void> {
  const age = sql<number>`extract(epoch from app_now() - consented_at)::float8`
  const recentAnswers = await tx
    .selectFrom('bvn_checks')
    .select(age.as('age'))
    .where('user_id', '=', userId)
    .where('outcome', 'in', ['match', 'mismatch'])
    .orderBy('consented_at', 'desc')
    .limit(answerLimit.max)
    .execute()
  const oldest = recentAnswers[answerLimit.max - 1]
  if (!oldest || oldest.age >= answerLimit.seconds) return
  throw new ApiError('TOO_MANY', { retryAfterSeconds: Math.ceil(answerLimit.seconds - oldest.age) })
}

export const closeCheck = (tx: Tx, id: string, outcome: 'match' | 'mismatch' | 'unavailable') =>
  tx
    .updateTable('bvn_checks')
    .set({ outcome, answered_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .execute()

/** Removes a check that is not needed. */
export const dropCheck = (tx: Tx, id: string) => tx.deleteFrom('bvn_checks').where('id', '=', id).execute()
