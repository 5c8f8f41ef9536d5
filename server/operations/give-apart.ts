import { sql } from 'kysely'
import { formatMoney, nairaOf } from '../../shared/money.ts'
import { type By, type Happens, keepAsked, needsSecond } from '../approvals/index.ts'
import { audit } from '../audit/index.ts'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { inflowLeft, post, refundPaidByHand } from '../ledger/index.ts'
import { walletTopped } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { putMail } from '../outbox/index.ts'
import { beginReturn, pursueRefund, unmatchedById } from '../payments/index.ts'
import { type Standing, standingOf, waysBack } from './books/standing.ts'
import type { OperationsParts } from './parts.ts'

/** To whom money set apart goes: into a user's wallet, back by a bank transfer that was made, or through its gateway. */
export type Receiver =
  | { readonly is: 'wallet'; readonly userId: string }
  | { readonly is: 'bank'; readonly reference: string }
  | { readonly is: 'gateway' }

interface Giving {
  readonly differenceId: bigint
  readonly to: Receiver
  readonly why: string
}

/**
 * Gives money set apart to somebody, whole and once, as a manager decides; above the sum for refunds a second
 * one must agree.
 * @returns true when it waits for the second manager
 * @throws Refused NOT_FOUND, NOT_NOW when the money is not there any more, INVALID for a way that it cannot go
 */
export async function giveApart(parts: OperationsParts, it: Giving, by: By): Promise<boolean> {
  const seen = await parts.db.inTransaction((tx) => lockStanding(tx, it.differenceId))
  mustGo(seen.money, it.to)
  const waits = await needsSecond(parts.settings, 'set_apart', seen.money.amountKobo)
  if (waits) await parts.db.inTransaction((tx) => ask(tx, it, seen.money, by))
  else follow(parts, await parts.db.inTransaction((tx) => give(parts, tx, it, by)))
  return waits
}

/** @throws Refused NOT_NOW when something else was asked for already */
async function ask(
  tx: Tx,
  { differenceId, to, why }: Giving,
  { amountKobo }: Standing,
  by: By,
): Promise<void> {
  const wish = {
    kind: 'set_apart',
    amountKobo,
    subject: why,
    userId: to.is === 'wallet' ? to.userId : null,
    orderId: null,
    differenceId,
    bankReference: to.is === 'bank' ? to.reference : null,
  } as const
  if (!(await keepAsked(tx, wish, by, { waits: true }))) throw new Refused('NOT_NOW', { says: waitsAlready })
}

/** The second manager agrees: it happens as if asked for now. */
export const giveApartAgreed =
  (parts: OperationsParts): Happens =>
  async (tx, asked, by) => {
    if (asked.difference_id === null) throw new Error('Money set apart stands on the list of differences')
    const begun = await give(
      parts,
      tx,
      { differenceId: asked.difference_id, to: receiverOf(asked), why: asked.subject ?? '' },
      by,
    )
    return async () => follow(parts, begun)
  }

function receiverOf(asked: { user_id: string | null; bank_reference: string | null }): Receiver {
  if (asked.user_id) return { is: 'wallet', userId: asked.user_id }
  return asked.bank_reference ? { is: 'bank', reference: asked.bank_reference } : { is: 'gateway' }
}

const gone = 'This money does not stand here any more. Please look at it again.'
const waitsAlready = 'Something was asked for already, and waits for another manager.'

/** Of two managers at once the second waits here, and then finds nothing. @throws Refused NOT_FOUND, NOT_NOW */
async function lockStanding(tx: Tx, id: bigint): Promise<{ subject: string; money: Standing }> {
  const row = await tx
    .selectFrom('differences')
    .select('subject')
    .where('id', '=', id)
    .where('kind', '=', 'set_apart')
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refused('NOT_FOUND')
  const money = await standingOf(tx, row.subject)
  if (!money) throw new Refused('NOT_NOW', { says: gone })
  return { subject: row.subject, money }
}

/** @throws Refused INVALID when it cannot go that way */
function mustGo(money: Standing, to: Receiver): void {
  if (to.is === 'wallet') {
    if (money.currency !== 'NGN') throw new Refused('NOT_NOW', { says: 'A wallet holds naira alone.' })
    return
  }
  const ways = waysBack(money)
  if (ways.includes(to.is === 'bank' ? 'transfer' : 'gateway')) return
  throw new Refused('INVALID', {
    field: 'bank_reference',
    says:
      to.is === 'bank'
        ? 'This money can only go back through its gateway.'
        : 'Please enter the reference of the bank transfer: its gateway could not give it back.',
  })
}

