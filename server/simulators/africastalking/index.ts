import { randomUUID } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import type { Ground, Message, Party } from '../party.ts'
import { answer, answerText, spoil } from '../wire.ts'

const apiKey = 'simulated-africastalking-key'

const behaviours = {
  reject: 'Refuses the next SMS.',
  timeout: 'Takes the next SMS, but never answers.',
} as const

const Send = z.object({
  username: z.literal('sandbox'),
  to: z.string().min(1),
  message: z.string().min(1),
  from: z.string().optional(),
})

/** Africa's Talking: takes SMS. Source: its documentation and its own SDK. */
export function africasTalkingParty(ground: Ground): Party {
  const faults = ground.faults.declare('africastalking', behaviours)
  const sent: Message[] = []
  const say = (res: Response, status: number, body: unknown) => answer(ground, res, status, body)

  const api = Router()
  api.use(express.urlencoded({ extended: false }))
  api.use((req, res, next) =>
    req.get('apikey') === apiKey
      ? next()
      : answerText(ground, res, 401, 'The supplied authentication is invalid', 'text'),
  )

  api.post('/version1/messaging', (req, res) => {
    const asked = Send.safeParse(req.body)
    if (!asked.success) return answerText(ground, res, 400, 'Must have username, to and message', 'text')
    const isRefused = faults.strikes('reject')
    const at = new Date().toISOString()
    const recipients = asked.data.to.split(',').map((to) => {
      const [statusCode, status] = !/^\+\d{8,15}$/.test(to)
        ? [403, 'InvalidPhoneNumber']
        : isRefused
          ? [406, 'UserInBlacklist']
          : [101, 'Success']
      if (statusCode !== 101) return { statusCode, number: to, status, cost: '0', messageId: 'None' }
      const message: Message = { to: to.slice(1), text: asked.data.message, attachments: [], at }
      sent.push(message)
      ground.journal.append('africastalking', message)
      return { statusCode, number: to, status, cost: 'NGN 4.0000', messageId: `ATXid_${randomUUID()}` }
    })
    const taken = recipients.filter(({ statusCode }) => statusCode === 101).length
    const Message = `Sent to ${taken}/${recipients.length} Total Cost: NGN ${taken * 4}.0000`
    if (faults.strikes('timeout')) return spoil(ground, res, 'silence', null)
    return say(res, 201, { SMSMessageData: { Message, Recipients: recipients } })
  })

  return {
    name: 'africastalking',
    api,
    replay: (event) => void sent.push(event as Message),
    reset: () => void sent.splice(0),
    sms: () => sent,
  }
}
