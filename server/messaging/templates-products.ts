import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'
import { writeMail } from './mail.ts'
import { orderMessageTexts } from './message-texts.ts'
import type { Message } from './templates.ts'
import { smsLine, smsMoney } from './text.ts'

/** A delivery of any service except electricity: a bouquet, airtime, a data plan, PINs. */
export interface ProductDelivered {
  readonly brandName: string
  readonly reference: string
  /** "Your DStv Compact is on": subject of the mail, first line of the SMS. */
  readonly headline: string
  /** Next steps, for the mail. */
  readonly message: readonly string[]
  /** PINs and vouchers, in the order to use them. */
  readonly codes?: readonly { label: string; code: string }[]
  /** The beneficiary: "Smartcard", "1212121212". */
  readonly beneficiary: readonly [name: string, value: string]
  readonly details?: readonly (readonly [name: string, value: string | null])[]
  readonly amountKobo: Kobo
  readonly serviceChargeKobo: Kobo
  readonly totalKobo: Kobo
  readonly deliveredAt: Date
  /** Page of the order. */
  readonly orderUrl: string
  /** Short link to the same page, for SMS. */
  readonly shortUrl: string
}

export function productDeliveredMessage(delivery: ProductDelivered): Message {
  const [name, value] = delivery.beneficiary
  const codes = delivery.codes ?? []
  const details = (delivery.details ?? []).flatMap(([label, content]) =>
    content ? [[label, content] as const] : [],
  )
  return {
    sms: [
      smsLine(orderMessageTexts.smsHeadline({ brand: delivery.brandName, headline: delivery.headline })),
      ...codes.map(({ label, code }) => smsLine(orderMessageTexts.smsCode({ label, code }))),
      smsLine(orderMessageTexts.smsCode({ label: name, code: value })),
      smsLine(orderMessageTexts.smsAmount({ amount: smsMoney(delivery.amountKobo) })),
      smsLine(orderMessageTexts.smsReference({ reference: delivery.reference })),
      delivery.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: delivery.brandName,
      subject: delivery.headline,
      message: [
        orderMessageTexts.headlineSentence({ headline: oneLine(delivery.headline) }),
        ...delivery.message,
      ],
      codes,
      details: [
        [name, value],
        ...details,
        [orderMessageTexts.amount(), formatMoney(delivery.amountKobo)],
        ...(delivery.serviceChargeKobo > 0n
          ? [[orderMessageTexts.serviceCharge(), formatMoney(delivery.serviceChargeKobo)] as const]
          : []),
        [orderMessageTexts.totalPaid(), formatMoney(delivery.totalKobo)],
        [orderMessageTexts.date(), formatDate(delivery.deliveredAt)],
        [orderMessageTexts.reference(), delivery.reference],
      ],
      link: { label: orderMessageTexts.viewOrder(), url: delivery.orderUrl },
    }),
  }
}
