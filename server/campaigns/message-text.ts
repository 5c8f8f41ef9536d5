import { fieldTexts } from '../../shared/field-texts.ts'
import { managementFieldTexts } from '../../shared/management/field-texts.ts'
import { maxSmsCharacters } from '../../shared/management/messages.ts'
import { ApiError } from '../http/index.ts'
import { cleanHtml, plainText } from './clean-html.ts'
import type { NewCampaign } from './store.ts'

/** @throws ApiError INVALID for an empty message, and for an SMS that is too long */
export function textOf(channel: NewCampaign['channel'], message: string): Pick<NewCampaign, 'body' | 'html'> {
  const invalid = (text: string) => new ApiError('INVALID', { field: 'message', message: text })
  const html = channel === 'email' ? cleanHtml(message) : null
  const body = html === null ? message.trim() : plainText(html)
  if (body === '') throw invalid(managementFieldTexts.messageMissing())
  if (channel === 'sms' && body.length > maxSmsCharacters)
    throw invalid(fieldTexts.tooLong({ max: maxSmsCharacters }))
  return { body, html }
}
