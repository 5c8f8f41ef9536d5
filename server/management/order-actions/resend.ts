import type { z } from 'zod/mini'
import type { resendDelivery } from '../../../shared/management/order-actions.ts'
import type { OrderReference } from '../../../shared/references.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import { ApiError } from '../../http/index.ts'
import { enqueueMail, enqueueSms } from '../../outbox/index.ts'
import { parseMobileNumber, toLocalPhone } from '../../purchase/index.ts'
import type { ManagementDeps } from '../deps.ts'
import { deliveryMessage, findDeliveredOrder, type OrderActionCaller } from './codes.ts'
import { orderActionTexts } from './texts.ts'

type ResendRequest = Pick<z.infer<typeof resendDelivery.body>, 'channel' | 'phone_number'>

/**
 * Sends the delivery message again: by SMS, to the phone of the order or to another one for this message alone, or by
 * e-mail. An SMS to another phone has no link, because the link opens the order.
 * @param id of the message; a repeated request sends it once
 * @returns the sentence for the manager
 * @throws ApiError NOT_FOUND, NOT_NOW, INVALID, TOO_MANY
 */
export async function resendDeliveryMessage(
  deps: ManagementDeps,
  reference: OrderReference,
  { channel, phone_number: typedPhone }: ResendRequest,
  { actor, requestId, id }: OrderActionCaller & { id: string },
): Promise<string> {
  const { order, delivery } = await findDeliveredOrder(deps, reference)
  const message = await deliveryMessage(deps, order, delivery)
  if (channel === 'email' && typedPhone)
    throw new ApiError('INVALID', { field: 'phone_number', message: orderActionTexts.phoneForSmsOnly() })
  const phone = typedPhone ? parseMobileNumber('phone_number', typedPhone) : order.phone
  const { email } = order
  if (channel === 'email' && !email) throw new ApiError('NOT_NOW', { message: orderActionTexts.noEmail() })
  await deps.limits.consume('resend_order', order.id)
  await deps.db.inTransaction(async (tx) => {
    const dedupeKey = `order:${order.id}:resent:${id}`
    if (channel === 'email' && email)
      await enqueueMail(tx, { dedupeKey, to: email, orderId: order.id, mail: message.mail })
    else
      await enqueueSms(tx, {
        dedupeKey,
        to: phone,
        orderId: order.id,
        text: phone === order.phone ? message.sms : withoutLinks(message.sms, deps.appUrl),
      })
    await recordAuditEvent(tx, {
      actor,
      requestId,
      action: 'order.resend',
      subject: order.reference,
      dataSubject: order.user_id,
      detail: { channel, ...(typedPhone && { other_phone: toLocalPhone(phone) }) },
    })
  })
  deps.triggerOutbox()
  return channel === 'email'
    ? orderActionTexts.emailSent({ email: email ?? '' })
    : orderActionTexts.smsSent({ phone: toLocalPhone(phone) })
}

/** An SMS without the lines that are links to our pages. */
const withoutLinks = (sms: string, appUrl: string): string =>
  sms
    .split('\n')
    .filter((line) => !line.startsWith(appUrl))
    .join('\n')
