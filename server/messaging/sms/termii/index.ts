import { z } from 'zod'
import { truncate } from '../../../../shared/text.ts'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { type SendResult, type SmsSender, sendFailure } from '../../senders.ts'
import type { TermiiConfig } from './descriptor.ts'

const timeoutMs = 15_000
const AcceptedResponse = z.object({ message_id: z.union([z.string().min(1), z.number()]).transform(String) })
const RejectedResponse = z.object({ message: z.string() })

/**
 * Termii SMS client. It sends on the `dnd` channel, because a token must also reach a number on Do-Not-Disturb.
 * Source: Termii documentation, "Messaging"
 */
export function termii({ url, apiKey, sender }: TermiiConfig): SmsSender {
  return {
    async send({ to, text }) {
      const message = { to: to.replace(/^\+/, ''), from: sender, sms: text, type: 'plain', channel: 'dnd' }
      const httpResult = await sendHttpRequest({
        method: 'POST',
        url: `${url}/api/sms/send`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: apiKey, ...message }),
        timeoutMs,
      })
      return parseResponse(httpResult)
    },
  }
}

function parseResponse(httpResult: HttpResult): SendResult {
  if (httpResult.type !== 'response') return sendFailure(httpResult)
  const { status } = httpResult
  const body = parseLosslessJson(httpResult.text)
  if (status === 200) {
    const acceptedMessage = AcceptedResponse.safeParse(body).data
    return acceptedMessage
      ? { type: 'accepted', id: acceptedMessage.message_id }
      : { type: 'unknown', reason: 'unreadable' }
  }
  // A server error may have occurred after the message was sent.
  if (![400, 401, 403, 404, 422, 429].includes(status)) return { type: 'unknown', reason: `status ${status}` }
  const errorText = truncate(RejectedResponse.safeParse(body).data?.message ?? '', 200)
  return { type: 'rejected', reason: errorText || `status ${status}` }
}
