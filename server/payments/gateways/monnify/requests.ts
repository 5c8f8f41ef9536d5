import { nairaOf } from '../../../../shared/money.ts'
import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { CardCharge, CheckoutRequest } from '../../gateway.ts'

/** Our payment methods have Monnify's names. One is sent per checkout, so that it offers only the chosen method. */
export const methods = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const satisfies PaymentMethod[]

/** The fields of a checkout and of a charge of a saved card. */
export const commonBody = (contractCode: string) => (request: CheckoutRequest | CardCharge) => ({
  amount: nairaOf(request.amountKobo),
  currencyCode: 'NGN',
  contractCode,
  customerEmail: request.email,
  // Some Monnify libraries require a name, which may be unknown.
  customerName: request.email,
  paymentReference: request.reference,
  paymentDescription: request.description.slice(0, 100),
  metaData: { order_reference: request.orderReference },
})
