import type { Tx } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import { enqueueMail, enqueueSms } from '../outbox/index.ts'
import type { Order } from './order.ts'

/**
 * Enqueues a notification in the transaction of its cause: an SMS, and an e-mail if the order has an address.
 */
export async function enqueueOrderMessages(
  tx: Tx,
  order: Order,
  name: string,
  message: Message,
): Promise<void> {
  const dedupeKey = `order:${order.id}:${name}`
  await enqueueSms(tx, {
    dedupeKey: `${dedupeKey}:sms`,
    to: order.phone,
    orderId: order.id,
    text: message.sms,
  })
  if (!order.email) return
  await enqueueMail(tx, {
    dedupeKey: `${dedupeKey}:mail`,
    to: order.email,
    orderId: order.id,
    mail: message.mail,
  })
}
