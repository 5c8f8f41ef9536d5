import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { CardCharge, CheckoutRequest } from '../../gateway.ts'
import { gatewayTexts } from '../texts.ts'

/** Our payment methods by Paystack's names. One is sent per checkout, so that it offers only the chosen method. */
export const channels = Object.freeze({
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  USSD: 'ussd',
} as const satisfies Partial<Record<PaymentMethod, string>>)
export type Channel = keyof typeof channels

export const isChannel = (method: PaymentMethod): method is Channel => method in channels

export const checkoutBody = (request: CheckoutRequest, channel: Channel) => ({
  ...commonBody(request),
  channels: [channels[channel]],
})

export const chargeBody = (request: CardCharge) => ({
  ...commonBody(request),
  authorization_code: request.token,
})

/** A saved-card charge also needs the return URL, for a second step. */
const commonBody = (request: CheckoutRequest | CardCharge) => ({
  email: request.email,
  amount: Number(request.amountKobo),
  currency: 'NGN',
  reference: request.reference,
  callback_url: request.returnUrl,
  metadata: {
    order_reference: request.orderReference,
    cancel_action: request.cancelUrl,
    custom_fields: [
      { display_name: gatewayTexts.purchase(), variable_name: 'purchase', value: request.description },
    ],
  },
})
