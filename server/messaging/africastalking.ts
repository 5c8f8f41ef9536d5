import { z } from 'zod'
import type { AfricasTalkingConfig } from '../config-providers.ts'
import { readJson } from '../http/exact-json.ts'
import { callOut, type Reply } from '../http/outbound.ts'
import { type Sent, type SmsSender, unsent } from './senders.ts'

const deadlineMs = 15_000

const Answer = z.object({
  SMSMessageData: z.object({
    Message: z.string().catch(''),
    Recipients: z.array(
      z.object({
        statusCode: z.number(),
        status: z.string().catch(''),
        messageId: z.string().catch(''),
      }),
    ),
  }),
})

/** Processed, sent, queued. */
const taken = new Set([100, 101, 102])

/**
 * Africa's Talking by its public protocol: a form, the number with its plus. Without a registered sender
 * their shared one is used.
 * Source: Africa's Talking documentation, "Sending SMS", and its SDK for Node
 */
export function africasTalking({ url, username, apiKey, sender }: AfricasTalkingConfig): SmsSender {
  return {
    async send({ to, text }) {
      const form = { username, to, message: text, bulkSMSMode: '1', ...(sender && { from: sender }) }
      const reply = await callOut({
        method: 'POST',
        url: `${url}/version1/messaging`,
        headers: { apikey: apiKey, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        deadlineMs,
      })
      return readSent(reply)
    },
  }
}

/** An answer without a recipient gives its reason, a wrong sender say, in words: nothing went out. */
function readSent(reply: Reply): Sent {
  if (reply.is !== 'answered') return unsent(reply)
  const answer = Answer.safeParse(readJson(reply.text)).data
  if (reply.status !== 201 || !answer) return refusedOr(reply.status)
  const { Message, Recipients } = answer.SMSMessageData
  const [recipient] = Recipients
  if (!recipient) return { is: 'rejected', because: Message.slice(0, 200) || 'no recipient' }
  if (taken.has(recipient.statusCode)) return { is: 'accepted', id: recipient.messageId }
  return { is: 'rejected', because: `${recipient.statusCode} ${recipient.status}`.trim().slice(0, 200) }
}

/** A wrong key or form is refused in plain text; of anything else it is not known whether it went out. */
const refusedOr = (status: number): Sent =>
  [400, 401, 403, 429].includes(status)
    ? { is: 'rejected', because: `status ${status}` }
    : { is: 'unknown', because: `status ${status}` }
