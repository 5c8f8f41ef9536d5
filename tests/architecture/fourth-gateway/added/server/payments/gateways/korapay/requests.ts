import { nairaOf } from '../../../../shared/money.ts'
import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { CheckoutRequest } from '../../gateway.ts'

/** Our payment methods by Korapay's names. */
export const channels = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
} as const satisfies Partial<Record<PaymentMethod, string>>
export type Channel = keyof typeof channels

export const isChannel = (method: PaymentMethod): method is Channel => method in channels

export const chargeBody = (request: CheckoutRequest, channel: Channel) => ({
  amount: nairaOf(request.amountKobo),
  currency: 'NGN',
  reference: request.reference,
  redirect_url: request.returnUrl,
  narration: request.description,
  channels: [channels[channel]],
  customer: { email: request.email },
  metadata: { order_reference: request.orderReference },
})
