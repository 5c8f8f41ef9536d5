import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Message, Provider, SimulatorContext } from '../provider.ts'
import { silenceMs } from '../wire.ts'

const behaviours = {
  reject: 'Rejects the next mail (550).',
  timeout: 'Accepts the next mail, but never responds.',
} as const

/** Headers that the messages show. */
const keptHeaders = ['reply-to', 'list-unsubscribe', 'list-unsubscribe-post']

const largestBytes = 20 * 1024 * 1024

/** A mail server that stores every message. */
export function smtpProvider(context: SimulatorContext): Provider {
  const faults = context.faults.declare('smtp', behaviours)
  const receivedMessages: Message[] = []

  function record(message: Message) {
    receivedMessages.push(message)
    context.journal.append('smtp', message)
  }

  /** Stores one record per envelope recipient. */
  async function store(raw: Buffer, recipients: string[]) {
    const mail = await PostalMime.parse(raw)
    const attachments = mail.attachments.map(({ filename, content }) => ({
      name: filename ?? 'unnamed',
      bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    }))
    const receivedAt = new Date().toISOString()
    for (const to of recipients) {
      record({
        to,
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        ...(mail.html && { html: mail.html }),
        attachments,
        headers: Object.fromEntries(
          mail.headers.filter(({ key }) => keptHeaders.includes(key)).map(({ key, value }) => [key, value]),
        ),
        at: receivedAt,
      })
    }
    await context.journal.waitUntilWritten()
  }

  const server = new SMTPServer({
    banner: 'Sanwo simulators',
    size: largestBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    socketTimeout: silenceMs,
    closeTimeout: 1,
    logger: false,
    onData(stream, session, callback) {
      buffer(stream)
        .then(async (raw) => {
          if (faults.consume('reject'))
            return callback(Object.assign(new Error('Mailbox unavailable'), { responseCode: 550 }))
          await store(
            raw,
            session.envelope.rcptTo.map(({ address }) => address),
          )
          if (!faults.consume('timeout')) callback()
        })
        .catch((error: Error) => callback(error))
    },
  })
  server.on('error', () => undefined)

  return {
    name: 'smtp',
    replay: (event) => void receivedMessages.push(event as Message),
    reset: () => void receivedMessages.splice(0),
    mail: () => receivedMessages,
    async listen(port, host) {
      const listening = server.listen(port, host)
      await once(listening, 'listening')
      return (listening.address() as AddressInfo).port
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
