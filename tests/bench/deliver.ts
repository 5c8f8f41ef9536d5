import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { buyer, type Shop } from './buyer.ts'
import { given, tell } from './process.ts'
import { ask, inParallel } from './wire.ts'

/** Orders that are paid and wait for the gateway's message; then the messages, so many in flight. */
export interface Deliveries {
  readonly shop: Shop & { readonly door: string }
  readonly many: number
  readonly inFlight: number
  /** Deliveries before the clock starts. */
  readonly warmUp: number
}
export interface Delivered {
  readonly many: number
  readonly tookMs: number
  /** Milliseconds of our answers to the gateway. */
  readonly answers: number[]
}

const { shop, many, inFlight, warmUp } = given<Deliveries>()
const secretKey = 'sk_test_simulated'
const preparedAtOnce = 20
/** Few enough that the first is not asked about before the last is there. */
const preparedTogether = 100
const lookEveryMs = 15
const stuckAfterMs = 30_000

const delivered = async () => (await ask<number>(`${shop.door}/delivered`)).body

const openCheckout = async (number: number) => {
  const person = buyer(shop, number, {})
  const checkoutUrl = await person.initiates(await person.looksUp())
  return () => person.pays(checkoutUrl)
}

/** The gateway's message about a payment that it has captured: as text, for their ids are longer than a double. */
async function messageOf(reference: string): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const path = `/paystack/transaction/verify/${reference}`
  const { text } = await ask(shop.simulators + path, { headers })
  return `{"event":"charge.success",${text.slice(text.indexOf('"data":'))}`
}

/** Orders that are paid, before anybody has told us. @returns what the gateway will say of each */
async function paidOrders(from: number, some: number): Promise<string[]> {
  const pays: (() => Promise<string>)[] = []
  const messages: string[] = []
  await inParallel(some, preparedAtOnce, async (at) => {
    pays[at] = await openCheckout(from + at)
  })
  await ask(`${shop.door}/asks-nothing`)
  await inParallel(some, preparedAtOnce, async (at) => {
    messages[at] = await messageOf((await pays[at]?.()) ?? '')
  })
  return messages
}

async function send(message: string): Promise<number> {
  const signature = createHmac('sha512', secretKey).update(message).digest('hex')
  const heard = await ask(`${shop.url}/api/v1/webhooks/paystack`, {
    body: message,
    headers: { 'x-paystack-signature': signature },
  })
  if (heard.http !== 200) throw new Error(`A message was answered ${heard.http}`)
  return heard.ms
}

/** Sends every message while at most so many are not delivered yet. @returns when the last one was */
async function deliver(messages: readonly string[], answers: number[]): Promise<void> {
  const before = await delivered()
  let sent = 0
  let done = 0
  let movedAt = performance.now()
  const sending: Promise<void>[] = []
  while (done < messages.length) {
    for (const message of messages.slice(sent, done + inFlight)) {
      sending.push(send(message).then((ms) => void answers.push(ms)))
      sent += 1
    }
    await pause(lookEveryMs)
    const now = (await delivered()) - before
    if (now > done) movedAt = performance.now()
    if (performance.now() - movedAt > stuckAfterMs) throw new Error(`${messages.length - now} never arrived`)
    done = now
  }
  await Promise.all(sending)
}

const faults = { party: 'paystack', behaviour: 'webhook_lost', times: many + warmUp }
await ask(`${shop.simulators}/simulators/faults`, { body: faults })
const messages: string[] = []
while (messages.length < many + warmUp) {
  const some = Math.min(preparedTogether, many + warmUp - messages.length)
  messages.push(...(await paidOrders(messages.length, some)))
}
await deliver(messages.slice(0, warmUp), [])
const answers: number[] = []
const began = performance.now()
await deliver(messages.slice(warmUp), answers)
tell({ many, tookMs: performance.now() - began, answers } satisfies Delivered)
