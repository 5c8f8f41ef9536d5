import { setTimeout as pause } from 'node:timers/promises'
import { apiPrefix } from '../../shared/constants.ts'
import type { MessageProgress } from '../../shared/management/messages.ts'
import type { Purchased, Purchases } from './buy.ts'
import { run } from './process.ts'
import { openProduct, type Product } from './product.ts'
import { atMost, median, perSecond, type Row, seconds } from './report.ts'
import { ask } from './wire.ts'

const slowestQueueMs = 5_000
const leastPerSecond = 50
const leastOfPurchases = 0.8
const peopleAtOnce = 20

/** One e-mail to everybody who is registered: putting it in line, sending it, and what is bought meanwhile. */
export async function emails(quick: boolean): Promise<Row[]> {
  const people = quick ? 2_000 : 10_000
  const many = quick ? 150 : 300
  await using product = await openProduct('PostgreSQL')
  await product.ask(`/has-people?people=${people}`)
  const bearer = await product.ask<string>('/manages')
  const buys = purchasesAt(product, many)
  await buys()
  const alone = median([await buys(), await buys(), await buys()])

  const began = performance.now()
  const { id, recipients } = await send(product, bearer)
  const queuedMs = performance.now() - began
  const meanwhile: number[] = []
  let sentMs = 0
  const watched = untilSent(product, bearer, id).then(() => {
    sentMs = performance.now() - began
  })
  do meanwhile.push(await buys())
  while (sentMs === 0)
  await watched
  // The last purchases outlasted the letters.
  const beside = median(meanwhile.length > 1 ? meanwhile.slice(0, -1) : meanwhile)
  const rate = recipients / (sentMs / 1_000)
  return [
    atMost(`${recipients.toLocaleString('en')} e-mails put in line`, queuedMs, slowestQueueMs, seconds),
    {
      what: 'e-mails sent, while purchases go on',
      ours: perSecond(rate),
      target: `≥ ${leastPerSecond}/s`,
      reached: rate >= leastPerSecond,
    },
    {
      what: `whole purchases meanwhile, ${peopleAtOnce} people at once`,
      ours: perSecond(beside),
      beside: perSecond(alone),
      ratio: (beside / alone).toFixed(2),
      target: `≥ ${leastOfPurchases}`,
      reached: beside >= leastOfPurchases * alone,
    },
  ]
}

/** Buys so many, others each time. @returns how many each second */
function purchasesAt({ url, simulators, secret }: Product, many: number): () => Promise<number> {
  let from = 1
  return async () => {
    const asked: Purchases = {
      shop: { url, simulators, secret },
      many,
      warmUp: peopleAtOnce,
      atOnce: peopleAtOnce,
      from,
    }
    from += many + peopleAtOnce
    const { tookMs } = await run<Purchased>('buy.ts', asked)
    return (many / tookMs) * 1_000
  }
}

interface Queued {
  readonly id: string
  readonly recipients: number
}

async function send({ url }: Product, bearer: string): Promise<Queued> {
  const form = new FormData()
  const fields = {
    subject: 'Planned work on Sunday',
    message: '<h2>Planned work</h2><p>On Sunday from 2 to 4 we take no orders.</p>',
    user_group: 'all_users',
    type: 'subscription',
    service: 'other',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await fetch(`${url}${apiPrefix}/management/messages/email/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: form,
  })
  const { data, message } = (await answer.json()) as { data: Queued; message: string }
  if (!answer.ok) throw new Error(`The e-mail was refused: ${message}`)
  return data
}

async function untilSent({ url }: Product, bearer: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${bearer}` }
  for (;;) {
    const path = `${url}${apiPrefix}/management/messages/${id}`
    const { counts } = (await ask<{ data: MessageProgress }>(path, { headers })).body.data
    if (counts.failed > 0) throw new Error(`${counts.failed} e-mails failed`)
    if (counts.waiting === 0) return
    await pause(2_000)
  }
}
