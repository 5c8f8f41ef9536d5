import type { Tx } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import { putMail, putSms } from '../outbox/index.ts'
import type { Order } from './order.ts'

/** Commits a piece of news with the change it tells of: an SMS to the order's phone, a mail where there is an address. */
export async function putNews(tx: Tx, order: Order, name: string, message: Message): Promise<void> {
  const onceKey = `order:${order.id}:${name}`
  await putSms(tx, { onceKey: `${onceKey}:sms`, to: order.phone, orderId: order.id, text: message.sms })
  if (!order.email) return
  await putMail(tx, { onceKey: `${onceKey}:mail`, to: order.email, orderId: order.id, mail: message.mail })
}
