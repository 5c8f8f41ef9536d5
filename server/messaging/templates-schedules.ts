import { writeMail } from './mail.ts'
import type { Message } from './templates.ts'
import { smsLine } from './text.ts'

/** A reminder, a result of a scheduled purchase, or units that run low. */
export const buildScheduleMessage = (params: {
  brandName: string
  subject: string
  body: string
  link: { label: string; url: string }
}): Message => ({
  sms: [smsLine(`${params.brandName}: ${params.body}`), params.link.url].join('\n'),
  mail: writeMail({
    brandName: params.brandName,
    subject: params.subject,
    message: [params.body],
    details: [],
    link: params.link,
  }),
})
