import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { referenceAlphabet } from '../../shared/references.ts'
import type { Database, Tables, Tx } from '../database/index.ts'

export type User = Selectable<Tables['users']>
type Reader = Database['q'] | Tx

export const userById = (db: Reader, id: string): Promise<User> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const userByEmail = (db: Reader, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

export const lockUser = (tx: Tx, id: string): Promise<User> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

const lettersOf = (length: number) => (): string =>
  Array.from({ length }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')

/** How a person is known outside. */
export const newUniqueid = lettersOf(12)
/** What a person passes on to friends. */
export const newReferralCode = lettersOf(8)
