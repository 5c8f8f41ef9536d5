import { z } from 'zod'
import { truncate } from '../../../../shared/text.ts'
import { type HttpResult, sendHttpRequest } from '../../../http/http-client.ts'
import { parseLosslessJson } from '../../../http/lossless-json.ts'
import { type SendResult, type SmsSender, sendFailure } from '../../senders.ts'
import type { AfricasTalkingConfig } from './descriptor.ts'

const timeoutMs = 15_000

const ResponseBody = z.object({
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
const acceptedCodes = new Set([100, 101, 102])

/**
 * Africa's Talking SMS client: form-encoded request, number in E.164 with plus sign. Without a registered sender the
 * provider's shared one is used.
 * Source: Africa's Talking documentation, "Sending SMS", and its SDK for Node
 */
export function africasTalking({ url, username, apiKey, sender }: AfricasTalkingConfig): SmsSender {
  return {
    async send({ to, text }) {
      const form = { username, to, message: text, bulkSMSMode: '1', ...(sender && { from: sender }) }
      const httpResult = await sendHttpRequest({
        method: 'POST',
        url: `${url}/version1/messaging`,
        headers: { apikey: apiKey, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
        timeoutMs,
      })
      return parseResponse(httpResult)
    },
  }
}

/** A response without a recipient has its reason as text (an unknown sender, for example): nothing was sent. */
function parseResponse(httpResult: HttpResult): SendResult {
  if (httpResult.type !== 'response') return sendFailure(httpResult)
  const body = ResponseBody.safeParse(parseLosslessJson(httpResult.text)).data
  if (httpResult.status !== 201 || !body) return resultForStatus(httpResult.status)
  const { Message, Recipients } = body.SMSMessageData
  const [recipient] = Recipients
  if (!recipient) return { type: 'rejected', reason: truncate(Message, 200) || 'no recipient' }
  if (acceptedCodes.has(recipient.statusCode)) return { type: 'accepted', id: recipient.messageId }
  return { type: 'rejected', reason: truncate(`${recipient.statusCode} ${recipient.status}`.trim(), 200) }
}

/** A wrong key or request is rejected in plain text; for any other status it is unknown whether the SMS was sent. */
const resultForStatus = (status: number): SendResult =>
  [400, 401, 403, 429].includes(status)
    ? { type: 'rejected', reason: `status ${status}` }
    : { type: 'unknown', reason: `status ${status}` }
