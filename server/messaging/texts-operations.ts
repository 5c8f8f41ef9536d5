import { type Mail, writeMail } from './mail.ts'
import { oneLine } from './plain.ts'
import type { Message } from './texts.ts'

/** For the people who run the shop. */
export const alarmMail = (it: {
  brandName: string
  subject: string
  says: readonly string[]
  /** When, for people. */
  at: string
  url: string
}): Mail =>
  writeMail({
    brandName: it.brandName,
    subject: `${oneLine(it.brandName)} alarm: ${oneLine(it.subject)}`,
    says: it.says,
    facts: [['When', it.at]],
    link: { label: 'Open', url: it.url },
  })

/** For somebody who asked to be told. */
export function serviceBack(it: { brandName: string; service: string; formUrl: string }): Message {
  const says = `${oneLine(it.service)} is available again.`
  return {
    mail: writeMail({
      brandName: it.brandName,
      subject: `${says.slice(0, -1)} at ${oneLine(it.brandName)}`,
      says: [says, 'You asked us to tell you. We tell you once.'],
      facts: [],
      link: { label: 'Continue', url: it.formUrl },
    }),
    sms: `${oneLine(it.brandName)}: ${says} ${it.formUrl}`,
  }
}
