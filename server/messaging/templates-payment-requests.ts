import { formatMoney, type Kobo } from '../../shared/money.ts'
import { writeMail } from './mail.ts'
import { paymentRequestMessageTexts } from './payment-request-texts.ts'
import type { Message } from './templates.ts'
import { smsLine } from './text.ts'

/** A delivered order of a payment request, for its payer: no token, and the number masked. */
export interface PayerDelivery {
  readonly brandName: string
  readonly reference: string
  /** "Electricity for meter ****0099" */
  readonly description: string
  readonly totalKobo: Kobo
  /** The payer's page of the order. */
  readonly orderUrl: string
}

/** The payer's receipt. */
export function payerDeliveryMessage(delivery: PayerDelivery): Message {
  const amount = formatMoney(delivery.totalKobo)
  const { brandName, description, reference, orderUrl } = delivery
  return {
    sms: smsLine(paymentRequestMessageTexts.sms({ brand: brandName, amount, description, reference })),
    mail: writeMail({
      brandName,
      subject: paymentRequestMessageTexts.subject({ amount }),
      message: [paymentRequestMessageTexts.delivered({ amount, description })],
      details: [
        [paymentRequestMessageTexts.reference(), reference],
        [paymentRequestMessageTexts.amount(), amount],
        [paymentRequestMessageTexts.paidFor(), description],
      ],
      link: { label: paymentRequestMessageTexts.receipt(), url: orderUrl },
    }),
  }
}
