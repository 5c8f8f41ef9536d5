import { createHash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { CardId, UserId } from '../../shared/ids.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { type Database, inSeconds, type Tables, type Tx } from '../database/index.ts'
import { defineTableQueue } from '../jobs/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { ReusableCard } from './gateway.ts'

/** A saved card: its owner can pay with it again, at the gateway that issued its token. */
export type Card = Selectable<Tables['payment_cards']>

const encryptionContext = (uniqueid: string) => `payment_card ${uniqueid}`
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Identifies a physical card at its gateway: the gateway's signature, or its digits and expiry where there is none. */
export const cardSignatureOf = (card: ReusableCard): string =>
  card.signature ?? `${card.firstDigits}-${card.lastDigits}-${card.expiry}`

/** The same as a keyed hash, which is stored with each payment of a user. @param signature as `cardSignatureOf` returns it */
export const cardSignatureHash = (secrets: Secrets, gateway: string, signature: string): string =>
  secrets.hash(signature, `card_signature ${gateway}`)

/** Every hash under which payments with this card may be stored: by each configured key, and by earlier releases. */
export const cardSignatureHashes = (
  secrets: Secrets,
  gateway: string,
  signature: string,
): readonly string[] => secrets.hashes(signature, `card_signature ${gateway}`)

/** Saves a card once per owner and physical card; saving it again stores the newer token. */
export async function saveCard(
  tx: Tx,
  secrets: Secrets,
  options: { userId: UserId; gateway: GatewayName; card: ReusableCard },
): Promise<void> {
  const { card } = options
  const signature = cardSignatureOf(card)
  const existing = await tx
    .selectFrom('payment_cards')
    .select(['id', 'uniqueid'])
    .where('user_id', '=', options.userId)
    .where('gateway', '=', options.gateway)
    .where('signature', '=', signature)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const uniqueid = existing?.uniqueid ?? randomBytes(15).toString('base64url')
  const values = {
    token: secrets.encrypt(card.token, encryptionContext(uniqueid)),
    token_hash: digestOf(card.token),
    email: card.email,
    first_digits: card.firstDigits,
    last_digits: card.lastDigits,
    expiry: card.expiry,
    issuer: card.issuer,
    type: card.type,
    saved_at: sql<Date>`app_now()`,
  }
  if (existing) {
    await tx.updateTable('payment_cards').set(values).where('id', '=', existing.id).execute()
    return
  }
  await tx
    .insertInto('payment_cards')
    .values({ ...values, uniqueid, user_id: options.userId, gateway: options.gateway, signature })
    // A concurrent payment with the same card saves it.
    .onConflict((row) => row.doNothing())
    .execute()
}

const activeCards = (db: Database['q'] | Tx, userId: UserId) =>
  db
    .selectFrom('payment_cards')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('token', 'is not', null)

/** A user's saved cards, newest first. */
export const listCards = (db: Database['q'], userId: UserId): Promise<Card[]> =>
  activeCards(db, userId).orderBy('saved_at', 'desc').execute()

/** One card of the user; undefined for another user's card and for an unknown id. */
export const findCard = (
  db: Database['q'] | Tx,
  userId: UserId,
  uniqueid: string,
): Promise<Card | undefined> => activeCards(db, userId).where('uniqueid', '=', uniqueid).executeTakeFirst()

/** Last four digits of the saved cards that payments charged, also of deleted cards, by card id. */
export async function cardDigitsOf(
  db: Database['q'],
  payments: readonly { readonly card_id: CardId | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = payments.flatMap(({ card_id: id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const cards = await db
    .selectFrom('payment_cards')
    .select(['id', 'last_digits'])
    .where('id', 'in', ids)
    .execute()
  return new Map(cards.map(({ id, last_digits: digits }) => [id, digits]))
}

/** Decrypts the card's token, which the gateway charges. */
export function decryptCardToken(secrets: Secrets, card: Card): string {
  if (!card.token) throw new Error(`Card ${card.id} has no token any more`)
  return secrets.decrypt(card.token, encryptionContext(card.uniqueid))
}

/**
 * Deletes a card immediately and then revokes its token at the gateway, with retries until the gateway confirms.
 * @returns false when the card belongs to another user or is already deleted
 */
export async function deleteCard(deps: PaymentDeps, userId: UserId, uniqueid: string): Promise<boolean> {
  const deleted = await deps.db.q
    .updateTable('payment_cards')
    .set({ deleted_at: sql<Date>`app_now()`, due_at: inSeconds(revokeLeaseSeconds) })
    .where('uniqueid', '=', uniqueid)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (deleted) deps.runInBackground('revoke card', () => revokeCard(deps, deleted))
  return deleted !== undefined
}

/** Deletes all cards of a user who closes the account; the queue revokes their tokens at the gateways. */
export const deleteCardsOf = (tx: Tx, userId: UserId) =>
  tx
    .updateTable('payment_cards')
    .set({ deleted_at: sql<Date>`app_now()`, due_at: inSeconds(0) })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()

const revokeLeaseSeconds = 60
const retryDelaySeconds = (attemptCount: number): number => [60, 300, 1_800][attemptCount] ?? 3_600

/** Deleted cards whose tokens are to be revoked. */
export const deletedCardQueue = (deps: PaymentDeps) =>
  defineTableQueue(deps.db, 'payment_cards', {
    leaseSeconds: revokeLeaseSeconds,
    process: (card) => revokeCard(deps, card),
  })

async function revokeCard(deps: PaymentDeps, card: Card): Promise<void> {
  const revoked = (await isTokenShared(deps, card)) || (await revokeAtGateway(deps, card))
  await deps.db.q
    .updateTable('payment_cards')
    .set(
      revoked
        ? { token: null, due_at: null }
        : { attempt_count: card.attempt_count + 1, due_at: inSeconds(retryDelaySeconds(card.attempt_count)) },
    )
    .where('id', '=', card.id)
    .execute()
}

/** True when an active card has the same token at the gateway: the token must stay valid. */
async function isTokenShared(deps: PaymentDeps, card: Card): Promise<boolean> {
  const other = await deps.db.q
    .selectFrom('payment_cards')
    .select('id')
    .where('token_hash', '=', card.token_hash)
    .where('gateway', '=', card.gateway)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}

async function revokeAtGateway(deps: PaymentDeps, card: Card): Promise<boolean> {
  if (card.token === null) return true
  const gateway = deps.gateways[card.gateway]
  return gateway ? gateway.revokeCardToken(decryptCardToken(deps.secrets, card)) : false
}
