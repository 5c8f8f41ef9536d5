import type { MeterType } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo } from '../../shared/money.ts'
import { groupDigits } from '../../shared/tokens.ts'
import { type Mail, writeMail } from './mail.ts'
import { oneLine, smsLine, smsMoney } from './plain.ts'

/** One piece of news, ready for both ways to send it. */
export interface Message {
  readonly sms: string
  readonly mail: Mail
}

/** An electricity order that was delivered. `tokens` stand in the order of entry; none for postpaid. */
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
  /** Where the order and its receipt are seen again. */
  readonly orderUrl: string
}

/** The news of a delivered electricity order: the token for a prepaid meter, the paid bill for a postpaid one. */
export function powerDelivered(it: PowerDelivered): Message {
  return it.meterType === 'prepaid' ? tokenNews(it) : billNews(it)
}

function tokenNews(it: PowerDelivered): Message {
  const several = it.tokens.length > 1
  const codes = it.tokens.map(({ label, digits }, at) => ({
    label: several ? `${at + 1}. ${label}` : label,
    code: groupDigits(digits),
  }))
  return {
    sms: [
      several ? smsLine(`${it.brandName}: enter in this order`) : smsLine(`${it.brandName} token`),
      ...codes.map(({ label, code }) => (several ? smsLine(`${label}: ${code}`) : code)),
      ...(it.units ? [smsLine(`Units: ${it.units} kWh`)] : []),
      smsLine(`Meter: ${it.meterNumber}`),
      `Amount: ${smsMoney(it.amountKobo)}`,
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `Your electricity token for meter ${it.meterNumber}`,
      says: [
        several
          ? 'Your electricity is ready. Enter these codes on your meter one after the other, in this order.'
          : 'Your electricity is ready. Enter this token on your meter.',
        'If the meter says "reject", check each group of digits and enter it once more. Then ask us, with the reference below.',
      ],
      codes,
      facts: factsOf(it),
      link: { label: 'See your order and receipt', url: it.orderUrl },
    }),
  }
}

function billNews(it: PowerDelivered): Message {
  const disco = oneLine(it.discoName)
  return {
    sms: [
      smsLine(`${it.brandName}: your ${disco} bill is paid`),
      smsLine(`Meter: ${it.meterNumber}`),
      `Amount: ${smsMoney(it.amountKobo)}`,
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `Your electricity bill for meter ${it.meterNumber} is paid`,
      says: [`Your ${disco} bill is paid. A postpaid meter needs no token: there is nothing to enter.`],
      facts: factsOf(it),
      link: { label: 'See your order and receipt', url: it.orderUrl },
    }),
  }
}

type Fact = readonly [name: string, value: string]

function factsOf(it: PowerDelivered): Fact[] {
  const facts: (Fact | null)[] = [
    it.units ? ['Units', `${it.units} kWh`] : null,
    ['Meter', `${it.meterNumber} (${it.meterType})`],
    ['Company', it.discoName],
    it.customerName ? ['Customer', it.customerName] : null,
    ['Amount', formatMoney(it.amountKobo)],
    it.vatKobo ? ['VAT taken from it', formatMoney(it.vatKobo)] : null,
    it.arrearsKobo ? ['Arrears taken from it', formatMoney(it.arrearsKobo)] : null,
    ['Service charge', formatMoney(it.serviceChargeKobo)],
    ['Total paid', formatMoney(it.totalKobo)],
    ['Date', formatDate(it.deliveredAt)],
    ['Reference', it.reference],
  ]
  return facts.filter((fact) => fact !== null)
}

/** Money on its way back. `what` names the purchase ("Electricity for meter 0412…"), `route` where it goes ("the card you paid with"). */
export interface RefundNews {
  readonly brandName: string
  readonly reference: string
  readonly what: string
  readonly because: RefundReason
  readonly amountKobo: Kobo
  readonly route: string
  /** When it should have arrived at the latest. */
  readonly by: Date
  readonly orderUrl: string
}

