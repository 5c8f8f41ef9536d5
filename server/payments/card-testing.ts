import { sql } from 'kysely'
import type { PaymentId, UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { ApiError, ipNetworkOf } from '../http/index.ts'
import type { PaymentDeps } from './deps.ts'
import type { Payment, TopUp } from './payment.ts'
import { type PaymentOrigin, sha256 } from './store.ts'
import { paymentServerTexts } from './texts.ts'

/** Declines within an hour after which the next card payment must wait; the wait doubles with each decline. */
const declineThreshold = { device: 5, account: 5, card: 3 } as const
const initialBackoffSeconds = 60
const maxBackoffSeconds = 30 * 60
/**
 * Declines within an hour from one IP address after which its guests' card payments are rate limited, if more than
 * half of all attempts were declined: a carrier has many customers, and most of their cards are valid.
 */
const clientDeclines = 40

interface CardPayer {
  readonly origin: PaymentOrigin
  /** The fingerprint of a saved card; null for a card that the customer enters at the gateway. */
  readonly card: string | null
  readonly userId: UserId | null
  /** Users with a verified e-mail are not throttled for declines of others at the same IP address. */
  readonly isVerified: boolean
}

interface DeclineCount {
  declines: number
  /** Seconds since the last decline. */
  age: number | null
}

/**
 * Throttles card testing: declines count per device, per account, per saved card and per IP address. Other payment
 * methods stay available, and a carrier's customers are delayed, never blocked.
 * @throws ApiError TOO_MANY with the time to wait
 */
export async function throttleCardTesting(
  deps: PaymentDeps,
  { origin, card, userId, isVerified }: CardPayer,
): Promise<void> {
  const device = deviceOf(origin)
  if (device) assertBackoffElapsed(await countDeclines(deps, 'device', device), declineThreshold.device)
  if (card) assertBackoffElapsed(await countDeclines(deps, 'card', card), declineThreshold.card)
  // An API client has no device, and a browser gets a new one for the same account.
  if (userId) assertBackoffElapsed(await countAccountDeclines(deps, userId), declineThreshold.account)
  if (isVerified) return
  const client = ipNetworkOf(origin.ip)
  const { declines } = await countDeclines(deps, 'client', sha256(client))
  if (declines < clientDeclines || declines * 2 <= (await countAttempts(deps, sha256(client)))) return
  try {
    await deps.limits.consume('card_network', client)
  } catch (error) {
    throw error instanceof ApiError && error.code === 'TOO_MANY'
      ? tooMany(error.retryAfterSeconds ?? 10)
      : error
  }
}

/** Records the origin of a card payment in the transaction that creates the payment. */
export async function recordCardAttempt(
  db: PaymentDeps['db']['q'] | Tx,
  paymentId: PaymentId,
  { origin, card }: Pick<CardPayer, 'origin' | 'card'>,
): Promise<void> {
  await db
    .insertInto('card_attempts')
    .values({
      payment_id: paymentId,
      device: deviceOf(origin),
      client: sha256(ipNetworkOf(origin.ip)),
      card,
      declined_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Counts a declined card payment once. Payments by other methods have no row. */
export const recordDecline = (tx: Tx, { id }: Payment | TopUp) =>
  tx
    .updateTable('card_attempts')
    .set({ declined_at: sql<Date>`app_now()` })
    .where('payment_id', '=', id)
    .where('declined_at', 'is', null)
    .execute()

const deviceOf = ({ deviceIdHash, sessionHash }: PaymentOrigin): Buffer | null => deviceIdHash ?? sessionHash

async function countDeclines(
  { db }: PaymentDeps,
  column: 'device' | 'card' | 'client',
  value: Buffer | string,
): Promise<DeclineCount> {
  const { rows } = await sql<DeclineCount>`
    select count(*)::int as declines, extract(epoch from app_now() - max(declined_at))::float8 as age
    from card_attempts
    where ${sql.ref(column)} = ${value} and declined_at > app_now() - interval '1 hour'`.execute(db.q)
  return rows[0] ?? { declines: 0, age: null }
}

/** A payment is verified for three days, so an older one has no recent decline. */
async function countAccountDeclines({ db }: PaymentDeps, userId: UserId): Promise<DeclineCount> {
  const { rows } = await sql<DeclineCount>`
    select count(*)::int as declines, extract(epoch from app_now() - max(declined_at))::float8 as age
    from payments join card_attempts on card_attempts.payment_id = payments.id
    where payments.user_id = ${userId}::uuid and payments.created_at > app_now() - interval '3 days'
      and declined_at > app_now() - interval '1 hour'`.execute(db.q)
  return rows[0] ?? { declines: 0, age: null }
}

async function countAttempts({ db }: PaymentDeps, client: Buffer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from card_attempts
    where client = ${client} and created_at > app_now() - interval '1 hour'`.execute(db.q)
  return rows[0]?.count ?? 0
}

function assertBackoffElapsed({ declines, age }: DeclineCount, threshold: number): void {
  if (declines < threshold || age === null) return
  const backoffSeconds = Math.min(maxBackoffSeconds, initialBackoffSeconds * 2 ** (declines - threshold))
  if (age < backoffSeconds) throw tooMany(Math.ceil(backoffSeconds - age))
}

const tooMany = (retryAfterSeconds: number) =>
  new ApiError('TOO_MANY', {
    message: paymentServerTexts.cardsDeclined(),
    retryAfterSeconds,
  })
