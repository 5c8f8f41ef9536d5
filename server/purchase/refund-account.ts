import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { RefundId } from '../../shared/ids.ts'
import type { OrderStatus, RefundAccountRequirement } from '../../shared/orders.ts'
import type { Database, Tx } from '../database/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { refundAccountCodeMessage } from '../messaging/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { listPayments, type Payment, type Refund, refundsAwaitingAccount } from '../payments/index.ts'
import type { Order } from './order.ts'
import { currentStatus, statusForUser } from './order-status.ts'
import type { PayDeps } from './pay.ts'
import { isPayer } from './payment-request.ts'
import { lockOrder } from './store.ts'
import { purchaseServerTexts } from './texts.ts'

const codeMinutes = 10
const proofMinutes = 30
const codeDigits = 6
const maxAttempts = 5
const maxPerDay = 5

export interface RefundAccountDeps {
  readonly purchase: PayDeps
  /** Source of the HMAC key for e-mailed codes. */
  readonly sessionSecret: string
  /** @throws ApiError PIN_NOT_SET, PIN_WRONG, PIN_LOCKED */
  readonly assertPin: (actor: Actor, pin: string) => Promise<void>
}

/** A refund that awaits a bank account, with the payment that it refunds. */
export interface RefundAwaitingAccount {
  readonly order: Order
  readonly refund: Refund
  readonly payment: Payment
}

/** @throws ApiError ACCOUNT_NOT_WANTED when no refund of the order awaits a bank account */
export async function refundAwaitingAccountOf({ q }: Database, order: Order): Promise<RefundAwaitingAccount> {
  const pending = await findRefundAwaitingAccount(q, order)
  if (!pending) throw new ApiError('ACCOUNT_NOT_WANTED')
  return pending
}

async function findRefundAwaitingAccount(
  q: Database['q'],
  order: Order,
): Promise<RefundAwaitingAccount | null> {
  const [refund] = await refundsAwaitingAccount(q, order.id)
  const payment = refund && (await listPayments(q, order.id)).find(({ id }) => id === refund.payment_id)
  return payment && refund.payout_account_review === null ? { order, refund, payment } : null
}

/**
 * The order's status for one reader, with the requirement to add a refund account.
 * @param token the reader's token, which may be that of the payer of a payment request
 */
export async function statusFor(
  { db, guestEmail }: Pick<PayDeps, 'db' | 'guestEmail'>,
  order: Order,
  reader: Caller,
  token: string | undefined,
): Promise<OrderStatus> {
  const current = await currentStatus(db, order)
  const status = isPayer(order, reader, token) ? current : statusForUser(order, current)
  const pending = status.refund_account && (await findRefundAwaitingAccount(db.q, order))
  if (!status.refund_account || !pending) return { ...status, refund_account: undefined }
  const requires = await requirementOf(db, pending, reader, guestEmail)
  return { ...status, refund_account: { ...status.refund_account, requires } }
}

/**
 * The requirement that a reader must meet before they may add a refund account. The money is the payer's: a
 * link to the order, which is also sent to the order's phone, proves nothing here.
 */
async function requirementOf(
  { q }: Database,
  { order, refund, payment }: RefundAwaitingAccount,
  reader: Pick<Caller, 'actor' | 'sessionHash'>,
  guestEmail: string,
): Promise<RefundAccountRequirement> {
  const payerId = payerIdOf(order, payment)
  if (payerId !== null) {
    if (reader.actor?.userId !== payerId) return 'sign_in'
    const user = await q
      .selectFrom('users')
      .select('pin_hash')
      .where('id', '=', payerId)
      .executeTakeFirstOrThrow()
    return user.pin_hash === null ? 'nothing' : 'pin'
  }
  if (isSame(payment.session_hash, reader.sessionHash)) return 'nothing'
  if (reader.sessionHash && (await hasProof(q, refund.id, reader.sessionHash))) return 'nothing'
  return payment.email === guestEmail ? 'paying_browser' : 'email_code'
}

/**
 * The account that paid: signed in at payment, or soon after in the same browser, which claimed the order.
 */
