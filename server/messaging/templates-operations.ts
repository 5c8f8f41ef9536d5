import { oneLine } from '../../shared/text.ts'
import { type Mail, writeMail } from './mail.ts'
import { accountMessageTexts } from './message-texts.ts'
import type { Message } from './templates.ts'
import { smsLine } from './text.ts'

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
    subject: accountMessageTexts.alertSubject({
      brand: oneLine(params.brandName),
      subject: oneLine(params.subject),
    }),
    message: params.message,
    details: [[accountMessageTexts.alertTime(), params.at]],
    link: { label: accountMessageTexts.openAlert(), url: params.url },
  })

/** Service-restored alert to a subscriber. */
export function serviceRestoredMessage(params: {
  brandName: string
  service: string
  formUrl: string
}): Message {
  const brand = oneLine(params.brandName)
  const service = oneLine(params.service)
  return {
    mail: writeMail({
      brandName: params.brandName,
      subject: accountMessageTexts.serviceRestoredSubject({ service, brand }),
      message: [
        accountMessageTexts.serviceRestored({ service }),
        accountMessageTexts.serviceRestoredReason(),
      ],
      details: [],
      link: { label: accountMessageTexts.continue(), url: params.formUrl },
    }),
    sms: smsLine(accountMessageTexts.smsServiceRestored({ brand, service, url: params.formUrl })),
  }
}
