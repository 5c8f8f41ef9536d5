import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { ticketAnsweredMessage } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail, enqueueSms } from '../outbox/index.ts'
import { orderById } from '../purchase/index.ts'
import { ticketServerTexts } from './texts.ts'

/**
 * Replies to a ticket, in the transaction of the audit event. Notifies the customer in the account and by mail; a guest
 * without an e-mail by SMS to the phone of the order.
 * @param input.by the manager
 * @throws ApiError NOT_FOUND for a ticket that is not open: of two concurrent replies only one is sent
 */
export async function addTicketAnswer(
  tx: Tx,
  input: { number: string; answer: string; by: string; brandName: string; helpUrl: string },
): Promise<void> {
  const ticket = await tx
    .updateTable('tickets')
    .set({
      state: 'answered',
      answer: input.answer,
      answered_by: input.by,
      answered_at: sql<Date>`app_now()`,
    })
    .where('number', '=', input.number)
    .where('state', '=', 'open')
    .returning(['id', 'user_id', 'order_id', 'email', 'message'])
    .executeTakeFirst()
  if (!ticket) throw new ApiError('NOT_FOUND')
  if (ticket.user_id) {
    await notify(tx, {
      userId: ticket.user_id,
      service: 'ticket',
      subject: ticketServerTexts.answeredSubject({ number: input.number }),
      body: input.answer,
    })
  }
  const { mail, sms } = ticketAnsweredMessage({
    brandName: input.brandName,
    number: input.number,
    message: (await isVerified(tx, ticket.email)) ? ticket.message : null,
    answer: input.answer,
    helpUrl: input.helpUrl,
  })
  const dedupeKey = `ticket:${ticket.id}:answered`
  if (ticket.email) return enqueueMail(tx, { dedupeKey, to: ticket.email, mail })
  if (!ticket.order_id) return
  const { id: orderId, phone } = await orderById(tx, ticket.order_id)
  await enqueueSms(tx, { dedupeKey, to: phone, orderId, text: sms })
}

/** True for the verified e-mail of an account. */
async function isVerified(tx: Tx, email: string | null): Promise<boolean> {
  if (email === null) return false
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return owner !== undefined
}

/** Closes a ticket, with or without a reply. @throws ApiError NOT_FOUND for a closed ticket */
export async function markTicketClosed(tx: Tx, number: string): Promise<void> {
  const closed = await tx
    .updateTable('tickets')
    .set({ state: 'closed' })
    .where('number', '=', number)
    .where('state', '!=', 'closed')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}
