import { formatMoney, type Kobo } from '../../shared/money.ts'
import { type Mail, writeMail } from './mail.ts'
import { oneLine, smsLine } from './plain.ts'
import type { Message } from './texts.ts'

interface ToPerson {
  readonly brandName: string
  /** As the person calls themselves. */
  readonly name: string
}

/** The code that proves an e-mail. */
export const verificationCode = (it: ToPerson & { code: string; minutes: number; verifyUrl: string }): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `${oneLine(it.brandName)}: your code`,
    says: [
      `Hello ${oneLine(it.name)},`,
      `Enter this code on the page where you registered. It is good for ${it.minutes} minutes.`,
      'If you did not register, you need not do anything. We never ask for this code by phone.',
    ],
    codes: [{ label: 'Your code', code: it.code }],
    facts: [],
    link: { label: 'Enter the code', url: it.verifyUrl },
  })

/** Somebody registered with an e-mail that has an account: only its owner is told. */
export const accountKnown = (it: ToPerson & { resetUrl: string }): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `You already have an account at ${oneLine(it.brandName)}`,
    says: [
      `Hello ${oneLine(it.name)},`,
      'Somebody, perhaps you, tried to register with this e-mail. You already have an account, and nothing was changed.',
      'To use it, sign in with your password. If you have forgotten it, choose a new one.',
    ],
    facts: [],
    link: { label: 'Choose a new password', url: it.resetUrl },
  })

/** The way to a new password. */
export const passwordLink = (it: ToPerson & { minutes: number; resetUrl: string }): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `${oneLine(it.brandName)}: choose a new password`,
    says: [
      `Hello ${oneLine(it.name)},`,
      `Somebody, perhaps you, asked for a new password. The link is good for ${it.minutes} minutes, and once.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    facts: [],
    link: { label: 'Choose a new password', url: it.resetUrl },
  })

/** The password is another one now. */
export const passwordChanged = (it: ToPerson & { resetUrl: string }): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `Your password at ${oneLine(it.brandName)} was changed`,
    says: [
      `Hello ${oneLine(it.name)},`,
      'Your password was changed, and you were signed out everywhere.',
      'If it was not you, choose a new password at once.',
    ],
    facts: [],
    link: { label: 'Choose a new password', url: it.resetUrl },
  })

/** Three pages: an answer by SMS is no letter. */
const answerSmsCharacters = 459

/** A report of a problem was answered. */
export const ticketAnswered = (it: {
  brandName: string
  number: string
  message: string
  answer: string
  helpUrl: string
}): Message => ({
  mail: writeMail({
    brandName: it.brandName,
    subject: `${oneLine(it.brandName)}: our answer to ${it.number}`,
    says: it.answer.split('\n').map((line) => oneLine(line, 500)),
    facts: [
      ['Your report', it.message],
      ['Number', it.number],
    ],
    link: { label: 'Get more help', url: it.helpUrl },
  }),
  sms: [`${it.brandName}: our answer to ${it.number}`, ...it.answer.split('\n')]
    .map(smsLine)
    .join('\n')
    .slice(0, answerSmsCharacters),
})

/** We put money into somebody's wallet. */
export const walletTopped = (it: ToPerson & { subject: string; amountKobo: Kobo; walletUrl: string }): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `${formatMoney(it.amountKobo)} was added to your wallet`,
    says: [`Hello ${oneLine(it.name)},`, `${formatMoney(it.amountKobo)} was added to your wallet.`],
    facts: [['For', oneLine(it.subject)]],
    link: { label: 'See your wallet', url: it.walletUrl },
  })
