import type { Purchased, Purchases } from './buy.ts'
import { run } from './process.ts'
import { openProduct } from './product.ts'
import { percentile, type Row } from './report.ts'
import type { Messages, Told } from './tell.ts'

const messagesPerSecond = 200
const slowestMs = 300
/** Who keep the database busy meanwhile, from the lookup to the token. */
const peopleAtOnce = 8

/** How soon a gateway's messages are kept and acknowledged at a steady rate, while people buy. */
export async function webhooks(quick: boolean): Promise<Row[]> {
  await using product = await openProduct('PostgreSQL')
  const { url, simulators, secret } = product
  const shop = { url, simulators, secret }
  const purchases: Purchases = {
    shop,
    many: quick ? 150 : 600,
    warmUp: 50,
    atOnce: peopleAtOnce,
    from: 1,
  }
  const buying = run<Purchased>('buy.ts', purchases)
  const messages: Messages = { url, perSecond: messagesPerSecond, seconds: quick ? 8 : 30 }
  const { answers } = await run<Told>('tell.ts', messages)
  await buying
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(answers, percent))
  return [
    {
      what: `${messagesPerSecond} messages/s kept and answered, ${peopleAtOnce} people buying`,
      ours: `${[p50, p95, p99].map((ms) => ms?.toFixed(0)).join(' / ')} ms`,
      target: `p99 ≤ ${slowestMs} ms`,
      reached: (p99 ?? 0) <= slowestMs,
    },
  ]
}
