import { orderLink, successPageUrl } from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import { enqueueMail, enqueueSms } from '../outbox/index.ts'
import { enqueueOrderPush } from '../push/index.ts'
import type { Order } from './order.ts'
import { linkCodeOf } from './order-link.ts'

/** Enqueues a notification on the devices of the order's user or guest, in the transaction of its cause. */
export const pushOrderMessage = (tx: Tx, order: Order, name: string, { mail }: Message): Promise<void> =>
  enqueueOrderPush(tx, order, { name, title: mail.subject, path: orderPathOf(order) })

/** The short link; orders created before it exists have their page. */
const orderPathOf = ({ link_hash, service, reference, access_token }: Order): string =>
  link_hash ? orderLink(linkCodeOf(access_token)) : successPageUrl(service, reference, access_token)

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
