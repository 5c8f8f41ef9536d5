import { createTransport } from 'nodemailer'
import { assertOutsideTransaction } from '../database/transaction-context.ts'
import type { MailSender, SendResult } from './senders.ts'

const timeLimits = { totalMs: 30_000, connectMs: 10_000, idleMs: 15_000 } as const

/**
 * SMTP mail client with a small connection pool.
 * @param url smtp://user:password@host:port, or smtps://
 * @param from "Name <address>"
 */
export function smtp(
  url: string,
  from: string,
  { totalMs = timeLimits.totalMs, connections = 4 }: { totalMs?: number; connections?: number } = {},
): MailSender {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: timeLimits.connectMs,
      greetingTimeout: timeLimits.connectMs,
      socketTimeout: timeLimits.idleMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html, replyTo, unsubscribeUrl, attachments = [] }) {
      assertOutsideTransaction('Sending mail')
      const files = attachments.map(({ name, contentType, content }) => ({
        filename: name,
        contentType,
        content,
      }))
      try {
        const signal = AbortSignal.timeout(totalMs)
        const { messageId } = await transport.sendMail({
          to,
          subject,
          text,
          html,
          attachments: files,
          ...(replyTo && { replyTo }),
          ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
          signal,
        })
        return { type: 'accepted', id: messageId }
      } catch (error) {
        return parseFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Only a permanent error about this message or its recipient is a rejection. */
function parseFailure(error: unknown): SendResult {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutMessage && responseCode !== undefined && responseCode >= 500)
    return { type: 'rejected', reason: `${responseCode}` }
  return { type: 'unknown', reason: code ?? 'failed' }
}
