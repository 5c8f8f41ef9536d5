import { orderLink, successPageUrl } from '../../shared/pages.ts'
import type { Tx } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import { mailInsert, smsInsert } from '../outbox/index.ts'
import { orderPushInsert } from '../push/index.ts'
import type { Order } from './order.ts'
import { linkCodeOf } from './order-link.ts'

/** The insert that enqueues a notification on the devices of the order's user or guest. */
export const orderDeviceInsert = (tx: Tx, order: Order, name: string, { mail }: Message) =>
  orderPushInsert(tx, order, { name, title: mail.subject, path: orderPathOf(order) })

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
  const { sms, mail } = orderMessageInserts(tx, order, name, message)
  await sms.execute()
  await mail?.execute()
}

/** The inserts that enqueue an SMS, and an e-mail if the order has an address. */
export function orderMessageInserts(tx: Tx, order: Order, name: string, message: Message) {
  const dedupeKey = `order:${order.id}:${name}`
  const sms = smsInsert(tx, {
    dedupeKey: `${dedupeKey}:sms`,
    to: order.phone,
    orderId: order.id,
    text: message.sms,
  })
  const mail =
    order.email &&
    mailInsert(tx, {
      dedupeKey: `${dedupeKey}:mail`,
      to: order.email,
      orderId: order.id,
      mail: message.mail,
    })
  return { sms, ...(mail && { mail }) }
}
