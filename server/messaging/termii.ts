import { z } from 'zod'
import type { TermiiConfig } from '../config-providers.ts'
import { readJson } from '../http/exact-json.ts'
import { callOut, type Reply } from '../http/outbound.ts'
import { type Sent, type SmsSender, unsent } from './senders.ts'

const deadlineMs = 15_000
const Accepted = z.object({ message_id: z.union([z.string().min(1), z.number()]).transform(String) })
const Refused = z.object({ message: z.string() })

/**
 * Termii by its public protocol. The `dnd` channel reaches numbers on Do-Not-Disturb too, which tokens must.
 * Source: Termii documentation, "Messaging"
 */
export function termii({ url, apiKey, sender }: TermiiConfig): SmsSender {
  return {
    async send({ to, text }) {
      const message = { to: to.replace(/^\+/, ''), from: sender, sms: text, type: 'plain', channel: 'dnd' }
      const reply = await callOut({
        method: 'POST',
        url: `${url}/api/sms/send`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: apiKey, ...message }),
        deadlineMs,
      })
      return readSent(reply)
    },
  }
}

function readSent(reply: Reply): Sent {
  if (reply.is !== 'answered') return unsent(reply)
  const { status } = reply
  const answer = readJson(reply.text)
  if (status === 200) {
    const accepted = Accepted.safeParse(answer).data
    return accepted ? { is: 'accepted', id: accepted.message_id } : { is: 'unknown', because: 'unreadable' }
  }
  // Their own trouble may have come after the message went out.
  if (![400, 401, 403, 404, 422, 429].includes(status)) return { is: 'unknown', because: `status ${status}` }
  const said = Refused.safeParse(answer).data?.message.slice(0, 200)
  return { is: 'rejected', because: said || `status ${status}` }
}
