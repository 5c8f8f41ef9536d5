import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { GatewayName } from '../../shared/payments.ts'
import { claimDue, type Database, inSeconds, type Tables, type Tx } from '../database/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { ReusableCard } from './gateway.ts'
import type { PaymentParts } from './parts.ts'

/** A card that its owner may pay with again, at the gateway that issued its token. */
export type Card = Selectable<Tables['payment_cards']>

const about = (uniqueid: string) => `payment_card ${uniqueid}`
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Keeps a card, once for each owner and physical card; saved again, it gets the newer token. */
export async function keepCard(
  tx: Tx,
  secrets: Secrets,
  it: { userId: string; gateway: GatewayName; card: ReusableCard },
): Promise<void> {
  const { card } = it
  const signature = card.signature ?? `${card.firstDigits}-${card.lastDigits}-${card.expiry}`
  const same = await tx
    .selectFrom('payment_cards')
    .select(['id', 'uniqueid'])
    .where('user_id', '=', it.userId)
    .where('gateway', '=', it.gateway)
    .where('signature', '=', signature)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const uniqueid = same?.uniqueid ?? randomBytes(15).toString('base64url')
  const values = {
    token: secrets.seal(card.token, about(uniqueid)),
    token_hash: digestOf(card.token),
    email: card.email,
    first_digits: card.firstDigits,
    last_digits: card.lastDigits,
    expiry: card.expiry,
    issuer: card.issuer,
    type: card.type,
    saved_at: sql<Date>`business_now()`,
  }
  if (same) {
    await tx.updateTable('payment_cards').set(values).where('id', '=', same.id).execute()
    return
  }
  await tx
    .insertInto('payment_cards')
    .values({ ...values, uniqueid, user_id: it.userId, gateway: it.gateway, signature })
    // Another payment by the same card keeps it at this moment.
    .onConflict((row) => row.doNothing())
    .execute()
}

const live = (db: Database['q'] | Tx, userId: string) =>
  db
    .selectFrom('payment_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('token', 'is not', null)

/** Somebody's cards, the last saved first. */
export const cardsOf = (db: Database['q'], userId: string): Promise<Card[]> =>
  live(db, userId).orderBy('saved_at', 'desc').execute()

/** One card of somebody's own; another's is as unknown as one that never was. */
export const cardOf = (db: Database['q'] | Tx, userId: string, uniqueid: string): Promise<Card | undefined> =>
  live(db, userId).where('uniqueid', '=', uniqueid).executeTakeFirst()

/** The secret that the gateway charges. */
export function tokenOf(secrets: Secrets, card: Card): string {
  if (!card.token) throw new Error(`Card ${card.id} has no token any more`)
  return secrets.open(card.token, about(card.uniqueid))
}

/**
 * Takes a card out of use at once, and tells the gateway afterwards, until it has heard.
 * @returns false when it is not theirs, or gone already
 */
export async function deleteCard(parts: PaymentParts, userId: string, uniqueid: string): Promise<boolean> {
  const gone = await parts.db.q
    .updateTable('payment_cards')
    .set({ deleted_at: sql<Date>`business_now()`, due_at: sql<Date>`business_now()` })
    .where('uniqueid', '=', uniqueid)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (gone) parts.background('forget card', () => sweepCards(parts))
  return gone !== undefined
}

const againSeconds = (tries: number): number => [60, 300, 1_800][tries] ?? 3_600

/** Tells gateways of deleted cards whose time has come. @returns how many were due */
export async function sweepCards(parts: PaymentParts): Promise<number> {
  const due = await claimDue(parts.db, 'payment_cards', { leaseSeconds: 60 })
  await Promise.all(due.map((card) => forget(parts, card)))
  return due.length
}

async function forget(parts: PaymentParts, card: Card): Promise<void> {
  const forgotten = (await isShared(parts, card)) || (await forgetThere(parts, card))
  await parts.db.q
    .updateTable('payment_cards')
    .set(
      forgotten
        ? { token: null, due_at: null }
        : { tries: card.tries + 1, due_at: inSeconds(againSeconds(card.tries)) },
    )
    .where('id', '=', card.id)
    .execute()
}

/** Somebody's card in use has the same token at the gateway: it must stay on there. */
async function isShared(parts: PaymentParts, card: Card): Promise<boolean> {
  const other = await parts.db.q
    .selectFrom('payment_cards')
    .select('id')
    .where('token_hash', '=', card.token_hash)
    .where('gateway', '=', card.gateway)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

async function forgetThere(parts: PaymentParts, card: Card): Promise<boolean> {
  if (card.token === null) return true
  const gateway = parts.gateways[card.gateway]
  return gateway ? gateway.forgetCard(tokenOf(parts.secrets, card)) : false
}
