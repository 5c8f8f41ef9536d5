import { campaignConcurrency } from '../campaigns/index.ts'
import type { AppContext } from '../context.ts'
import { smtp } from '../messaging/index.ts'
import { observeProvider, observeProviders } from '../operations/index.ts'
import { smsOf } from '../providers.ts'

/** The senders of e-mail and SMS, each null without its configuration. */
export function createSenders({ config, settings, metrics }: AppContext) {
  const calls = metrics?.providerCalls ?? null
  const { smtpUrl, mailFrom } = config
  return {
    mail: smtpUrl ? observeProvider(smtp(smtpUrl, mailFrom), 'smtp', calls) : null,
    // Separate SMTP connections: a token e-mail is never queued behind a campaign.
    campaignMail: smtpUrl
      ? observeProvider(smtp(smtpUrl, mailFrom, { connections: campaignConcurrency }), 'smtp', calls)
      : null,
    sms: smsOf(config, settings, (senders) => observeProviders(senders, calls)),
  }
}
