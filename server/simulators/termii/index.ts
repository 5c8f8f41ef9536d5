import { randomUUID } from 'node:crypto'
import express, { type Response, Router } from 'express'
import { z } from 'zod'
import type { Message, Provider, SimulatorContext } from '../provider.ts'
import { sendJson, sendWireFault } from '../wire.ts'

const apiKey = 'simulated-termii-key'
const openingBalanceNaira = 1_000_000
const pageNaira = 4

const behaviours = {
  reject: 'Rejects the next SMS.',
  timeout: 'Accepts the next SMS, but never responds.',
} as const

const Send = z.object({
  to: z.union([z.string(), z.array(z.string()).min(1).max(100)]),
  from: z.string().regex(/^[A-Za-z0-9 ]{3,11}$/),
  sms: z.string().min(1),
  type: z.enum(['plain', 'unicode', 'encrypted', 'voice']),
  channel: z.enum(['dnd', 'generic', 'whatsapp']),
})

/** Termii: accepts SMS. Source: its messaging API. */
export function termiiProvider(context: SimulatorContext): Provider {
  const faults = context.faults.declare('termii', behaviours)
  const messages: Message[] = []
  const balance = () => openingBalanceNaira - messages.length * pageNaira
  const respond = (res: Response, status: number, body: unknown) => sendJson(context, res, status, body)

  function record(message: Message) {
    messages.push(message)
    context.journal.append('termii', message)
  }

  const api = Router()
  api.use(express.json())
  api.use((req, res, next) => {
    const key: unknown = req.method === 'GET' ? req.query.api_key : req.body?.api_key
    return key === apiKey ? next() : respond(res, 401, { message: 'Invalid API Key' })
  })

  api.post('/sms/send', async (req, res) => {
    const request = Send.safeParse(req.body)
    if (!request.success) {
      const [issue] = request.error.issues
      return respond(res, 400, { message: `The ${issue?.path.join('.')} field is invalid.` })
    }
    const numbers = [request.data.to].flat()
    if (!numbers.every((number) => /^\d{8,15}$/.test(number)))
      return respond(res, 400, { message: 'Invalid phone number' })
    if (faults.consume('reject')) return respond(res, 400, { message: 'Invalid sender ID' })
    const sentAt = new Date().toISOString()
    for (const to of numbers) record({ to, text: request.data.sms, attachments: [], at: sentAt })
    if (faults.consume('timeout')) return sendWireFault(context, res, 'silence', null)
    const message_id = randomUUID().replaceAll('-', '')
    return respond(res, 200, {
      message_id,
      message: 'Successfully Sent',
      balance: balance(),
      user: 'Sanwo',
      code: 'ok',
    })
  })

  api.get('/get-balance', (_req, res) =>
    respond(res, 200, { user: 'Sanwo', balance: balance(), currency: 'NGN' }),
  )

  return {
    name: 'termii',
    api: Router().use('/api', api),
    replay: (event) => void messages.push(event as Message),
    reset: () => void messages.splice(0),
    sms: () => messages,
  }
}
