import { setTimeout as pause } from 'node:timers/promises'
import { apiPrefix } from '../../shared/constants.ts'
import type { MessageProgress } from '../../shared/management/messages.ts'
import type { PurchaseRunOptions, PurchaseRunResult } from './buy.ts'
import { request } from './http-client.ts'
import { type BenchApp, openApp } from './launched-app.ts'
import { run } from './process.ts'
import { atMost, formatRate, formatSeconds, median, type Row } from './report.ts'

const maxEnqueueMs = 5_000
const minPerSecond = 50
const minPurchaseRatio = 0.8
const concurrentUsers = 20
/** A message to more than 100 recipients asks for the manager's PIN. */
const pin = '274916'

/** One e-mail to all registered users: enqueuing it, sending it, and the purchases during the send. */
export async function emails(quick: boolean): Promise<Row[]> {
  const people = quick ? 2_000 : 10_000
  const purchaseCount = quick ? 150 : 300
  await using app = await openApp('PostgreSQL')
  await app.control(`/create-campaign-recipients?people=${people}`)
  const token = await app.control<string>(`/create-manager?pin=${pin}`)
  const runPurchases = createPurchaseRun(app, purchaseCount)
  await runPurchases()
  const baselineRate = median([await runPurchases(), await runPurchases(), await runPurchases()])

  const startedAt = performance.now()
  const { id, recipients } = await send(app, token)
  const enqueuedMs = performance.now() - startedAt
  const duringSend: number[] = []
  let sentMs = 0
  const sendCompletion = waitUntilSent(app, token, id).then(() => {
    sentMs = performance.now() - startedAt
  })
  do duringSend.push(await runPurchases())
  while (sentMs === 0)
  await sendCompletion
  // The last purchases took longer than the e-mails.
  const medianRate = median(duringSend.length > 1 ? duringSend.slice(0, -1) : duringSend)
  const rate = recipients / (sentMs / 1_000)
  return [
    atMost(`${recipients.toLocaleString('en')} e-mails enqueued`, enqueuedMs, maxEnqueueMs, formatSeconds),
    {
      label: 'e-mails sent during purchases',
      result: formatRate(rate),
      target: `≥ ${minPerSecond}/s`,
      isTargetMet: rate >= minPerSecond,
    },
    {
      label: `whole purchases during the send, ${concurrentUsers} concurrent users`,
      result: formatRate(medianRate),
      baseline: formatRate(baselineRate),
      ratio: (medianRate / baselineRate).toFixed(2),
      target: `≥ ${minPurchaseRatio}`,
      isTargetMet: medianRate >= minPurchaseRatio * baselineRate,
    },
  ]
}

/** @returns a function that makes `count` purchases, with new meters each time, and returns purchases per second */
function createPurchaseRun({ url, simulators, secret }: BenchApp, count: number): () => Promise<number> {
  let from = 1
  return async () => {
    const options: PurchaseRunOptions = {
      app: { url, simulators, secret },
      count,
      warmUp: concurrentUsers,
      concurrency: concurrentUsers,
      from,
    }
    from += count + concurrentUsers
    const { tookMs } = await run<PurchaseRunResult>('buy.ts', options)
    return (count / tookMs) * 1_000
  }
}

interface CreatedCampaign {
  readonly id: string
  readonly recipients: number
}

async function send({ url }: BenchApp, token: string): Promise<CreatedCampaign> {
  const form = new FormData()
  const fields = {
    subject: 'Planned work on Sunday',
    message: '<h2>Planned work</h2><p>On Sunday from 2 to 4 we take no orders.</p>',
    user_group: 'all_users',
    type: 'subscription',
    service: 'other',
    auth_pin: pin,
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const response = await fetch(`${url}${apiPrefix}/management/messages/email/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { data, message } = (await response.json()) as { data: CreatedCampaign; message: string }
  if (!response.ok) throw new Error(`The e-mail was rejected: ${message}`)
  return data
}

async function waitUntilSent({ url }: BenchApp, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const path = `${url}${apiPrefix}/management/messages/${id}`
    const { counts } = (await request<{ data: MessageProgress }>(path, { headers })).body.data
    if (counts.failed > 0) throw new Error(`${counts.failed} e-mails failed`)
    if (counts.pending === 0) return
    await pause(2_000)
  }
}
