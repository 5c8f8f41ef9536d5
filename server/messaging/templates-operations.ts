import { type Mail, writeMail } from './mail.ts'
import type { Message } from './templates.ts'
import { oneLine } from './text.ts'

/** Alert to the operators. */
export const alertMail = (params: {
  brandName: string
  subject: string
  message: readonly string[]
  /** Formatted time of the event. */
  at: string
  url: string
}): Mail =>
  writeMail({
    brandName: params.brandName,
    subject: `${oneLine(params.brandName)} alert: ${oneLine(params.subject)}`,
    message: params.message,
    facts: [['When', params.at]],
    link: { label: 'Open', url: params.url },
  })

/** Service-restored alert to a subscriber. */
export function serviceRestored(params: { brandName: string; service: string; formUrl: string }): Message {
  const message = `${oneLine(params.service)} is available again.`
  return {
    mail: writeMail({
      brandName: params.brandName,
      subject: `${message.slice(0, -1)} at ${oneLine(params.brandName)}`,
      message: [message, 'You asked us to let you know.'],
      facts: [],
      link: { label: 'Continue', url: params.formUrl },
    }),
    sms: `${oneLine(params.brandName)}: ${message} ${params.formUrl}`,
  }
}
