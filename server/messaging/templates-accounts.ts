import { formatMoney, type Kobo } from '../../shared/money.ts'
import { oneLine } from '../../shared/text.ts'
import { type Mail, writeMail } from './mail.ts'
import { accountMessageTexts } from './message-texts.ts'
import type { Message } from './templates.ts'
import { smsLine } from './text.ts'

interface RecipientFields {
  readonly brandName: string
  /** Name of the user; null while the e-mail is not verified: another person may have entered it. */
  readonly name: string | null
}

const greeting = (name: string | null) =>
  name ? accountMessageTexts.greeting({ name: oneLine(name) }) : accountMessageTexts.greetingWithoutName()

/** Verification code. The reader may not be the person who registered: the mail repeats no entered details. */
export const verificationCodeMessage = (params: {
  brandName: string
  code: string
  minutes: number
  verifyUrl: string
}): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: accountMessageTexts.verificationSubject({ brand: oneLine(params.brandName) }),
    message: [
      greeting(null),
      accountMessageTexts.verificationIntro({ minutes: params.minutes }),
      accountMessageTexts.verificationWarning(),
    ],
    codes: [{ label: accountMessageTexts.code(), code: params.code }],
    details: [],
    link: { label: accountMessageTexts.enterCode(), url: params.verifyUrl },
  })

interface AccountNotice {
  readonly subject: (values: { brand: string }) => string
  readonly message: readonly string[]
  readonly link: { readonly label: string; readonly url: string }
}

/** A message about the account to its user, with one link. */
const accountNotice = (
  { brandName, name }: RecipientFields,
  { subject, message, link }: AccountNotice,
): Mail =>
  writeMail({
    brandName,
    subject: subject({ brand: oneLine(brandName) }),
    message: [greeting(name), ...message],
    details: [],
    link,
  })

/** A registration used an e-mail that has an account: only its owner is notified. */
export const accountExistsMessage = (params: RecipientFields & { resetUrl: string }): Mail =>
  accountNotice(params, {
    subject: accountMessageTexts.accountExistsSubject,
    message: [accountMessageTexts.accountExists(), accountMessageTexts.accountExistsAdvice()],
    link: { label: accountMessageTexts.choosePassword(), url: params.resetUrl },
  })

/** Password reset link. */
export const passwordLinkMessage = (params: RecipientFields & { minutes: number; resetUrl: string }): Mail =>
  accountNotice(params, {
    subject: accountMessageTexts.resetSubject,
    message: [
      accountMessageTexts.resetIntro({ minutes: params.minutes }),
      accountMessageTexts.resetWarning(),
    ],
    link: { label: accountMessageTexts.choosePassword(), url: params.resetUrl },
  })

/** Notice that the password was changed. */
export const passwordChangedMessage = (params: RecipientFields & { resetUrl: string }): Mail =>
  accountNotice(params, {
    subject: accountMessageTexts.passwordChangedSubject,
    message: [accountMessageTexts.passwordChanged(), accountMessageTexts.passwordChangedWarning()],
    link: { label: accountMessageTexts.choosePassword(), url: params.resetUrl },
  })

/** Notice that our team removed the PIN: only the user can set a new one. */
export const pinRemovedMessage = (params: RecipientFields & { settingsUrl: string }): Mail =>
  accountNotice(params, {
    subject: accountMessageTexts.pinRemovedSubject,
    message: [accountMessageTexts.pinRemoved(), accountMessageTexts.pinRemovedWarning()],
    link: { label: accountMessageTexts.setPin(), url: params.settingsUrl },
  })

/** Notice that the user closed the account. It is sent to the e-mail that is deleted from the account. */
export const accountClosedMessage = (params: RecipientFields & { homeUrl: string }): Mail =>
  accountNotice(params, {
    subject: accountMessageTexts.accountClosedSubject,
    message: [accountMessageTexts.accountClosed(), accountMessageTexts.accountClosedWarning()],
    link: { label: accountMessageTexts.openSite(), url: params.homeUrl },
  })

/** Three SMS segments of 153 characters. */
const maxReplySmsCharacters = 459

/** Reply to a ticket. */
export const ticketReplyMessage = (params: {
  brandName: string
  number: string
  /** Null when the e-mail is not verified: the mailbox may belong to another person, who must not read the ticket. */
  message: string | null
  reply: string
  helpUrl: string
}): Message => ({
  mail: writeMail({
    brandName: params.brandName,
    subject: accountMessageTexts.ticketSubject({ brand: oneLine(params.brandName), number: params.number }),
    message: params.reply.split('\n').map((line) => oneLine(line, 500)),
    details: [
      ...(params.message === null ? [] : [[accountMessageTexts.ticketMessage(), params.message] as const]),
      [accountMessageTexts.ticket(), params.number],
    ],
    link: { label: accountMessageTexts.moreHelp(), url: params.helpUrl },
  }),
  sms: [
    accountMessageTexts.ticketSubject({ brand: params.brandName, number: params.number }),
    ...params.reply.split('\n'),
  ]
    .map(smsLine)
    .join('\n')
    .slice(0, maxReplySmsCharacters),
})

/** A manager credited the user's wallet. */
export const walletCreditedMessage = (
  params: RecipientFields & { subject: string; amountKobo: Kobo; walletUrl: string },
): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: accountMessageTexts.walletCreditedSubject({ amount: formatMoney(params.amountKobo) }),
    message: [
      greeting(params.name),
      accountMessageTexts.walletCredited({ amount: formatMoney(params.amountKobo) }),
    ],
    details: [[accountMessageTexts.walletCreditedFor(), oneLine(params.subject)]],
    link: { label: accountMessageTexts.seeWallet(), url: params.walletUrl },
  })
