import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { referenceAlphabet } from '../../shared/constants.ts'
import type { Database, Tables, Tx } from '../database/index.ts'

export type User = Selectable<Tables['users']>
type Reader = Database['q'] | Tx

export const userById = (db: Reader, id: string): Promise<User> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const userByEmail = (db: Reader, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The name for mails; null while the e-mail is not verified: another person may have entered it. */
export const verifiedName = (user: Pick<User, 'name' | 'email_verified_at'>): string | null =>
  user.email_verified_at ? user.name : null

export const lockUser = (tx: Tx, id: string): Promise<User> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

const codeGenerator = (length: number) => (): string =>
  Array.from({ length }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')

/** Signs a manager in once, instead of a code of the authenticator app. */
export const newRecoveryCode = codeGenerator(12)
/** Public id of a user. */
export const newUniqueid = codeGenerator(12)
/** Code that a user shares to refer others. */
export const newReferralCode = codeGenerator(8)
