import type { DeliveryState } from '../../shared/management/messages.ts'
import { campaignFailureTexts } from './campaign-failure-texts.ts'

/** Reasons that our senders store. Any other reason is the provider's own text or code. */
const sentences: Readonly<Record<string, () => string>> = {
  'opted out': campaignFailureTexts.optedOut,
  unsubscribed: campaignFailureTexts.unsubscribed,
  account_closed: campaignFailureTexts.accountClosed,
  'not configured': campaignFailureTexts.notConfigured,
  rejected: campaignFailureTexts.rejected,
  refused: campaignFailureTexts.unreachable,
  no_such_host: campaignFailureTexts.unreachable,
  unreachable: campaignFailureTexts.unreachable,
  timeout: campaignFailureTexts.noResponse,
  cut: campaignFailureTexts.noResponse,
  unreadable: campaignFailureTexts.unreadable,
}

/** Why a recipient did not get the message, in one sentence. @param reason as the API responds; null for none */
export function campaignFailureText(reason: string | null, state: DeliveryState): string {
  if (!reason) return ''
  const sentence = sentences[reason]
  if (sentence) return sentence()
  return state === 'failed'
    ? campaignFailureTexts.providerReason({ reason })
    : campaignFailureTexts.attemptReason({ reason })
}
