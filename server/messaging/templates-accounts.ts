import { formatMoney, type Kobo } from '../../shared/money.ts'
import { type Mail, writeMail } from './mail.ts'
import type { Message } from './templates.ts'
import { oneLine, smsLine } from './text.ts'

interface RecipientFields {
  readonly brandName: string
  /** Name of the user; null while the e-mail is not verified: a stranger may have entered it. */
  readonly name: string | null
}

const greeting = (name: string | null) => (name ? `Hello ${oneLine(name)},` : 'Hello,')

/** Verification code. The reader may not be the person who registered: the mail repeats no entered details. */
export const verificationCode = (params: {
  brandName: string
  code: string
  minutes: number
  verifyUrl: string
}): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `Your ${oneLine(params.brandName)} verification code`,
    message: [
      greeting(null),
      `Enter this code on the page where you registered. It expires in ${params.minutes} minutes.`,
      "If you didn't sign up, ignore this e-mail. We never ask for this code by phone.",
    ],
    codes: [{ label: 'Your code', code: params.code }],
    facts: [],
    link: { label: 'Enter the code', url: params.verifyUrl },
  })

/** A registration used an e-mail that has an account: only its owner is notified. */
export const accountExists = (params: RecipientFields & { resetUrl: string }): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `You already have an account at ${oneLine(params.brandName)}`,
    message: [
      greeting(params.name),
      'Someone tried to register with your e-mail address. You already have an account; nothing was changed.',
      'To use it, sign in with your password. If you have forgotten it, choose a new one.',
    ],
    facts: [],
    link: { label: 'Choose a new password', url: params.resetUrl },
  })

/** Password reset link. */
export const passwordLink = (params: RecipientFields & { minutes: number; resetUrl: string }): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `${oneLine(params.brandName)}: choose a new password`,
    message: [
      greeting(params.name),
      `We received a request to reset your password. The link expires in ${params.minutes} minutes and works once.`,
      "If this wasn't you, ignore this e-mail: your password stays the same.",
    ],
    facts: [],
    link: { label: 'Choose a new password', url: params.resetUrl },
  })

/** Notice that the password was changed. */
export const passwordChanged = (params: RecipientFields & { resetUrl: string }): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `Your password at ${oneLine(params.brandName)} was changed`,
    message: [
      greeting(params.name),
      'Your password was changed, and you were signed out everywhere.',
      "If this wasn't you, reset your password now.",
    ],
    facts: [],
    link: { label: 'Choose a new password', url: params.resetUrl },
  })

/** Three SMS pages. */
const maxReplySmsCharacters = 459

/** Reply to a ticket. */
export const ticketAnswered = (params: {
  brandName: string
  number: string
  /** Null when the e-mail is not verified: a stranger must not read the ticket's text. */
  message: string | null
  answer: string
  helpUrl: string
}): Message => ({
  mail: writeMail({
    brandName: params.brandName,
    subject: `${oneLine(params.brandName)}: reply to ticket ${params.number}`,
    message: params.answer.split('\n').map((line) => oneLine(line, 500)),
    facts: [
      ...(params.message === null ? [] : [['Your message', params.message] as const]),
      ['Ticket', params.number],
    ],
    link: { label: 'Get more help', url: params.helpUrl },
  }),
  sms: [`${params.brandName}: reply to ticket ${params.number}`, ...params.answer.split('\n')]
    .map(smsLine)
    .join('\n')
    .slice(0, maxReplySmsCharacters),
})

/** A manager credited the user's wallet. */
export const walletCredited = (
  params: RecipientFields & { subject: string; amountKobo: Kobo; walletUrl: string },
): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `${formatMoney(params.amountKobo)} was added to your wallet`,
    message: [greeting(params.name), `${formatMoney(params.amountKobo)} was added to your wallet.`],
    facts: [['For', oneLine(params.subject)]],
    link: { label: 'See your wallet', url: params.walletUrl },
  })
