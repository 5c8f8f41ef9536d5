import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo, moneyIn } from '../../shared/money.ts'
import { writeMail } from './mail.ts'
import type { Message } from './templates.ts'
import { oneLine, smsLine, smsMoney } from './text.ts'

export type RefundReason = 'not_delivered' | 'paid_twice' | 'wrong_amount' | 'too_late' | 'overpaid'

/** Refund details for the customer: on the order page, by SMS and by mail. */
export interface RefundDetails {
  readonly reason: RefundReason
  /** In the currency's minor unit. */
  readonly amountKobo: Kobo
  /** Currency of the refunded payment; not always NGN. */
  readonly currency: string
  /** Total of the order. */
  readonly totalKobo: Kobo
  /** Where the money goes: "your original payment method". */
  readonly route: string
  /** Latest date on which the bank should show it; null for a wallet, which shows it immediately. */
  readonly dueBy: Date | null
}

/** A refund with the other fields of a message about it. */
export interface RefundNotification extends RefundDetails {
  readonly brandName: string
  readonly reference: string
  /** The purchase: "Electricity for meter 04123456789". */
  readonly description: string
  /** The same for an SMS, with the number masked: "Electricity for meter ****6789". */
  readonly maskedDescription: string
  readonly orderUrl: string
  /** Short link to the same page, for SMS. */
  readonly shortUrl: string
}

const workingDays = 5
const lagosOffsetMs = 60 * 60 * 1000

/** Gateways and banks promise a refund within five working days of its request; Saturdays and Sundays excluded. */
export function refundDueDate(requestedAt: Date): Date {
  const due = new Date(requestedAt)
  for (let remaining = workingDays; remaining > 0; ) {
    due.setUTCDate(due.getUTCDate() + 1)
    const weekday = new Date(due.getTime() + lagosOffsetMs).getUTCDay()
    if (weekday !== 0 && weekday !== 6) remaining -= 1
  }
  return due
}

type Amounts = Pick<RefundDetails, 'amountKobo' | 'currency' | 'totalKobo'>
type Format = (kobo: Kobo, currency?: string) => string

const reasons: Record<RefundReason, (refund: Amounts, money: Format) => string> = {
  not_delivered: () => 'We could not deliver this order.',
  paid_twice: () => 'This order was paid more than once.',
  wrong_amount: ({ amountKobo, currency, totalKobo }, money) =>
    `You paid ${money(amountKobo, currency)} instead of ${money(totalKobo)}, so this payment was not used.`,
  too_late: () => 'This payment arrived after the order was refunded.',
  overpaid: ({ amountKobo, currency }, money) =>
    `You paid ${money(amountKobo, currency)} more than the order costs.`,
}

const day = (date: Date) => formatDate(date, 'day')

const startedText = ({ amountKobo, currency, route, dueBy }: RefundDetails) =>
  `We're refunding ${moneyIn(amountKobo, currency)} to ${oneLine(route)}.${
    dueBy ? ` It should arrive by ${day(dueBy)}.` : ''
  }`

const completedText = ({ amountKobo, currency, route, dueBy }: RefundDetails) =>
  `We refunded ${moneyIn(amountKobo, currency)} to ${oneLine(route)}.${
    dueBy ? ` Your bank should show it by ${day(dueBy)}.` : ''
  }`

const needsAccountText = ({ amountKobo, currency }: Pick<RefundDetails, 'amountKobo' | 'currency'>) =>
  `We couldn't refund ${moneyIn(amountKobo, currency)} to your card or bank account. Add a bank account to get your refund.`

const sentences = { pending: startedText, refunded: completedText, needs_account: needsAccountText } as const
export type RefundStatus = keyof typeof sentences

/** Refund message for the order page: reason, amount, destination and date. */
export const refundSentence = (status: RefundStatus, refund: RefundDetails): string =>
  `${reasons[refund.reason](refund, moneyIn)} ${sentences[status](refund)}`

/** Refund started: amount, destination and date. */
export function refundStarted(notification: RefundNotification): Message {
  const { brandName, reference, dueBy } = notification
  const dueText = dueBy ? ` by ${day(dueBy)}` : ''
  return {
    sms: [
      smsLine(`${brandName}: ${reasons[notification.reason](notification, smsMoney)}`),
      smsLine(notification.maskedDescription),
      smsLine(
        `Refund of ${smsMoney(notification.amountKobo, notification.currency)} to ${notification.route}${dueText}.`,
      ),
      ...smsFooter(notification),
    ].join('\n'),
    mail: writeMail({
      brandName,
      subject: `Your refund has started (order ${reference})`,
      message: [
        reasons[notification.reason](notification, moneyIn),
        `${startedText(notification)} You do not need to do anything.`,
      ],
      facts: factsOf(notification),
      link: { label: 'View order', url: notification.orderUrl },
    }),
  }
}

/** The refund failed and needs a bank account to pay it into. */
export function refundNeedsAccount(notification: Omit<RefundNotification, 'route' | 'dueBy'>): Message {
  return {
    sms: [
      smsLine(
        `${notification.brandName}: we couldn't refund ${smsMoney(notification.amountKobo, notification.currency)} to your card or bank account.`,
      ),
      smsLine(notification.maskedDescription),
      smsLine(`Ref: ${notification.reference}`),
      'Add your bank account here:',
      notification.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: notification.brandName,
      subject: `Add a bank account to get your refund (order ${notification.reference})`,
      message: [
        reasons[notification.reason](notification, moneyIn),
        needsAccountText(notification),
        'We never ask for a PIN, a password or a card number.',
      ],
      facts: factsOf({ ...notification, route: 'a bank account you provide' }),
      link: { label: 'Add bank account', url: notification.orderUrl },
    }),
  }
}

/** Refund completed. */
export function refunded(notification: RefundNotification): Message {
  return {
    sms: [
      smsLine(`${notification.brandName}: ${reasons[notification.reason](notification, smsMoney)}`),
      smsLine(notification.maskedDescription),
      smsLine(
        `We refunded ${smsMoney(notification.amountKobo, notification.currency)} to ${notification.route}.`,
      ),
      ...smsFooter(notification),
    ].join('\n'),
    mail: writeMail({
      brandName: notification.brandName,
      subject: `You've been refunded (order ${notification.reference})`,
      message: [reasons[notification.reason](notification, moneyIn), completedText(notification)],
      facts: factsOf(notification),
      link: { label: 'View order', url: notification.orderUrl },
    }),
  }
}

const smsFooter = ({ reference, shortUrl }: RefundNotification) => [smsLine(`Ref: ${reference}`), shortUrl]

const factsOf = (
  refund: Pick<
    RefundNotification,
    'description' | 'amountKobo' | 'currency' | 'totalKobo' | 'route' | 'reference'
  >,
) =>
  [
    ['Order', refund.description],
    ['Order total', formatMoney(refund.totalKobo)],
    ['Refund', moneyIn(refund.amountKobo, refund.currency)],
    ['Goes to', refund.route],
    ['Reference', refund.reference],
  ] as const
