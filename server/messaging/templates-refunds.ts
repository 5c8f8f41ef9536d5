import { formatDate } from '../../shared/dates.ts'
import { formatMoney, type Kobo, moneyIn } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'
import { writeMail } from './mail.ts'
import { orderMessageTexts, refundTexts } from './message-texts.ts'
import type { Message } from './templates.ts'
import { smsLine, smsMoney } from './text.ts'

export type RefundReason =
  | 'not_delivered'
  | 'paid_twice'
  | 'wrong_amount'
  | 'too_late'
  | 'overpaid'
  | 'goodwill'

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
  readonly destination: string
  /** Latest date on which the bank should show it; null for a wallet, which shows it immediately. */
  readonly dueBy: Date | null
  /** The day of `dueBy` is over. */
  readonly isOverdue?: boolean
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
  const dueDate = new Date(requestedAt)
  for (let remaining = workingDays; remaining > 0; ) {
    dueDate.setUTCDate(dueDate.getUTCDate() + 1)
    const weekday = new Date(dueDate.getTime() + lagosOffsetMs).getUTCDay()
    if (weekday !== 0 && weekday !== 6) remaining -= 1
  }
  return dueDate
}

type Amounts = Pick<RefundDetails, 'amountKobo' | 'currency' | 'totalKobo'>
type Format = (kobo: Kobo, currency?: string) => string

const reasons: Record<RefundReason, (refund: Amounts, money: Format) => string> = {
  not_delivered: () => refundTexts.notDelivered(),
  paid_twice: () => refundTexts.paidTwice(),
  wrong_amount: ({ amountKobo, currency, totalKobo }, money) =>
    refundTexts.wrongAmount({ paid: money(amountKobo, currency), total: money(totalKobo) }),
  too_late: () => refundTexts.tooLate(),
  overpaid: ({ amountKobo, currency }, money) =>
    refundTexts.overpaid({ amount: money(amountKobo, currency) }),
  goodwill: () => refundTexts.goodwill(),
}

const formatDay = (date: Date) => formatDate(date, 'day')

const destinationOf = ({ amountKobo, currency, destination }: RefundDetails) => ({
  amount: moneyIn(amountKobo, currency),
  destination: oneLine(destination),
})

const startedText = (refund: RefundDetails) => {
  if (!refund.dueBy) return refundTexts.started(destinationOf(refund))
  const values = { ...destinationOf(refund), day: formatDay(refund.dueBy) }
  return refund.isOverdue ? refundTexts.startedOverdue(values) : refundTexts.startedBy(values)
}

const completedText = (refund: RefundDetails) => {
  if (!refund.dueBy) return refundTexts.completed(destinationOf(refund))
  const values = { ...destinationOf(refund), day: formatDay(refund.dueBy) }
  return refund.isOverdue ? refundTexts.completedOverdue(values) : refundTexts.completedBy(values)
}

const needsAccountText = ({ amountKobo, currency }: Pick<RefundDetails, 'amountKobo' | 'currency'>) =>
  refundTexts.needsAccount({ amount: moneyIn(amountKobo, currency) })

const sentences = { pending: startedText, refunded: completedText, needs_account: needsAccountText } as const
export type RefundStatus = keyof typeof sentences

/** Refund message for the order page: reason, amount, destination and date. */
export const refundSentence = (status: RefundStatus, refund: RefundDetails): string =>
  refundTexts.pageSentence({
    reason: reasons[refund.reason](refund, moneyIn),
    sentence: sentences[status](refund),
  })

/** Refund started: amount, destination and date. */
export function refundStartedMessage(notification: RefundNotification): Message {
  const { brandName, reference, dueBy } = notification
  const destination = {
    amount: smsMoney(notification.amountKobo, notification.currency),
    destination: notification.destination,
  }
  return {
    sms: [
      smsLine(
        refundTexts.smsReason({
          brand: brandName,
          reason: reasons[notification.reason](notification, smsMoney),
        }),
      ),
      smsLine(notification.maskedDescription),
      smsLine(
        dueBy
          ? refundTexts.smsStartedBy({ ...destination, day: formatDay(dueBy) })
          : refundTexts.smsStarted(destination),
      ),
      ...smsFooter(notification),
    ].join('\n'),
    mail: writeMail({
      brandName,
      subject: refundTexts.startedSubject({ reference }),
      message: [
        reasons[notification.reason](notification, moneyIn),
        refundTexts.nothingToDo({ started: startedText(notification) }),
      ],
      details: detailsOf(notification),
      link: { label: orderMessageTexts.viewOrder(), url: notification.orderUrl },
    }),
  }
}

/** The refund failed and needs a bank account to pay it into. */
export function refundNeedsAccountMessage(
  notification: Omit<RefundNotification, 'destination' | 'dueBy'>,
): Message {
  return {
    sms: [
      smsLine(
        refundTexts.smsNeedsAccount({
          brand: notification.brandName,
          amount: smsMoney(notification.amountKobo, notification.currency),
        }),
      ),
      smsLine(notification.maskedDescription),
      smsLine(orderMessageTexts.smsReference({ reference: notification.reference })),
      smsLine(refundTexts.smsAddAccount()),
      notification.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: notification.brandName,
      subject: refundTexts.needsAccountSubject({ reference: notification.reference }),
      message: [
        reasons[notification.reason](notification, moneyIn),
        needsAccountText(notification),
        refundTexts.neverAsk(),
      ],
      details: detailsOf({ ...notification, destination: refundTexts.anyAccount() }),
      link: { label: refundTexts.addAccount(), url: notification.orderUrl },
    }),
  }
}

/** Refund completed. */
export function refundedMessage(notification: RefundNotification): Message {
  return {
    sms: [
      smsLine(
        refundTexts.smsReason({
          brand: notification.brandName,
          reason: reasons[notification.reason](notification, smsMoney),
        }),
      ),
      smsLine(notification.maskedDescription),
      smsLine(
        refundTexts.completed({
          amount: smsMoney(notification.amountKobo, notification.currency),
          destination: notification.destination,
        }),
      ),
      ...smsFooter(notification),
    ].join('\n'),
    mail: writeMail({
      brandName: notification.brandName,
      subject: refundTexts.completedSubject({ reference: notification.reference }),
      message: [reasons[notification.reason](notification, moneyIn), completedText(notification)],
      details: detailsOf(notification),
      link: { label: orderMessageTexts.viewOrder(), url: notification.orderUrl },
    }),
  }
}

const smsFooter = ({ reference, shortUrl }: RefundNotification) => [
  smsLine(orderMessageTexts.smsReference({ reference })),
  shortUrl,
]

const detailsOf = (
  refund: Pick<
    RefundNotification,
    'description' | 'amountKobo' | 'currency' | 'totalKobo' | 'destination' | 'reference'
  >,
) =>
  [
    [orderMessageTexts.order(), refund.description],
    [refundTexts.orderTotal(), formatMoney(refund.totalKobo)],
    [refundTexts.refund(), moneyIn(refund.amountKobo, refund.currency)],
    [refundTexts.goesTo(), refund.destination],
    [orderMessageTexts.reference(), refund.reference],
  ] as const
