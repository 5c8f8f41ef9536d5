import { sql } from 'kysely'
import { accountEvent } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import type { AccountParts } from './parts.ts'
import { hashSecret, inTurn, isSecret } from './password.ts'
import { assertPassword } from './recover.ts'
import { lockUser } from './store.ts'
import { told, type Where } from './where.ts'

/** So many wrong PINs within so long lock it for as long; so many in a day, until it is set anew. */
const inARow = { most: 5, seconds: 15 * 60 } as const
const inADay = { most: 10, seconds: 24 * 60 * 60 } as const

/** Sets or changes the PIN, with the password. Wrong tries are forgotten. @throws Refused PASSWORD_WRONG, TOO_MANY */
export async function setPin(
  parts: AccountParts,
  actor: Actor,
  { pin, password, ...where }: { pin: string; password: string } & Where,
): Promise<void> {
  await assertPassword(parts, actor, password, 'password')
  const pinHash = await inTurn(() => hashSecret(pin))
  await parts.db.inTransaction(async (tx) => {
    await lockUser(tx, actor.userId)
    await tx.updateTable('users').set({ pin_hash: pinHash }).where('id', '=', actor.userId).execute()
    await tx.deleteFrom('pin_failures').where('user_id', '=', actor.userId).execute()
    await accountEvent(tx, { by: actor, action: 'account.pin', ...told(where) })
  })
}

/**
 * Asks a person for their PIN; every call that takes one shares this counter. The try is counted as wrong
 * before it is looked at, so that no number of tries at once gets past it; a right one is taken back.
 * @param field wire name of the field it stands in
 * @throws Refused PIN_NOT_SET, PIN_WRONG, UNAVAILABLE, PIN_LOCKED (a locked PIN is not looked at, right or wrong)
 */
export async function assertPin(
  { db }: Pick<AccountParts, 'db'>,
  actor: Actor,
  pin: string,
  field = 'auth_pin',
): Promise<void> {
  const right = await inTurn(async () => {
    const { tryId, pinHash } = await db.inTransaction((tx) => countTry(tx, actor.userId, field))
    const found = await isSecret(pinHash, pin)
    if (found) await db.q.deleteFrom('pin_failures').where('id', '=', tryId).execute()
    return found
  })
  if (!right) throw new Refused('PIN_WRONG', { field })
}

async function countTry(tx: Tx, userId: string, field: string): Promise<{ tryId: string; pinHash: string }> {
  const { pin_hash } = await lockUser(tx, userId)
  if (!pin_hash) throw new Refused('PIN_NOT_SET', { field })
  await refuseLocked(tx, userId)
  const { id } = await tx
    .insertInto('pin_failures')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { tryId: id, pinHash: pin_hash }
}

async function refuseLocked(tx: Tx, userId: string): Promise<void> {
  const age = sql<number>`extract(epoch from business_now() - failed_at)::float8`
  const recent = await tx
    .selectFrom('pin_failures')
    .select(age.as('age'))
    .where('user_id', '=', userId)
    .orderBy('failed_at', 'desc')
    .limit(inADay.most)
    .execute()
  const ages = recent.map((row) => row.age)
  const tenth = ages[inADay.most - 1]
  if (tenth !== undefined && tenth - (ages[0] ?? 0) < inADay.seconds) throw new Refused('PIN_LOCKED')
  const [latest, fifth] = [ages[0], ages[inARow.most - 1]]
  if (latest === undefined || fifth === undefined) return
  if (fifth - latest < inARow.seconds && latest < inARow.seconds) {
    throw new Refused('PIN_LOCKED', { retryAfterSeconds: Math.ceil(inARow.seconds - latest) })
  }
}
