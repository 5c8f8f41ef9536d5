import type { SmsProvider } from '../../shared/providers.ts'
import type { HttpResult } from '../http/http-client.ts'

/**
 * Result of sending a message. An `unknown` message may have been sent: sending it again can duplicate it. That is
 * acceptable for an electricity token, which is the same each time, and not for a one-time code, because the second code
 * invalidates the first.
 */
export type SendResult =
  | { type: 'accepted'; id: string }
  | { type: 'rejected'; reason: string }
  | { type: 'unknown'; reason: string }

/** Result without a response: only a request that was never sent is known to have failed. */
export const sendFailure = (failure: Exclude<HttpResult, { type: 'response' }>): SendResult => ({
  type: failure.type === 'not_sent' ? 'rejected' : 'unknown',
  reason: failure.reason,
})

export interface SmsSender {
  /** @param to E.164 */
  send(message: { to: string; text: string }): Promise<SendResult>
}

/** The sender of each SMS provider; null for a provider without keys. */
export type SmsSenders = Readonly<Record<SmsProvider, SmsSender | null>>

interface MailAttachment {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

export interface MailSender {
  send(mail: {
    to: string
    subject: string
    text: string
    html: string
    replyTo?: string
    /** https address that unsubscribes its recipient by a POST. Source: RFC 8058 */
    unsubscribeUrl?: string
    attachments?: readonly MailAttachment[]
  }): Promise<SendResult>
  /** Closes the pooled connections. */
  close(): void
}
