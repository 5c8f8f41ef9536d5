/**
 * What became of a message. `unknown` may have gone out: sending it again can repeat it, which is
 * tolerable for the same token and wrong for a code.
 */
export type Sent =
  | { is: 'accepted'; id: string }
  | { is: 'rejected'; because: string }
  | { is: 'unknown'; because: string }

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
