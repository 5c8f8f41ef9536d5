import type { MeterType } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Mail, writeMail } from './mail.ts'
import { fitSms, oneLine, smsLine, smsMoney } from './text.ts'

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
  readonly meterType: MeterType
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
export function powerDelivered(delivery: PowerDelivered): Message {
  return delivery.meterType === 'prepaid' ? tokenMessage(delivery) : billMessage(delivery)
}

function tokenMessage(delivery: PowerDelivered): Message {
  const hasSeveral = delivery.tokens.length > 1
  const codes = delivery.tokens.map(({ label, digits }, index) => ({
    label: hasSeveral ? `${index + 1}. ${label}` : label,
    code: groupDigits(digits),
  }))
  return {
    sms: fitSms(
      [
        hasSeveral
          ? smsLine(`${delivery.brandName}: enter in this order`)
          : smsLine(`${delivery.brandName} token`),
        ...codes.map(({ label, code }) => (hasSeveral ? smsLine(`${label}: ${code}`) : code)),
        ...(delivery.units ? [smsLine(`Units: ${delivery.units} kWh`)] : []),
        smsLine(`Meter: ${delivery.meterNumber}`),
      ],
      [smsLine(`Ref: ${delivery.reference}`), `Amount: ${smsMoney(delivery.amountKobo)}`],
      delivery.shortUrl,
    ),
    mail: writeMail({
      brandName: delivery.brandName,
      subject: `Your electricity token for meter ${delivery.meterNumber}`,
      message: [
        hasSeveral
          ? 'Your electricity is ready. Enter these codes on your meter one after the other, in this order.'
          : 'Your electricity is ready. Enter this token on your meter.',
        'If the meter says "reject", check each group of digits and enter it once more. If it still fails, contact us with the reference below.',
      ],
      codes,
      facts: factsOf(delivery),
      link: { label: 'View your order and receipt', url: delivery.orderUrl },
    }),
  }
}

function billMessage(delivery: PowerDelivered): Message {
  const disco = oneLine(delivery.discoName)
  return {
    sms: [
      smsLine(`${delivery.brandName}: your ${disco} bill is paid`),
      smsLine(`Meter: ${delivery.meterNumber}`),
      `Amount: ${smsMoney(delivery.amountKobo)}`,
      smsLine(`Ref: ${delivery.reference}`),
      delivery.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: delivery.brandName,
      subject: `Your electricity bill for meter ${delivery.meterNumber} is paid`,
      message: [`Your ${disco} bill is paid. A postpaid meter needs no token: there is nothing to enter.`],
      facts: factsOf(delivery),
      link: { label: 'View your order and receipt', url: delivery.orderUrl },
    }),
  }
}

type Fact = readonly [name: string, value: string]

function factsOf(delivery: PowerDelivered): Fact[] {
  const facts: (Fact | null)[] = [
    delivery.units ? ['Units', `${delivery.units} kWh`] : null,
    ['Meter', `${delivery.meterNumber} (${delivery.meterType})`],
    ['Company', delivery.discoName],
    delivery.customerName ? ['Customer', delivery.customerName] : null,
    ['Amount', formatMoney(delivery.amountKobo)],
    delivery.vatKobo ? ['VAT included', formatMoney(delivery.vatKobo)] : null,
    delivery.arrearsKobo ? ['Arrears deducted', formatMoney(delivery.arrearsKobo)] : null,
    ['Service charge', formatMoney(delivery.serviceChargeKobo)],
    ['Total paid', formatMoney(delivery.totalKobo)],
    ['Date', formatDate(delivery.deliveredAt)],
    ['Reference', delivery.reference],
  ]
  return facts.filter((fact) => fact !== null)
}
