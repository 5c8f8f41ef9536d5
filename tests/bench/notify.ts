import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from './http-client.ts'
import { readInput, sendReport } from './process.ts'

/** A gateway that sends `perSecond` webhooks each second, each once, regardless of the response times. */
export interface Messages {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
}
export interface WebhookReport {
  /** Milliseconds of each response. */
  readonly responseTimes: number[]
}

const secretKey = 'sk_test_simulated'
const { url, perSecond, seconds } = readInput<Messages>()

function message(): string {
  const reference = `SW-${randomBytes(15).toString('hex').toUpperCase()}`
  return JSON.stringify({ event: 'charge.success', data: { id: randomInt(1e9, 1e12), reference } })
}

async function send(): Promise<number> {
  const body = message()
  const signature = createHmac('sha512', secretKey).update(body).digest('hex')
  const headers = { 'x-paystack-signature': signature }
  const { httpStatus, ms } = await request(`${url}/api/v1/webhooks/paystack`, { body, headers })
  if (httpStatus !== 200) throw new Error(`A webhook returned ${httpStatus}`)
  return ms
}

const responseTimes: Promise<number>[] = []
const startedAt = performance.now()
while (responseTimes.length < perSecond * seconds) {
  const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
  while (responseTimes.length < due) responseTimes.push(send())
  await pause(2)
}
sendReport({ responseTimes: await Promise.all(responseTimes) } satisfies WebhookReport)
