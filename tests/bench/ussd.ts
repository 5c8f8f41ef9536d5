import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { apiPrefix } from '../../shared/constants.ts'
import { request } from './http-client.ts'
import { openApp } from './launched-app.ts'
import { atMost, percentile, type Row } from './report.ts'

const sessionsPerSecond = 10
const slowestMs = 500
const pin = '274916'
const path = `${apiPrefix}/webhooks/africastalking/simulated-africastalking-callback/ussd`
/** A purchase of airtime from the wallet, with the PIN; the orders of the phone, without. */
const journeys = [
  ['2', '1', '100', '1', pin],
  ['5', '0'],
] as const

/** The response time of a USSD request, at a steady rate of sessions of which half pay with a PIN. */
export async function ussd(quick: boolean): Promise<Row[]> {
  await using app = await openApp('PostgreSQL')
  const sessionCount = sessionsPerSecond * (quick ? 10 : 40)
  const phones = await app.control<string[]>(`/create-phone-users?count=${sessionCount}&pin=${pin}`)
  const sessions: Promise<number[]>[] = []
  const startedAt = performance.now()
  while (sessions.length < sessionCount) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * sessionsPerSecond)
    while (sessions.length < Math.min(due, sessionCount)) {
      const index = sessions.length
      sessions.push(runSession(app.url, phones[index] ?? '', journeys[index % journeys.length] ?? []))
    }
    await pause(5)
  }
  const times = (await Promise.all(sessions)).flat()
  return [
    atMost(
      `USSD answers, ${sessionsPerSecond} sessions/s, half of them with a PIN, p99`,
      percentile(times, 99),
      slowestMs,
      (ms) => `${Math.round(ms)} ms`,
    ),
  ]
}

/** One session from the code to its last screen. @returns the milliseconds of each response */
async function runSession(url: string, phone: string, inputs: readonly string[]): Promise<number[]> {
  const sessionId = randomUUID()
  const times: number[] = []
  for (let count = 0; count <= inputs.length; count++) {
    const text = inputs.slice(0, count).join('*')
    const fields = { sessionId, phoneNumber: phone, networkCode: '62130', text }
    const {
      httpStatus,
      ms,
      text: screen,
    } = await request<string>(url + path, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    if (httpStatus !== 200 || /went wrong|Choose a number/.test(screen))
      throw new Error(`The screen after ${count} inputs was: ${httpStatus} ${screen}`)
    times.push(ms)
  }
  return times
}