/** @returns a refund to pursue once this is committed */
async function give(
  parts: OperationsParts,
  tx: Tx,
  { differenceId, to, why }: Giving,
  by: By,
): Promise<string | undefined> {
  const { subject, money } = await lockStanding(tx, differenceId)
  mustGo(money, to)
  const refundId = await move(tx, money, to, why)
  const receiver = to.is === 'wallet' ? await credited(parts, tx, to.userId, { money, differenceId }) : null
  if (to.is === 'bank' && money.ownerId) await tellOfTransfer(tx, money.ownerId, money, to.reference)
  await tx
    .updateTable('differences')
    .set({
      resolved_at: sql<Date>`business_now()`,
      resolution: `${said(to, receiver?.name)}: ${why}`,
    })
    .where('id', '=', differenceId)
    .execute()
  await audit(tx, {
    by: by.actor,
    request: by.request,
    action: to.is === 'wallet' ? 'set_apart.credit' : 'set_apart.return',
    subject,
    owner: to.is === 'wallet' ? to.userId : money.ownerId,
    detail: {
      why,
      amount: `${money.currency} ${nairaOf(money.amountKobo)}`,
      to: receiver?.uniqueid ?? to.is,
      bank_reference: to.is === 'bank' ? to.reference : null,
      difference: String(differenceId),
    },
  })
  return refundId
}

const said = (to: Receiver, name: string | undefined): string =>
  to.is === 'wallet'
    ? `Credited to ${name}`
    : to.is === 'bank'
      ? `Returned by bank transfer ${to.reference}`
      : 'Returned through the gateway'

async function move(tx: Tx, money: Standing, to: Receiver, why: string): Promise<string | undefined> {
  if (to.is === 'gateway') {
    const inflow = await unmatchedById(tx, money.id)
    const begun = inflow && (await beginReturn(tx, inflow))
    if (!begun) throw new Refused('NOT_NOW', { says: gone })
    return begun
  }
  const walletOf = to.is === 'wallet' ? to.userId : null
  // What stands in a wallet is read by its owner.
  const isOwn = walletOf !== null && walletOf === money.ownerId
  const seen = isOwn ? 'a top-up' : 'a transfer that was meant for you'
  const it = { amountKobo: money.amountKobo, walletOf, why: walletOf === null ? why : seen }
  const entry =
    money.is === 'inflow'
      ? inflowLeft({ ...it, inflowId: money.id })
      : refundPaidByHand({ ...it, refundId: money.id, orderId: null })
  if (!(await post(tx, entry))) throw new Refused('NOT_NOW', { says: gone })
  if (money.is === 'refund')
    await tx
      .updateTable('refunds')
      .set({ paid_by_hand: walletOf === null ? 'bank' : 'wallet' })
      .where('id', '=', money.id)
      .execute()
  return undefined
}

/** Tells whoever got it. */
async function credited(
  parts: OperationsParts,
  tx: Tx,
  userId: string,
  { money, differenceId }: { money: Standing; differenceId: bigint },
): Promise<{ uniqueid: string; name: string }> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const subject = 'Money received'
  const { amountKobo } = money
  await notify(tx, {
    userId,
    service: 'wallet',
    subject,
    body: `We found ${formatMoney(amountKobo)} of yours and added it to your wallet.`,
    amountKobo,
  })
  await putMail(tx, {
    onceKey: `set_apart:${differenceId}:credited`,
    to: user.email,
    mail: walletTopped({
      brandName: parts.brandName,
      name: user.name,
      subject,
      amountKobo,
      walletUrl: `${parts.appUrl}/account/wallet`,
    }),
  })
  return user
}

const tellOfTransfer = (tx: Tx, userId: string, { amountKobo }: Standing, reference: string): Promise<void> =>
  notify(tx, {
    userId,
    service: 'wallet',
    subject: 'Your top-up was returned',
    body: `${formatMoney(amountKobo)} was sent back to you by a bank transfer. Its reference is ${reference}.`,
    amountKobo,
  })

function follow(parts: OperationsParts, refundId: string | undefined): void {
  if (refundId) parts.background('refund', () => pursueRefund(parts.payments, refundId))
  parts.wakeOutbox()
}
