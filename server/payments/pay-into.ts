import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { inSeconds } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import type { Gateway } from './gateway.ts'
import { gatewayOf, type PaymentParts } from './parts.ts'
import type { Refund } from './payment.ts'
import { recordRefund } from './refund-outcome.ts'
import { sourceOf } from './store.ts'

/** Why a refund stands still for a moment: an account is being given to the gateway. */
export const payingInto = 'paying_into'
/** As long as the call to the gateway may take. */
const inFlightSeconds = 45

export interface BankAccount {
  /** Of the gateway's own list. */
  readonly bankCode: string
  readonly accountNumber: string
}

/** The refunds of an order that wait for an account of the customer, the first asked for first. */
export const accountlessRefunds = (db: Database['q'], orderId: string): Promise<Refund[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '=', 'needs_attention')
    .orderBy('created_at')
    .execute()

/**
 * The name on an account, as the gateway of a refund tells it; null where it cannot tell.
 * @throws Refused INVALID when there is no such account; UNAVAILABLE
 */
export async function nameOfAccount(
  parts: PaymentParts,
  refund: Refund,
  to: BankAccount,
): Promise<string | null> {
  const { gateway } = await sourceOf(parts.db.q, refund)
  return nameOnAccount(gatewayOf(parts, gateway), to)
}

async function nameOnAccount({ banking }: Gateway, to: BankAccount): Promise<string | null> {
  const account = await banking?.resolveAccount(to)
  if (account?.is === 'not_found') throw new Refused('INVALID', noSuchAccount)
  if (account?.is === 'unavailable') throw new Refused('UNAVAILABLE', { retryAfterSeconds: 30 })
  return account?.name ?? null
}

/**
 * Gives the gateway the account that a refund is to be paid into. The account is asked about first, written
 * down sealed, and then given once: what is given twice is refused there.
 * @returns false when somebody else is doing it at this moment
 * @throws Refused INVALID when there is no such account, or the gateway does not take it; UNAVAILABLE
 */
export async function payInto(parts: PaymentParts, refund: Refund, to: BankAccount): Promise<boolean> {
  const payment = await sourceOf(parts.db.q, refund)
  const gateway = gatewayOf(parts, payment.gateway)
  if (!gateway.payInto || !refund.refund_id) throw new Error(`${gateway.name} pays no refund into an account`)
  await nameOnAccount(gateway, to)
  const bank = (await gateway.banking?.banks())?.find(({ code }) => code === to.bankCode)
  const mine = await parts.db.q
    .updateTable('refunds')
    .set({
      because: payingInto,
      account: parts.secrets.seal(JSON.stringify(to), `refund ${refund.id}`),
      account_bank: bank?.name ?? null,
      account_ends: to.accountNumber.slice(-4),
      due_at: inSeconds(inFlightSeconds),
    })
    .where('id', '=', refund.id)
    .where('state', '=', 'needs_attention')
    .where((it) =>
      it.or([
        it('because', 'is', null),
        it('because', '!=', payingInto),
        it('due_at', '<=', sql<Date>`business_now()`),
      ]),
    )
    .executeTakeFirst()
  if (mine.numUpdatedRows === 0n) return false
  const truth = await gateway.payInto({ ...to, refundId: refund.refund_id, currency: refund.currency })
  await parts.db.inTransaction((tx) => recordRefund(parts, tx, refund.id, payment, truth))
  if (truth.is === 'needs_attention') throw new Refused('INVALID', notTaken)
  return true
}

const noSuchAccount = {
  field: 'account_number',
  says: 'We could not find that account. Please check the bank and the number.',
}
const notTaken = {
  field: 'account_number',
  says: 'The money could not be paid into that account. Please try another one.',
}
