import { nairaOf } from '../../../../shared/money.ts'
import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { CardCharge, CheckoutRequest } from '../../gateway.ts'

/** Our payment methods by Flutterwave's names. One is sent per checkout, so that it offers only the chosen method. */
export const paymentOptions = Object.freeze({
  CARD: 'card',
  ACCOUNT_TRANSFER: 'banktransfer',
  USSD: 'ussd',
} as const satisfies Partial<Record<PaymentMethod, string>>)
export type FlutterwaveOption = keyof typeof paymentOptions

export const isFlutterwaveOption = (method: PaymentMethod): method is FlutterwaveOption =>
  method in paymentOptions
/** How long a payment link is valid: as long as we poll for its payment. */
const sessionMinutes = 60

export const linkBody = (request: CheckoutRequest, paymentOption: FlutterwaveOption) => ({
  ...commonFields(request),
  payment_options: paymentOptions[paymentOption],
  session_duration: sessionMinutes,
  customer: { email: request.email },
  customizations: { title: request.description },
})

/** After a confirmation step Flutterwave redirects without `tx_ref`, so the return URL carries it. */
export const chargeBody = (request: CardCharge) => ({
  ...commonFields(request),
  redirect_url: withReference(request.returnUrl, request.reference),
  token: request.token,
  email: request.email,
  country: 'NG',
  narration: request.description,
})

const commonFields = (request: CheckoutRequest | CardCharge) => ({
  tx_ref: request.reference,
  amount: nairaOf(request.amountKobo),
  currency: 'NGN',
  redirect_url: request.returnUrl,
  meta: { order_reference: request.orderReference },
})

function withReference(returnUrl: string, reference: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('tx_ref', reference)
  return url.href
}
