import { formatMoney, type Kobo } from '../../shared/money.ts'
import { type Mail, writeMail } from './mail.ts'
import type { Message } from './templates.ts'
import { oneLine, smsLine, smsMoney } from './text.ts'

/** Code by which a payer verifies the e-mail entered in the payment dialog. */
export const refundAccountCode = (params: {
  brandName: string
  reference: string
  amountKobo: Kobo
  code: string
  minutes: number
  helpUrl: string
}): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `${oneLine(params.brandName)}: your code for refund of order ${params.reference}`,
    message: [
      `Enter this code to add the bank account for your refund of ${formatMoney(params.amountKobo)}. It works for ${params.minutes} minutes.`,
      "Don't share it. We never ask for this code by phone.",
    ],
    codes: [{ label: 'Your code', code: params.code }],
    facts: [['Reference', params.reference]],
    link: { label: 'Help', url: params.helpUrl },
  })

export interface RefundAccountAdded {
  readonly brandName: string
  readonly reference: string
  readonly description: string
  readonly amountKobo: Kobo
  readonly bank: string | null
  /** The last digits of the account number. */
  readonly last4: string
  readonly needsReview: boolean
  /** Page to report a bank account that the customer did not add. */
  readonly reportUrl: string
  /** Short link to the same page, for SMS. */
  readonly shortUrl: string
}

/** Notifies the customer and the payer that a bank account was added for a refund. */
export function refundAccountAdded(params: RefundAccountAdded): Message {
  const account = `account ending ${params.last4}${params.bank ? ` at ${oneLine(params.bank)}` : ''}`
  const next = params.needsReview
    ? 'We check it before we send the money.'
    : 'The refund is being sent to this account.'
  return {
    sms: [
      smsLine(
        `${params.brandName}: bank ${account} was added for your refund of ${smsMoney(params.amountKobo)}.`,
      ),
      next,
      smsLine(`Ref: ${params.reference}`),
      'Not you? Tell us now:',
      params.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: params.brandName,
      subject: `Bank account added for your refund (order ${params.reference})`,
      message: [
        `The ${account} was added for your refund of ${formatMoney(params.amountKobo)}. ${next}`,
        'If you did not add it, tell us now.',
      ],
      facts: [
        ['Order', params.description],
        ['Refund', formatMoney(params.amountKobo)],
        ['Bank', params.bank ?? 'Not available'],
        ['Account', `ending ${params.last4}`],
        ['Reference', params.reference],
      ],
      link: { label: 'This was not me', url: params.reportUrl },
    }),
  }
}
