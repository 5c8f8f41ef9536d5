import type { PaymentId } from '../../shared/ids.ts'
import type { Tx } from '../database/index.ts'
import type { Message } from '../messaging/index.ts'
import { notify } from '../notifications/index.ts'
import { enqueueMail } from '../outbox/index.ts'
import { findAppliedPayment, listPayments } from '../payments/index.ts'
import type { PurchaseDeps } from './deps.ts'
import type { Order } from './order.ts'

interface PayerNotification {
  readonly order: Order
  readonly paymentId: PaymentId | null
  /** Part of the deduplication key. */
  readonly name: string
  readonly message: Message
  /** Given to the gateway for guests without e-mail: an unread mailbox. */
  readonly guestEmail: string
}

/** Notifies the payer of a payment request: by e-mail if they gave an address, and in their account if they have one. */
export async function notifyPayer(
  tx: Tx,
  { order, paymentId, name, message, guestEmail }: PayerNotification,
): Promise<void> {
  const payment = (await listPayments(tx, order.id)).find(({ id }) => id === paymentId)
  if (!payment) return
  if (payment.email !== guestEmail)
    await enqueueMail(tx, {
      dedupeKey: `order:${order.id}:${name}:payer`,
      to: payment.email,
      orderId: order.id,
      mail: message.mail,
    })
  if (!payment.user_id) return
  await notify(tx, {
    userId: payment.user_id,
    service: order.service,
    subject: message.mail.subject,
    body: message.sms,
    orderId: order.id,
    amountKobo: order.total_kobo,
  })
}

/** Sends the payer of a payment request a receipt without token and full number. */
export async function notifyPayerOfDelivery(deps: PurchaseDeps, tx: Tx, order: Order): Promise<void> {
  const message = await deps.orderHandlers[order.service].buildMessage(order, {
    type: 'delivered_for_payer',
  })
  const payment = await findAppliedPayment(tx, order.id)
  if (!message || !payment) return
  await notifyPayer(tx, {
    order,
    paymentId: payment.id,
    name: 'delivered',
    message,
    guestEmail: deps.guestEmail,
  })
}
