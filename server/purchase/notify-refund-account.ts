import type { UserId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail, enqueueSms } from '../outbox/index.ts'
import type { RefundAccount } from '../payments/index.ts'
import type { Order } from './order.ts'
import type { OrderHandler } from './order-handler.ts'

interface RefundAccountNotification {
  readonly orderHandler: OrderHandler
  readonly order: Order
  readonly account: RefundAccount
  /** Given to the gateway for guests without e-mail: an unread mailbox. */
  readonly guestEmail: string
}

/** Notifies every contact of an order, and its payer, that a bank account was added for its refund. */
export async function notifyRefundAccount(
  tx: Tx,
  { orderHandler, order, account, guestEmail }: RefundAccountNotification,
): Promise<void> {
  const notificationFields = {
    type: 'refund_account_added',
    amountKobo: account.amountKobo,
    bank: account.bank,
    last4: account.last4,
    needsReview: account.needsReview,
  } as const
  // The account is that of the payer: the requester of a payment request is not notified.
  const ownerId = order.payment_request_id ? null : order.user_id
  const owner = await contactsOf(tx, ownerId)
  const payer = await contactsOf(tx, account.payer.userId)
  const dedupeKey = `order:${order.id}:refund_account:${account.refundId}:${account.accountVersion}`
  const ownerMessage = await orderHandler.buildMessage(order, { ...notificationFields, opensOrder: true })
  const payerMessage = await orderHandler.buildMessage(order, { ...notificationFields, opensOrder: false })
  if (!ownerMessage || !payerMessage) return

  const contact = order.payment_request_id ? null : order
  const phones = uniqueValues([contact?.phone, owner?.phone])
  const addresses = uniqueValues([contact?.email, owner?.email])
  const send = (to: string, message: typeof ownerMessage) =>
    to.includes('@')
      ? enqueueMail(tx, { dedupeKey: `${dedupeKey}:${to}`, to, orderId: order.id, mail: message.mail })
      : enqueueSms(tx, { dedupeKey: `${dedupeKey}:${to}`, to, orderId: order.id, text: message.sms })
  for (const to of [...phones, ...addresses]) await send(to, ownerMessage)
  const payerContacts = uniqueValues([account.payer.email, payer?.email, payer?.phone]).filter(
    (to) => to !== guestEmail && !phones.includes(to) && !addresses.includes(to),
  )
  for (const to of payerContacts) await send(to, payerMessage)

  for (const userId of uniqueValues([ownerId, account.payer.userId]))
    await notify(tx, {
      userId,
      service: order.service,
      subject: ownerMessage.mail.subject,
      ...(userId === ownerId
        ? { body: ownerMessage.sms, orderId: order.id }
        : { body: payerMessage.sms, orderId: payerOrderId(order), amountKobo: account.amountKobo }),
    })
}

/** A payer has a page of the order of a payment request only. */
const payerOrderId = (order: Order): string | null => (order.payment_request_id ? order.id : null)

const contactsOf = async (tx: Tx, userId: UserId | null) =>
  userId === null
    ? undefined
    : tx.selectFrom('users').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()

const uniqueValues = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]
