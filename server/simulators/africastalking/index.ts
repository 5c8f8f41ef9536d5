import { randomUUID } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import type { Message, Provider, SimulatorContext } from '../provider.ts'
import { sendJson, sendText, sendWireFault } from '../wire.ts'

const apiKey = 'simulated-africastalking-key'

const behaviours = {
  reject: 'Rejects the next SMS.',
  timeout: 'Accepts the next SMS, but never responds.',
} as const

const Send = z.object({
  username: z.literal('sandbox'),
  to: z.string().min(1),
  message: z.string().min(1),
  from: z.string().optional(),
})

/** Africa's Talking: SMS API. Source: its documentation and its SDK. */
export function africasTalkingProvider(context: SimulatorContext): Provider {
  const faults = context.faults.declare('africastalking', behaviours)
  const messages: Message[] = []
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)

  const api = Router()
  api.use(express.urlencoded({ extended: false }))
  api.use((req, res, next) =>
    req.get('apikey') === apiKey
      ? next()
      : sendText(context, res, 401, 'The supplied authentication is invalid', 'text'),
  )

  api.post('/version1/messaging', (req, res) => {
    const request = Send.safeParse(req.body)
    if (!request.success) return sendText(context, res, 400, 'Must have username, to and message', 'text')
    const isRejected = faults.consume('reject')
    const sentAt = new Date().toISOString()
    const recipients = request.data.to.split(',').map((to) => {
      const [statusCode, status] = !/^\+\d{8,15}$/.test(to)
        ? [403, 'InvalidPhoneNumber']
        : isRejected
          ? [406, 'UserInBlacklist']
          : [101, 'Success']
      if (statusCode !== 101) return { statusCode, number: to, status, cost: '0', messageId: 'None' }
      const message: Message = { to: to.slice(1), text: request.data.message, attachments: [], at: sentAt }
      messages.push(message)
      context.journal.append('africastalking', message)
      return { statusCode, number: to, status, cost: 'NGN 4.0000', messageId: `ATXid_${randomUUID()}` }
    })
    const acceptedCount = recipients.filter(({ statusCode }) => statusCode === 101).length
    const Message = `Sent to ${acceptedCount}/${recipients.length} Total Cost: NGN ${acceptedCount * 4}.0000`
    if (faults.consume('timeout')) return sendWireFault(context, res, 'silence', null)
    return respond(res, 201, { SMSMessageData: { Message, Recipients: recipients } })
  })

  return {
    name: 'africastalking',
    api,
    replay: (event) => void messages.push(event as Message),
    reset: () => void messages.splice(0),
    sms: () => messages,
  }
}
