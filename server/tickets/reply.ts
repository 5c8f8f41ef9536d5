import { sql } from 'kysely'
import type { UserId } from '../../shared/ids.ts'
import { languageOf } from '../../shared/languages.ts'
import type { Tx } from '../database/index.ts'
import { ApiError } from '../http/index.ts'
import { inLanguage } from '../languages/index.ts'
import { ticketReplyMessage } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail, enqueueSms } from '../outbox/index.ts'
import { orderById } from '../purchase/index.ts'
import { ticketServerTexts } from './texts.ts'

/**
 * Replies to a ticket, in the transaction of the audit event. Notifies the customer in the account and by mail; a guest
 * without an e-mail by SMS to the phone of the order. The text around the reply is in the language of the ticket.
 * @param input.managerId the manager who replies
 * @throws ApiError NOT_FOUND for a ticket that is not open: of two concurrent replies only one is sent
 */
export async function sendTicketReply(
  tx: Tx,
  input: { number: string; reply: string; managerId: UserId; brandName: string; helpUrl: string },
): Promise<void> {
  const ticket = await tx
    .updateTable('tickets')
    .set({
      state: 'answered',
      answer: input.reply,
      answered_by: input.managerId,
      answered_at: sql<Date>`app_now()`,
    })
    .where('number', '=', input.number)
    .where('state', '=', 'open')
    .returning(['id', 'user_id', 'order_id', 'email', 'message', 'language'])
    .executeTakeFirst()
  if (!ticket) throw new ApiError('NOT_FOUND')
  if (ticket.user_id) {
    await notify(tx, {
      userId: ticket.user_id,
      service: 'ticket',
      subject: ticketServerTexts.answeredSubject({ number: input.number }),
      body: input.reply,
    })
  }
  const order = ticket.order_id === null ? null : await orderById(tx, ticket.order_id)
  const message = (await isAuthorsEmail(tx, ticket)) ? ticket.message : null
  // A ticket that an earlier release stored has no language of its own.
  const { mail, sms } = await inLanguage(languageOf(ticket.language ?? order?.language), () =>
    ticketReplyMessage({
      brandName: input.brandName,
      number: input.number,
      message,
      reply: input.reply,
      helpUrl: input.helpUrl,
    }),
  )
  const dedupeKey = `ticket:${ticket.id}:answered`
  if (ticket.email) return enqueueMail(tx, { dedupeKey, to: ticket.email, mail })
  if (order) await enqueueSms(tx, { dedupeKey, to: order.phone, orderId: order.id, text: sms })
}

/** True for the verified e-mail of the ticket's user: a guest can enter the e-mail of another person. */
async function isAuthorsEmail(
  tx: Tx,
  { user_id, email }: { user_id: UserId | null; email: string | null },
): Promise<boolean> {
  if (user_id === null || email === null) return false
  const author = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('email', '=', email)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return author !== undefined
}

/** Closes a ticket, with or without a reply. @throws ApiError NOT_FOUND for a closed ticket */
export async function markTicketClosed(tx: Tx, number: string): Promise<void> {
  const updateResult = await tx
    .updateTable('tickets')
    .set({ state: 'closed' })
    .where('number', '=', number)
    .where('state', '!=', 'closed')
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND')
}