function payerIdOf(order: Order, payment: Payment): string | null {
  if (payment.user_id !== null) return payment.user_id
  return isSame(payment.session_hash, order.session_hash) ? order.user_id : null
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one !== null && other !== null && Buffer.from(one).equals(other)

/**
 * @throws ApiError SIGN_IN, NOT_ALLOWED for a reader who has not proved that they paid; as `assertPin` does
 */
export async function assertPayer(
  { purchase: deps, assertPin }: RefundAccountDeps,
  pending: RefundAwaitingAccount,
  reader: Caller,
  pin: string | undefined | null,
): Promise<void> {
  switch (await requirementOf(deps.db, pending, reader, deps.guestEmail)) {
    case 'nothing':
      return
    case 'pin':
      // Required when the account is added, not for the lookup of its name.
      if (pin === null) return
      if (pin === undefined || !reader.actor)
        throw new ApiError('INVALID', { field: 'auth_pin', message: purchaseServerTexts.refundPinMissing() })
      return assertPin(reader.actor, pin)
    case 'sign_in':
      throw new ApiError('SIGN_IN', { message: purchaseServerTexts.refundSignIn() })
    case 'email_code':
      throw new ApiError('NOT_ALLOWED', { message: purchaseServerTexts.refundEmailCode() })
    case 'paying_browser':
      throw new ApiError('NOT_ALLOWED', { message: purchaseServerTexts.refundPayingBrowser() })
  }
}

/**
 * E-mails a code to the payer's address. Only the last code of a browser can be confirmed.
 * @throws ApiError NOT_ALLOWED where a code proves nothing, TOO_MANY after five in a day
 */
export async function sendCode(
  deps: RefundAccountDeps,
  pending: RefundAwaitingAccount,
  reader: Caller,
  brandName: string,
): Promise<{ email: string; minutes: number }> {
  const { purchase } = deps
  const { sessionHash } = reader
  const requires = await requirementOf(purchase.db, pending, reader, purchase.guestEmail)
  if (requires !== 'email_code' || !sessionHash) throw new ApiError('NOT_ALLOWED')
  const { order, refund, payment } = pending
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  await purchase.db.inTransaction(async (tx) => {
    await lockOrder(tx, order.id)
    const { count } = await tx
      .selectFrom('refund_account_codes')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('refund_id', '=', refund.id)
      .where('created_at', '>', sql<Date>`app_now() - interval '24 hours'`)
      .executeTakeFirstOrThrow()
    if (count >= maxPerDay) throw new ApiError('TOO_MANY', { retryAfterSeconds: 24 * 60 * 60 })
    const { id } = await tx
      .insertInto('refund_account_codes')
      .values({
        refund_id: refund.id,
        code_hash: digestOf(deps.sessionSecret, refund.id, code),
        session_hash: sessionHash,
        expires_at: inMinutes(codeMinutes),
        verified_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueMail(tx, {
      dedupeKey: `refund_account_code:${id}`,
      to: payment.email,
      orderId: order.id,
      redactAfterSend: true,
      ttlSeconds: codeMinutes * 60,
      mail: refundAccountCodeMessage({
        brandName,
        reference: order.reference,
        amountKobo: refund.amount_kobo,
        code,
        minutes: codeMinutes,
        helpUrl: `${purchase.appUrl}/help`,
      }),
    })
  })
  purchase.triggerOutbox()
  return { email: maskedEmail(payment.email), minutes: codeMinutes }
}

/**
 * Confirms the last code of this browser. The attempt is counted before the comparison.
 * @throws ApiError CODE_WRONG
 */
export async function confirmCode(
  { purchase: deps, sessionSecret }: RefundAccountDeps,
  { refund }: RefundAwaitingAccount,
  { sessionHash }: Pick<Caller, 'sessionHash'>,
  code: string,
): Promise<void> {
  const { q } = deps.db
  const stored = await q
    .updateTable('refund_account_codes')
    .set((eb) => ({ attempt_count: eb('attempt_count', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('refund_account_codes')
        .select('id')
        .where('refund_id', '=', refund.id)
        .where('session_hash', '=', sessionHash ?? Buffer.alloc(0))
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .where('verified_at', 'is', null)
    .where('attempt_count', '<', maxAttempts)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  if (!stored || !timingSafeEqual(stored.code_hash, digestOf(sessionSecret, refund.id, code)))
    throw new ApiError('CODE_WRONG', { field: 'code' })
  await q
    .updateTable('refund_account_codes')
    .set({ verified_at: sql<Date>`app_now()` })
    .where('id', '=', stored.id)
    .execute()
}

async function hasProof(q: Database['q'] | Tx, refundId: RefundId, session: Buffer): Promise<boolean> {
  const proof = await q
    .selectFrom('refund_account_codes')
    .select('id')
    .where('refund_id', '=', refundId)
    .where('session_hash', '=', session)
    .where('verified_at', '>', sql<Date>`app_now() - make_interval(mins => ${proofMinutes})`)
    .executeTakeFirst()
  return proof !== undefined
}

const inMinutes = (minutes: number) => sql<Date>`app_now() + make_interval(mins => ${minutes})`

/** A plain digest of six digits is guessed in seconds: only the key protects the codes in a stolen table. */
const digestOf = (sessionSecret: string, refundId: RefundId, code: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', sessionSecret, 'sanwo', 'refund account codes', 32)))
    .update(`${refundId} ${code}`)
    .digest()

/** ada.okafor@example.com → a***@example.com */
const maskedEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***')
