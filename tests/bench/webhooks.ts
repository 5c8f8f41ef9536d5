import type { PurchaseRunOptions, PurchaseRunResult } from './buy.ts'
import { openApp } from './launched-app.ts'
import type { Messages, WebhookReport } from './notify.ts'
import { run } from './process.ts'
import { percentile, type Row } from './report.ts'

const messagesPerSecond = 200
const slowestMs = 300
/** Concurrent buyers that keep the database busy, from the lookup to the token. */
const concurrentUsers = 8

/** The time to store and acknowledge a gateway's webhooks at a steady rate, during purchases. */
export async function webhooks(quick: boolean): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const { url, simulators, secret } = app
  const purchases: PurchaseRunOptions = {
    app: { url, simulators, secret },
    count: quick ? 150 : 600,
    warmUp: 50,
    concurrency: concurrentUsers,
    from: 1,
  }
  const buying = run<PurchaseRunResult>('buy.ts', purchases)
  const messages: Messages = { url, perSecond: messagesPerSecond, seconds: quick ? 8 : 30 }
  const { responseTimes } = await run<WebhookReport>('notify.ts', messages)
  await buying
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(responseTimes, percent))
  return [
    {
      label: `${messagesPerSecond} webhooks/s stored and acknowledged, ${concurrentUsers} concurrent buyers`,
      result: `${[p50, p95, p99].map((ms) => ms?.toFixed(0)).join(' / ')} ms`,
      target: `p99 ≤ ${slowestMs} ms`,
      isTargetMet: (p99 ?? 0) <= slowestMs,
    },
  ]
}
