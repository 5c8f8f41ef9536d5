import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf } from '../../shared/money.ts'
import { controlPage } from './control-page.ts'
import { onlyLoopback } from './guard.ts'
import type { Ground, Message, Movement, Party, Truth } from './party.ts'
import { AppUrl, SettingsChange } from './settings.ts'
import { answer, answerText } from './wire.ts'

const Since = z.object({ since: z.coerce.date().optional() })
const FaultOrder = z.strictObject({
  party: z.string(),
  behaviour: z.string(),
  times: z.int().min(1).max(1_000_000).default(1),
})
const Visit = z
  .strictObject({
    reference: z.string().optional(),
    access_code: z.string().optional(),
    decline: z.boolean().default(false),
    cancel: z.boolean().default(false),
    card: z.string().optional(),
  })
  .refine((it) => it.reference ?? it.access_code, 'reference or access_code is needed')

const Naira = z
  .union([z.number(), z.string()])
  .transform((it) => koboOf(it))
  .pipe(z.bigint().positive())
const Transfer = z.strictObject({ account_number: z.string(), amount: Naira })
const Dispute = z.strictObject({
  reference: z.string(),
  decides: z.enum(['payer', 'merchant']).optional(),
  amount: Naira.optional(),
})

/** What tests, benches and people ask of the simulators themselves; this machine alone may. */
export function controlRoutes(ground: Ground, parties: readonly Party[], reset: () => Promise<void>): Router {
  const control = Router()
  const say = (res: Response, body: unknown, status = 200) => answer(ground, res, status, body)
  const refuse = (res: Response, says: string, more: object = {}) => say(res, { error: says, ...more }, 422)
  const mistake = (error: z.ZodError) =>
    `${error.issues[0]?.path.join('.') ?? ''} ${error.issues[0]?.message}`.trim()

  control.use(onlyLoopback)
  control.use(express.json({ type: () => true }))

  control.get('/truth.json', (req, res) => {
    const { success, data } = Since.safeParse(req.query)
    return success ? say(res, truthSince(parties, data.since)) : refuse(res, 'since must be an ISO date')
  })
  control.get('/mail.json', (req, res) => {
    const { success, data } = Since.safeParse(req.query)
    return success
      ? say(res, messages(parties, 'mail', data.since))
      : refuse(res, 'since must be an ISO date')
  })
  control.get('/sms.json', (req, res) => {
    const { success, data } = Since.safeParse(req.query)
    return success ? say(res, messages(parties, 'sms', data.since)) : refuse(res, 'since must be an ISO date')
  })

  control.get('/faults', (_req, res) => say(res, ground.faults.list()))
  control.post('/faults', (req, res) => {
    const order = FaultOrder.safeParse(req.body)
    const known = ground.faults.list().map(({ party, behaviour, says }) => ({ party, behaviour, says }))
    if (!order.success) return refuse(res, mistake(order.error), { known })
    const { party, behaviour, times } = order.data
    if (behaviour === 'none' && ground.faults.calm(party))
      return say(res, { party, behaviour, says: 'Honest again.', left: 0 })
    const armed = ground.faults.arm(party, behaviour, times)
    return armed ? say(res, armed) : refuse(res, 'That party or behaviour is not known.', { known })
  })

  control.get('/settings', (_req, res) => say(res, ground.settings))
  control.post('/settings', (req, res) => {
    const change = SettingsChange.safeParse(req.body)
    if (!change.success) return refuse(res, mistake(change.error))
    Object.assign(ground.settings, change.data)
    return say(res, ground.settings)
  })
  control.post('/app-url', (req, res) => {
    const change = AppUrl.safeParse(req.body)
    if (!change.success) return refuse(res, mistake(change.error))
    ground.settings.appUrl = change.data.url
    return say(res, ground.settings)
  })

  control.post('/pay', (req, res) => {
    const visit = Visit.safeParse(req.body)
    if (!visit.success) return refuse(res, mistake(visit.error))
    const { access_code: accessCode, ...rest } = visit.data
    for (const party of parties) {
      const end = party.visit?.({ ...rest, accessCode })
      if (end?.is === 'refused') return refuse(res, end.says)
      if (end) return say(res, { status: end.status, callbackUrl: end.callbackUrl })
    }
    return say(res, { error: 'No gateway knows that payment.' }, 404)
  })

  control.post('/inflow', (req, res) => {
    const asked = Transfer.safeParse(req.body)
    if (!asked.success) return refuse(res, mistake(asked.error))
    const to = { accountNumber: asked.data.account_number, amountKobo: Number(asked.data.amount) }
    for (const party of parties) {
      const reference = party.transfer?.(to)
      if (reference) return say(res, { party: party.name, reference })
    }
    return say(res, { error: 'No gateway knows that account.' }, 404)
  })

  control.post('/dispute', (req, res) => {
    const asked = Dispute.safeParse(req.body)
    if (!asked.success) return refuse(res, mistake(asked.error))
    const { amount, ...about } = asked.data
    for (const party of parties) {
      const id = party.dispute?.({ ...about, ...(amount && { amountKobo: Number(amount) }) })
      if (id) return say(res, { party: party.name, id })
    }
    return say(res, { error: 'No gateway that knows disputes holds that payment.' }, 404)
  })

  control.post('/reset', async (_req, res) => {
    await reset()
    return say(res, { ok: true })
  })

  control.get('/', (_req, res) => {
    const page = controlPage({
      truth: truthSince(parties),
      mail: messages(parties, 'mail'),
      sms: messages(parties, 'sms'),
      faults: ground.faults.list(),
    })
    return answerText(ground, res, 200, page.text, 'html')
  })

  return control
}

const byTime = (one: { at: string }, other: { at: string }) =>
  one.at < other.at ? -1 : Number(one.at > other.at)

/** Everything from `since` on, newest last. */
function truthSince(parties: readonly Party[], since?: Date): Truth {
  const truths = parties.flatMap((party) => party.truth?.() ?? [])
  const all = (pick: (truth: Truth) => Movement[]) => from(truths.flatMap(pick), since)
  return {
    captures: all((it) => it.captures),
    refunds: all((it) => it.refunds),
    deliveries: all((it) => it.deliveries),
  }
}

const messages = (parties: readonly Party[], kind: 'mail' | 'sms', since?: Date): Message[] =>
  from(
    parties.flatMap((party) => party[kind]?.() ?? []),
    since,
  )

function from<T extends { at: string }>(them: T[], since?: Date): T[] {
  const start = since?.toISOString() ?? ''
  return them.filter(({ at }) => at >= start).sort(byTime)
}
