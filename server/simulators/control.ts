import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { koboOf } from '../../shared/money.ts'
import { controlPage } from './control-page.ts'
import { History } from './history.ts'
import { allowLoopbackOnly } from './loopback-only.ts'
import type { Message, Provider, ProviderRecords, SimulatorContext, TransactionRecord } from './provider.ts'
import { AppUrl, SettingsChange } from './settings.ts'
import { sendJson, sendText } from './wire.ts'

const SinceQuery = z.object({ since: z.coerce.date().optional() })
const FaultRequest = z.strictObject({
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
    payer: z.string().max(100).optional(),
  })
  .refine((visit) => visit.reference ?? visit.access_code, 'reference or access_code is needed')

const Naira = z
  .union([z.number(), z.string()])
  .transform((amount) => koboOf(amount))
  .pipe(z.bigint().positive())
const Transfer = z.strictObject({ account_number: z.string(), amount: Naira })
const Dispute = z.strictObject({
  reference: z.string(),
  decides: z.enum(['payer', 'merchant']).optional(),
  amount: Naira.optional(),
})

/** Control API of the simulators for tests, benchmarks and people; only reachable from this machine. */
export function controlRoutes(
  context: SimulatorContext,
  providers: readonly Provider[],
  reset: () => Promise<void>,
): Router {
  const control = Router()
  const respond = (res: Response, body: unknown, status = 200) => sendJson(context, res, status, body)
  const reject = (res: Response, message: string, details: object = {}) =>
    respond(res, { error: message, ...details }, 422)
  const validationMessage = (error: z.ZodError) =>
    `${error.issues[0]?.path.join('.') ?? ''} ${error.issues[0]?.message}`.trim()

  control.use(allowLoopbackOnly)
  control.use(express.json({ type: () => true, limit: '5mb' }))

  control.get('/records.json', (req, res) => {
    const { success, data } = SinceQuery.safeParse(req.query)
    return success
      ? respond(res, recordsSince(providers, data.since))
      : reject(res, 'since must be an ISO date')
  })
  control.get('/mail.json', (req, res) => {
    const { success, data } = SinceQuery.safeParse(req.query)
    return success
      ? respond(res, messagesOf(providers, 'mail', data.since))
      : reject(res, 'since must be an ISO date')
  })
  control.get('/sms.json', (req, res) => {
    const { success, data } = SinceQuery.safeParse(req.query)
    return success
      ? respond(res, messagesOf(providers, 'sms', data.since))
      : reject(res, 'since must be an ISO date')
  })

  control.get('/faults', (_req, res) => respond(res, context.faults.list()))
  control.post('/faults', (req, res) => {
    const request = FaultRequest.safeParse(req.body)
    const knownFaults = context.faults
      .list()
      .map(({ party: provider, behaviour, message }) => ({ party: provider, behaviour, message }))
    if (!request.success) return reject(res, validationMessage(request.error), { known: knownFaults })
    const { party: provider, behaviour, times } = request.data
    if (behaviour === 'none' && context.faults.disarm(provider))
      return respond(res, { party: provider, behaviour, message: 'Disarmed.', left: 0 })
    const armedFault = context.faults.arm(provider, behaviour, times)
    return armedFault
      ? respond(res, armedFault)
      : reject(res, 'Unknown provider or fault.', { known: knownFaults })
  })

  control.get('/settings', (_req, res) => respond(res, context.settings))
  control.post('/settings', (req, res) => {
    const change = SettingsChange.safeParse(req.body)
    if (!change.success) return reject(res, validationMessage(change.error))
    Object.assign(context.settings, change.data)
    return respond(res, context.settings)
  })
  control.post('/app-url', (req, res) => {
    const change = AppUrl.safeParse(req.body)
    if (!change.success) return reject(res, validationMessage(change.error))
    context.settings.appUrl = change.data.url
    return respond(res, context.settings)
  })

  control.post('/pay', (req, res) => {
    const visit = Visit.safeParse(req.body)
    if (!visit.success) return reject(res, validationMessage(visit.error))
    const { access_code: accessCode, ...rest } = visit.data
    for (const provider of providers) {
      const visitResult = provider.visit?.({ ...rest, accessCode })
      if (visitResult?.type === 'rejected') return reject(res, visitResult.message)
      if (visitResult)
        return respond(res, { status: visitResult.status, callbackUrl: visitResult.callbackUrl })
    }
    return respond(res, { error: 'No gateway knows that payment.' }, 404)
  })

  control.post('/inflow', (req, res) => {
    const request = Transfer.safeParse(req.body)
    if (!request.success) return reject(res, validationMessage(request.error))
    const transfer = { accountNumber: request.data.account_number, amountKobo: Number(request.data.amount) }
    for (const provider of providers) {
      const reference = provider.transfer?.(transfer)
      if (reference) return respond(res, { party: provider.name, reference })
    }
    return respond(res, { error: 'No gateway knows that account.' }, 404)
  })

  control.post('/dispute', (req, res) => {
    const request = Dispute.safeParse(req.body)
    if (!request.success) return reject(res, validationMessage(request.error))
    const { amount, ...dispute } = request.data
    for (const provider of providers) {
      const id = provider.dispute?.({ ...dispute, ...(amount && { amountKobo: Number(amount) }) })
      if (id) return respond(res, { party: provider.name, id })
    }
    return respond(res, { error: 'No gateway that knows disputes holds that payment.' }, 404)
  })

  control.post('/history', async (req, res) => {
    const history = History.safeParse(req.body)
    if (!history.success) return reject(res, validationMessage(history.error))
    for (const provider of providers) provider.addHistory?.(history.data)
    await context.journal.waitUntilWritten()
    return respond(res, { payments: history.data.payments.length, vends: history.data.vends.length })
  })

  control.post('/reset', async (_req, res) => {
    await reset()
    return respond(res, { ok: true })
  })

  control.get('/', (_req, res) => {
    const page = controlPage({
      records: recordsSince(providers),
      mail: messagesOf(providers, 'mail'),
      sms: messagesOf(providers, 'sms'),
      faults: context.faults.list(),
    })
    return sendText(context, res, 200, page.text, 'html')
  })

  return control
}

export const byTime = (left: { at: string }, right: { at: string }) =>
  left.at < right.at ? -1 : Number(left.at > right.at)

/** All records from `since`, newest last. */
function recordsSince(providers: readonly Provider[], since?: Date): ProviderRecords {
  const allRecords = providers.flatMap((provider) => provider.records?.() ?? [])
  const collectRecords = (pick: (records: ProviderRecords) => TransactionRecord[]) =>
    itemsSince(allRecords.flatMap(pick), since)
  return {
    captures: collectRecords((records) => records.captures),
    refunds: collectRecords((records) => records.refunds),
    deliveries: collectRecords((records) => records.deliveries),
  }
}

const messagesOf = (providers: readonly Provider[], kind: 'mail' | 'sms', since?: Date): Message[] =>
  itemsSince(
    providers.flatMap((provider) => provider[kind]?.() ?? []),
    since,
  )

function itemsSince<T extends { at: string }>(items: T[], since?: Date): T[] {
  const start = since?.toISOString() ?? ''
  return items.filter(({ at: timestamp }) => timestamp >= start).sort(byTime)
}
