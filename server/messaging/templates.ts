import type { MeterTypeCode } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Mail, writeMail } from './mail.ts'
import { orderMessageTexts } from './message-texts.ts'
import { fitSms, smsLine, smsMoney } from './text.ts'

/** One message, rendered for SMS and mail. */
export interface Message {
  readonly sms: string
  readonly mail: Mail
}

/** A delivered electricity order. `tokens` are in order of entry; empty for postpaid. */
export interface PowerDelivered {
  readonly brandName: string
  readonly reference: string
  readonly discoName: string
  readonly meterNumber: string
  readonly meterType: MeterTypeCode
  readonly customerName: string | null
  readonly amountKobo: Kobo
  readonly serviceChargeKobo: Kobo
  readonly totalKobo: Kobo
  readonly tokens: readonly { label: string; digits: string }[]
  readonly units: string | null
  readonly vatKobo: Kobo | null
  readonly arrearsKobo: Kobo | null
  readonly deliveredAt: Date
  /** Page of the order and its receipt. */
  readonly orderUrl: string
  /** Short link to the same page, for SMS. */
  readonly shortUrl: string
}

/** Delivery message of an electricity order: the token for a prepaid meter, the paid bill for a postpaid one. */
export function powerDeliveredMessage(delivery: PowerDelivered): Message {
  return delivery.meterType === 'prepaid' ? tokenMessage(delivery) : billMessage(delivery)
}

function tokenMessage(delivery: PowerDelivered): Message {
  const hasSeveral = delivery.tokens.length > 1
  const codes = delivery.tokens.map(({ label, digits }, index) => ({
    label: hasSeveral ? orderMessageTexts.numberedCode({ number: index + 1, label }) : label,
    code: groupDigits(digits),
  }))
  return {
    sms: fitSms(
      [
        smsLine(
          hasSeveral
            ? orderMessageTexts.smsTokens({ brand: delivery.brandName })
            : orderMessageTexts.smsToken({ brand: delivery.brandName }),
        ),
        ...codes.map(({ label, code }) =>
          hasSeveral ? smsLine(orderMessageTexts.smsCode({ label, code })) : code,
        ),
        ...(delivery.units ? [smsLine(orderMessageTexts.smsUnits({ units: delivery.units }))] : []),
        smsLine(orderMessageTexts.smsMeter({ meter: delivery.meterNumber })),
      ],
      [
        smsLine(orderMessageTexts.smsReference({ reference: delivery.reference })),
        smsLine(orderMessageTexts.smsAmount({ amount: smsMoney(delivery.amountKobo) })),
      ],
      delivery.shortUrl,
    ),
    mail: writeMail({
      brandName: delivery.brandName,
      subject: orderMessageTexts.tokenSubject({ meter: delivery.meterNumber }),
      message: [
        hasSeveral ? orderMessageTexts.tokensIntro() : orderMessageTexts.tokenIntro(),
        orderMessageTexts.tokenRejected(),
      ],
      codes,
      details: detailsOf(delivery),
      link: { label: orderMessageTexts.viewOrderAndReceipt(), url: delivery.orderUrl },
    }),
  }
}

function billMessage(delivery: PowerDelivered): Message {
  const disco = oneLine(delivery.discoName)
  return {
    sms: [
      smsLine(orderMessageTexts.smsBillPaid({ brand: delivery.brandName, biller: disco })),
      smsLine(orderMessageTexts.smsMeter({ meter: delivery.meterNumber })),
      smsLine(orderMessageTexts.smsAmount({ amount: smsMoney(delivery.amountKobo) })),
      smsLine(orderMessageTexts.smsReference({ reference: delivery.reference })),
      delivery.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: delivery.brandName,
      subject: orderMessageTexts.billSubject({ meter: delivery.meterNumber }),
      message: [orderMessageTexts.billIntro({ biller: disco })],
      details: detailsOf(delivery),
      link: { label: orderMessageTexts.viewOrderAndReceipt(), url: delivery.orderUrl },
    }),
  }
}

type Detail = readonly [name: string, value: string]

function detailsOf(delivery: PowerDelivered): Detail[] {
  const details: (Detail | null)[] = [
    delivery.units
      ? [orderMessageTexts.units(), orderMessageTexts.unitsValue({ units: delivery.units })]
      : null,
    [
      orderMessageTexts.meter(),
      orderMessageTexts.meterValue({ meter: delivery.meterNumber, type: delivery.meterType }),
    ],
    [orderMessageTexts.company(), delivery.discoName],
    delivery.customerName ? [orderMessageTexts.customer(), delivery.customerName] : null,
    [orderMessageTexts.amount(), formatMoney(delivery.amountKobo)],
    delivery.vatKobo ? [orderMessageTexts.vatIncluded(), formatMoney(delivery.vatKobo)] : null,
    delivery.arrearsKobo ? [orderMessageTexts.arrearsDeducted(), formatMoney(delivery.arrearsKobo)] : null,
    [orderMessageTexts.serviceCharge(), formatMoney(delivery.serviceChargeKobo)],
    [orderMessageTexts.totalPaid(), formatMoney(delivery.totalKobo)],
    [orderMessageTexts.date(), formatDate(delivery.deliveredAt)],
    [orderMessageTexts.reference(), delivery.reference],
  ]
  return details.filter((detail) => detail !== null)
}
