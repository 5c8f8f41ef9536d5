import { createTransport } from 'nodemailer'
import { assertOutsideTransaction } from '../database/context.ts'
import type { MailSender, Sent } from './senders.ts'

const deadlines = { totalMs: 30_000, connectMs: 10_000, silenceMs: 15_000 } as const

/**
 * Mail by SMTP over a few kept connections.
 * @param url smtp://user:password@host:port, or smtps://
 * @param from "Name <address>"
 */
export function smtp(
  url: string,
  from: string,
  { totalMs = deadlines.totalMs, connections = 4 }: { totalMs?: number; connections?: number } = {},
): MailSender {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: deadlines.connectMs,
      greetingTimeout: deadlines.connectMs,
      socketTimeout: deadlines.silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send({ to, subject, text, html, attachments = [] }) {
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
          signal,
        })
        return { is: 'accepted', id: messageId }
      } catch (error) {
        return readFailure(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Only a permanent answer about this message or its reader is a rejection. */
function readFailure(error: unknown): Sent {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutMessage && responseCode !== undefined && responseCode >= 500)
    return { is: 'rejected', because: `${responseCode}` }
  return { is: 'unknown', because: code ?? 'failed' }
}
