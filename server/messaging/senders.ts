import type { Reply } from '../http/outbound.ts'

/**
 * What became of a message. `unknown` may have gone out: sending it again can repeat it, which is
 * tolerable for the same token and wrong for a code.
 */
export type Sent =
  | { is: 'accepted'; id: string }
  | { is: 'rejected'; because: string }
  | { is: 'unknown'; because: string }

/** What no answer says: only a message that never left is known not to have gone out. */
export const unsent = (reply: Exclude<Reply, { is: 'answered' }>): Sent => ({
  is: reply.is === 'not_sent' ? 'rejected' : 'unknown',
  because: reply.because,
})

export interface SmsSender {
  /** @param to E.164 */
  send(message: { to: string; text: string }): Promise<Sent>
}

export interface MailAttachment {
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
    attachments?: readonly MailAttachment[]
  }): Promise<Sent>
  /** Ends the connections that are kept open. */
  close(): void
}
