import { formatMoney, type Kobo } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'
import { type Mail, writeMail } from './mail.ts'
import { orderMessageTexts, refundTexts } from './message-texts.ts'
import type { Message } from './templates.ts'
import { smsLine, smsMoney } from './text.ts'

/** Code by which a payer verifies the e-mail entered in the payment dialog. */
export const refundAccountCodeMessage = (params: {
  brandName: string
  reference: string
  amountKobo: Kobo
  code: string
  minutes: number
  helpUrl: string
}): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: refundTexts.codeSubject({ brand: oneLine(params.brandName), reference: params.reference }),
    message: [
      refundTexts.codeIntro({ amount: formatMoney(params.amountKobo), minutes: params.minutes }),
      refundTexts.codeWarning(),
    ],
    codes: [{ label: refundTexts.code(), code: params.code }],
    details: [[orderMessageTexts.reference(), params.reference]],
    link: { label: refundTexts.help(), url: params.helpUrl },
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
export function refundAccountAddedMessage(params: RefundAccountAdded): Message {
  const nextStep = params.needsReview ? refundTexts.accountReviewed() : refundTexts.accountPaid()
  return {
    sms: [
      smsLine(smsAddedText(params)),
      nextStep,
      smsLine(orderMessageTexts.smsReference({ reference: params.reference })),
      smsLine(refundTexts.smsNotYou()),
      params.shortUrl,
    ].join('\n'),
    mail: writeMail({
      brandName: params.brandName,
      subject: refundTexts.accountAddedSubject({ reference: params.reference }),
      message: [addedText(params, nextStep), refundTexts.accountNotAdded()],
      details: [
        [orderMessageTexts.order(), params.description],
        [refundTexts.refund(), formatMoney(params.amountKobo)],
        [refundTexts.bank(), params.bank ?? refundTexts.notAvailable()],
        [refundTexts.account(), refundTexts.accountValue({ digits: params.last4 })],
        [orderMessageTexts.reference(), params.reference],
      ],
      link: { label: refundTexts.notMe(), url: params.reportUrl },
    }),
  }
}

function addedText({ last4, bank, amountKobo }: RefundAccountAdded, next: string): string {
  const values = { digits: last4, amount: formatMoney(amountKobo), next }
  return bank
    ? refundTexts.accountAtBankAdded({ ...values, bank: oneLine(bank) })
    : refundTexts.accountAdded(values)
}

function smsAddedText({ brandName, last4, bank, amountKobo }: RefundAccountAdded): string {
  const values = { brand: brandName, digits: last4, amount: smsMoney(amountKobo) }
  return bank
    ? refundTexts.smsAccountAtBankAdded({ ...values, bank: oneLine(bank) })
    : refundTexts.smsAccountAdded(values)
}