export type RefundReason = keyof typeof refundReasons
const refundReasons = {
  not_delivered: 'We could not deliver this order.',
  paid_twice: 'This order was paid more than once.',
  wrong_amount: 'The amount we received is not the amount of the order.',
  too_late: 'The payment arrived after the order had expired.',
  overpaid: 'You paid more than the order costs.',
} as const

/** Tells that a refund has begun: how much, where to, by when. */
export function refundStarted(it: RefundNews): Message {
  const route = oneLine(it.route)
  return {
    sms: [
      smsLine(`${it.brandName}: ${refundReasons[it.because]}`),
      smsLine(`${smsMoney(it.amountKobo)} is going back to ${route} by ${formatDate(it.by, 'day')}.`),
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `Your money is being returned (order ${it.reference})`,
      says: [
        refundReasons[it.because],
        `${formatMoney(it.amountKobo)} is going back to ${route}. It should arrive by ${formatDate(it.by, 'day')}. You do not need to do anything.`,
      ],
      facts: refundFacts(it),
      link: { label: 'See your order', url: it.orderUrl },
    }),
  }
}

/** Tells that the bank could not take a refund, and that we need an account to pay it into. */
export function refundWantsAccount(it: Omit<RefundNews, 'route' | 'by'>): Message {
  const says = `Your bank could not take back ${formatMoney(it.amountKobo)}. Please tell us an account of yours to pay it into.`
  return {
    sms: [
      smsLine(`${it.brandName}: your bank could not take back ${smsMoney(it.amountKobo)}.`),
      'Please tell us an account of yours to pay it into.',
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `We need an account for your refund (order ${it.reference})`,
      says: [refundReasons[it.because], says, 'We never ask for a PIN, a password or a card number.'],
      facts: refundFacts({ ...it, route: 'an account that you name' }),
      link: { label: 'Name an account', url: it.orderUrl },
    }),
  }
}

/** Tells that a refund is done. */
export function refunded(it: RefundNews): Message {
  const route = oneLine(it.route)
  return {
    sms: [
      smsLine(`${it.brandName}: ${smsMoney(it.amountKobo)} was returned to ${route}.`),
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `Your money was returned (order ${it.reference})`,
      says: [
        refundReasons[it.because],
        `${formatMoney(it.amountKobo)} was returned to ${route}. Your bank may take a little longer to show it.`,
      ],
      facts: refundFacts(it),
      link: { label: 'See your order', url: it.orderUrl },
    }),
  }
}

const refundFacts = (it: Omit<RefundNews, 'by'>): Fact[] => [
  ['Order', it.what],
  ['Amount', formatMoney(it.amountKobo)],
  ['Goes to', it.route],
  ['Reference', it.reference],
]

/** A payment that is not the one the order asked for. `received` is null when it was in another currency than naira. */
export interface PaymentMismatch {
  readonly brandName: string
  readonly reference: string
  readonly what: string
  readonly expectedKobo: Kobo
  readonly receivedKobo: Kobo | null
  readonly orderUrl: string
}

/** Tells that a payment did not match its order: nothing was bought, the money goes back. */
export function paymentMismatch(it: PaymentMismatch): Message {
  const received = it.receivedKobo === null ? 'another currency' : formatMoney(it.receivedKobo)
  return {
    sms: [
      smsLine(`${it.brandName}: we received ${received}, not ${formatMoney(it.expectedKobo)}.`),
      'Nothing was bought. Your money is being returned.',
      smsLine(`Ref: ${it.reference}`),
      it.orderUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: it.brandName,
      subject: `Your payment did not match order ${it.reference}`,
      says: [
        'The amount we received is not the amount of the order, so nothing was bought.',
        'Your money is being returned. We will write again with the amount and the date.',
      ],
      facts: [
        ['Order', it.what],
        ['Amount of the order', formatMoney(it.expectedKobo)],
        ['Received', received],
        ['Reference', it.reference],
      ],
      link: { label: 'See your order', url: it.orderUrl },
    }),
  }
}
