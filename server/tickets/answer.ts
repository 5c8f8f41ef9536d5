import { sql } from 'kysely'
import type { Tx } from '../database/index.ts'
import { Refused } from '../http/index.ts'
import { ticketAnswered } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { putMail, putSms } from '../outbox/index.ts'
import { orderById } from '../purchase/index.ts'

/**
 * Answers a report, in the transaction that writes the deed down: its writer is told in the account and by mail; a
 * guest who left no address, by SMS to the phone of the order.
 * @param by the manager
 * @throws Refused NOT_FOUND for one that is not open: two answers at once are one
 */
export async function answerTicket(
  tx: Tx,
  it: { number: string; answer: string; by: string; brandName: string; helpUrl: string },
): Promise<void> {
  const ticket = await tx
    .updateTable('tickets')
    .set({
      state: 'answered',
      answer: it.answer,
      answered_by: it.by,
      answered_at: sql<Date>`business_now()`,
    })
    .where('number', '=', it.number)
    .where('state', '=', 'open')
    .returning(['id', 'user_id', 'order_id', 'email', 'message'])
    .executeTakeFirst()
  if (!ticket) throw new Refused('NOT_FOUND')
  if (ticket.user_id) {
    await notify(tx, {
      userId: ticket.user_id,
      service: 'ticket',
      subject: `We answered your report ${it.number}`,
      body: it.answer,
    })
  }
  const { mail, sms } = ticketAnswered({
    brandName: it.brandName,
    number: it.number,
    message: ticket.message,
    answer: it.answer,
    helpUrl: it.helpUrl,
  })
  const onceKey = `ticket:${ticket.id}:answered`
  if (ticket.email) return putMail(tx, { onceKey, to: ticket.email, mail })
  if (!ticket.order_id) return
  const { id: orderId, phone } = await orderById(tx, ticket.order_id)
  await putSms(tx, { onceKey, to: phone, orderId, text: sms })
}

/** Closes a report without an answer, or after it. @throws Refused NOT_FOUND for one that is closed already */
export async function closeTicket(tx: Tx, number: string): Promise<void> {
  const closed = await tx
    .updateTable('tickets')
    .set({ state: 'closed' })
    .where('number', '=', number)
    .where('state', '!=', 'closed')
    .executeTakeFirst()
  if (closed.numUpdatedRows === 0n) throw new Refused('NOT_FOUND')
}
