import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type AppAddress, createBuyer } from './buyer.ts'
import { request, runConcurrently } from './http-client.ts'
import { readInput, sendReport } from './process.ts'

/**
 * Paid orders that wait for the gateway's webhooks; then the webhooks, with `inFlight` undelivered orders at
 * a time.
 */
export interface DeliveryRunOptions {
  readonly app: AppAddress & { readonly controlUrl: string }
  readonly count: number
  readonly inFlight: number
  /** Deliveries before the clock starts. */
  readonly warmUp: number
}
export interface DeliveryRunResult {
  readonly count: number
  readonly tookMs: number
  /** Response times to the gateway, in milliseconds. */
  readonly responseTimes: number[]
}

const { app, count, inFlight, warmUp } = readInput<DeliveryRunOptions>()
const secretKey = 'sk_test_simulated'
const preparedAtOnce = 20
/** Small enough that the first payment is not polled before the last is prepared. */
const preparedTogether = 100
const pollIntervalMs = 15
const stuckAfterMs = 30_000

const countDeliveries = async () => (await request<number>(`${app.controlUrl}/count-deliveries`)).body

const openCheckout = async (number: number) => {
  const buyer = createBuyer(app, number, {})
  const checkoutUrl = await buyer.initiatePayment(await buyer.lookUpMeter())
  return () => buyer.pay(checkoutUrl)
}

/** The gateway's webhook body for a captured payment, as text, since its ids exceed a double. */
async function messageOf(reference: string): Promise<string> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const path = `/paystack/transaction/verify/${reference}`
  const { text } = await request(app.simulators + path, { headers })
  return `{"event":"charge.success",${text.slice(text.indexOf('"data":'))}`
}

/** Paid orders without a webhook yet. @returns the webhook body of each */
async function paidOrders(from: number, some: number): Promise<string[]> {
  const payments: (() => Promise<string>)[] = []
  const messages: string[] = []
  await runConcurrently(some, preparedAtOnce, async (index) => {
    payments[index] = await openCheckout(from + index)
  })
  await request(`${app.controlUrl}/stop-payment-polling`)
  await runConcurrently(some, preparedAtOnce, async (index) => {
    messages[index] = await messageOf((await payments[index]?.()) ?? '')
  })
  return messages
}

async function send(message: string): Promise<number> {
  const signature = createHmac('sha512', secretKey).update(message).digest('hex')
  const response = await request(`${app.url}/api/v1/webhooks/paystack`, {
    body: message,
    headers: { 'x-paystack-signature': signature },
  })
  if (response.httpStatus !== 200) throw new Error(`A webhook returned ${response.httpStatus}`)
  return response.ms
}

/** Sends every webhook, with at most `inFlight` undelivered orders. Returns after the last delivery. */
async function deliver(messages: readonly string[], responseTimes: number[]): Promise<void> {
  const before = await countDeliveries()
  let sentCount = 0
  let done = 0
  let movedAt = performance.now()
  const sending: Promise<void>[] = []
  while (done < messages.length) {
    for (const message of messages.slice(sentCount, done + inFlight)) {
      sending.push(send(message).then((ms) => void responseTimes.push(ms)))
      sentCount += 1
    }
    await pause(pollIntervalMs)
    const now = (await countDeliveries()) - before
    if (now > done) movedAt = performance.now()
    if (performance.now() - movedAt > stuckAfterMs)
      throw new Error(`${messages.length - now} orders were never delivered`)
    done = now
  }
  await Promise.all(sending)
}

const faults = { party: 'paystack', behaviour: 'webhook_lost', times: count + warmUp }
await request(`${app.simulators}/simulators/faults`, { body: faults })
const messages: string[] = []
while (messages.length < count + warmUp) {
  const some = Math.min(preparedTogether, count + warmUp - messages.length)
  messages.push(...(await paidOrders(messages.length, some)))
}
await deliver(messages.slice(0, warmUp), [])
const responseTimes: number[] = []
const startedAt = performance.now()
await deliver(messages.slice(warmUp), responseTimes)
sendReport({ count, tookMs: performance.now() - startedAt, responseTimes } satisfies DeliveryRunResult)
