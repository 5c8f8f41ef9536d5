import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { referenceAlphabet } from '../../shared/references.ts'
import type { Database, Tx } from '../database/index.ts'

export interface Report {
  readonly userId: string | null
  readonly orderId: string | null
  /** Where the answer goes. */
  readonly email: string | null
  readonly message: string
}

/** The same words about the same thing within this time are the same press. */
const sameHours = 24

/** Keeps a report. The same once more, or twice at once, is one. @returns its number */
export const keepReport = (db: Database, it: Report): Promise<string> =>
  db.inTransaction(async (tx) => {
    const about = `ticket ${it.userId ?? ''} ${it.orderId ?? ''}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${about}, 0))`.execute(tx)
    const same = await sameReport(tx, it)
    if (same) return same.number
    const number = newNumber()
    await tx
      .insertInto('tickets')
      .values({
        number,
        user_id: it.userId,
        order_id: it.orderId,
        email: it.email,
        message: it.message,
      })
      .execute()
    return number
  })

const sameReport = (tx: Tx, it: Report) =>
  tx
    .selectFrom('tickets')
    .select('number')
    .where(sql<boolean>`user_id is not distinct from ${it.userId}::uuid`)
    .where(sql<boolean>`order_id is not distinct from ${it.orderId}::uuid`)
    .where('message', '=', it.message)
    .where('created_at', '>', sql<Date>`business_now() - make_interval(hours => ${sameHours})`)
    .executeTakeFirst()

const newNumber = (): string =>
  `T-${Array.from({ length: 8 }, () => referenceAlphabet[randomInt(referenceAlphabet.length)]).join('')}`
