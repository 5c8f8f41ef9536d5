import { sql } from 'kysely'
import { bvnConsent } from '../../shared/virtual-accounts.ts'
import type { Tables, Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'

/** A question that was not answered within this died with its process. */
const lostSeconds = 60
/** Questions that a person may have answered within so long; those that nobody answered do not count. */
const answersEach = { most: 10, seconds: 3_600 } as const

/**
 * Writes down what was agreed to, before the question leaves. Until it is closed no other one of the same
 * person is asked, so what is read after it in the same transaction stays true.
 * @throws Refused KEY_BUSY while another is on its way, TOO_MANY
 */
export async function openCheck(
  tx: Tx,
  userId: string,
  gateway: Tables['bvn_checks']['gateway'],
): Promise<string> {
  await tx
    .updateTable('bvn_checks')
    .set({ outcome: 'unavailable', answered_at: sql<Date>`business_now()` })
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .where('consented_at', '<', sql<Date>`business_now() - make_interval(secs => ${lostSeconds})`)
    .execute()
  const check = await tx
    .insertInto('bvn_checks')
    .values({ user_id: userId, gateway, consent: bvnConsent, outcome: null, answered_at: null })
    .onConflict((row) => row.column('user_id').where('outcome', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!check) throw new Refused('KEY_BUSY', { retryAfterSeconds: 2 })
  await refuseGuessing(tx, userId)
  return check.id
}

async function refuseGuessing(tx: Tx, userId: string): Promise<void> {
  const age = sql<number>`extract(epoch from business_now() - consented_at)::float8`
  const answered = await tx
    .selectFrom('bvn_checks')
    .select(age.as('age'))
    .where('user_id', '=', userId)
    .where('outcome', 'in', ['match', 'mismatch'])
    .orderBy('consented_at', 'desc')
    .limit(answersEach.most)
    .execute()
  const oldest = answered[answersEach.most - 1]
  if (!oldest || oldest.age >= answersEach.seconds) return
  throw new Refused('TOO_MANY', { retryAfterSeconds: Math.ceil(answersEach.seconds - oldest.age) })
}

export const closeCheck = (tx: Tx, id: string, outcome: 'match' | 'mismatch' | 'unavailable') =>
  tx
    .updateTable('bvn_checks')
    .set({ outcome, answered_at: sql<Date>`business_now()` })
    .where('id', '=', id)
    .execute()

/** Of a question that need not be asked. */
export const dropCheck = (tx: Tx, id: string) => tx.deleteFrom('bvn_checks').where('id', '=', id).execute()
