import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { referenceAlphabet } from '../../shared/constants.ts'
import type { OrderId, UserId } from '../../shared/ids.ts'
import { languageOf } from '../../shared/languages.ts'
import type { Database, Tx } from '../database/index.ts'
import { currentLanguage } from '../languages/index.ts'

export interface NewTicket {
  readonly userId: UserId | null
  readonly orderId: OrderId | null
  /** Address for the reply. */
  readonly email: string | null
  readonly message: string
}

/** The same message about the same order within this time is a repeated submission. */
const duplicateWindowHours = 24

/** Stores a ticket with the language of the request; a repeated or concurrent duplicate returns the existing one. @returns the ticket number */
export const saveTicket = (db: Database, ticket: NewTicket): Promise<string> =>
  db.inTransaction(async (tx) => {
    const lockKey = `ticket ${ticket.userId ?? ''} ${ticket.orderId ?? ''}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`.execute(tx)
    const existing = await findDuplicate(tx, ticket)
    if (existing) return existing.number
    const number = newNumber()
    await tx
      .insertInto('tickets')
      .values({
        number,
        user_id: ticket.userId,
        order_id: ticket.orderId,
        email: ticket.email,
        message: ticket.message,
        language: languageOf(currentLanguage()),
      })
      .execute()
    return number
  })

const findDuplicate = (tx: Tx, ticket: NewTicket) =>
  tx
    .selectFrom('tickets')
    .select('number')
    .where(sql<boolean>`user_id is not distinct from ${ticket.userId}::uuid`)
    .where(sql<boolean>`order_id is not distinct from ${ticket.orderId}::uuid`)
    .where('message', '=', ticket.message)
    .where('created_at', '>', sql<Date>`app_now() - make_interval(hours => ${duplicateWindowHours})`)
    .executeTakeFirst()

const newNumber = (): string =>
  `T-${Array.from({ length: 8 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`
