import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { given, tell } from './process.ts'
import { ask } from './wire.ts'

/** A gateway that tells of so many payments a second, each once, whatever our answers take. */
export interface Messages {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
}
export interface Told {
  /** Milliseconds of each answer. */
  readonly answers: number[]
}

const secretKey = 'sk_test_simulated'
const { url, perSecond, seconds } = given<Messages>()

function message(): string {
  const reference = `SW-${randomBytes(15).toString('hex').toUpperCase()}`
  return JSON.stringify({ event: 'charge.success', data: { id: randomInt(1e9, 1e12), reference } })
}

async function send(): Promise<number> {
  const body = message()
  const signature = createHmac('sha512', secretKey).update(body).digest('hex')
  const headers = { 'x-paystack-signature': signature }
  const { http, ms } = await ask(`${url}/api/v1/webhooks/paystack`, { body, headers })
  if (http !== 200) throw new Error(`A message was answered ${http}`)
  return ms
}

const answers: Promise<number>[] = []
const began = performance.now()
while (answers.length < perSecond * seconds) {
  const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
  while (answers.length < due) answers.push(send())
  await pause(2)
}
tell({ answers: await Promise.all(answers) } satisfies Told)
