import type { Selectable } from 'kysely'
import { unsubscribePageUrl } from '../../shared/pages.ts'
import type { Tables } from '../database/index.ts'
import { campaignMail, type MailSender } from '../messaging/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { subscriptionToken } from './subscription.ts'

export interface CampaignMailDeps {
  readonly brandName: string
  /** Origin of the pages. */
  readonly appUrl: string
  readonly secrets: Secrets
}

/** A campaign's e-mail to one address, with its own link and header to unsubscribe. */
export function mailOfRecipient(
  { brandName, appUrl, secrets }: CampaignMailDeps,
  campaign: Pick<
    Selectable<Tables['campaigns']>,
    'subject' | 'body' | 'html' | 'file' | 'file_name' | 'file_type'
  >,
  to: string,
  replyTo: string | null,
): Parameters<MailSender['send']>[0] {
  const unsubscribeUrl = `${appUrl}${unsubscribePageUrl(subscriptionToken(secrets, to))}`
  const { subject, body: text, html, file, file_name, file_type } = campaign
  return {
    ...campaignMail({ brandName, subject: subject ?? '', text, html: html ?? '', unsubscribeUrl }),
    to,
    unsubscribeUrl,
    ...(replyTo && { replyTo }),
    attachments: file
      ? [{ name: file_name ?? 'file', contentType: file_type ?? 'application/octet-stream', content: file }]
      : [],
  }
}
