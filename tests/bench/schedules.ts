import { setTimeout as pause } from 'node:timers/promises'
import { createBuyer } from './buyer.ts'
import { type BenchApp, openApp } from './launched-app.ts'
import { atMost, formatSeconds, percentile, type Row } from './report.ts'
import type { RunCounts } from './schedule-rows.ts'

const vendMs = 300
const startedWithinMs = 300_000
/** A paid guest order may take this much longer while schedules run. */
const maxDelayMs = 1_000
const betweenOrdersMs = 500
const pollMs = 1_000

/** Schedules that are due in the same minute, and guests who buy at the same time. */
export async function schedules(quick: boolean): Promise<Row[]> {
  const count = quick ? 1_000 : 10_000
  await using app = await openApp('PostgreSQL', { vendMs })
  await app.control(`/create-schedules?count=${count}`)
  const guests = guestOrders(app)
  await guests.buy(5)
  const baselineTimes = await guests.buy(quick ? 15 : 40)

  await app.control('/make-schedules-due')
  const startedAt = performance.now()
  let startedMs = 0
  let counts: RunCounts
  const timesDuringRuns: number[] = []
  const pollRuns = async () => {
    do {
      await pause(pollMs)
      counts = await app.control<RunCounts>('/count-schedule-runs')
      if (startedMs === 0 && counts.started >= count) startedMs = performance.now() - startedAt
    } while (startedMs === 0 && performance.now() - startedAt < 2 * startedWithinMs)
  }
  const polling = pollRuns()
  while (startedMs === 0 && performance.now() - startedAt < 2 * startedWithinMs)
    timesDuringRuns.push(...(await guests.buy(1)))
  await polling
  do {
    await pause(pollMs)
    counts = await app.control<RunCounts>('/count-schedule-runs')
  } while (counts.delivered < count && performance.now() - startedAt < 3 * startedWithinMs)
  const deliveredMs = performance.now() - startedAt
  const [aloneMs, duringMs] = [percentile(baselineTimes, 95), percentile(timesDuringRuns, 95)]
  return [
    atMost(
      `${count.toLocaleString('en')} schedules due in one minute, all started, vendor ${vendMs} ms`,
      startedMs || Number.POSITIVE_INFINITY,
      startedWithinMs,
      formatSeconds,
    ),
    { label: 'all delivered', result: formatSeconds(deliveredMs) },
    {
      label: 'guest order, paid to token, p95, while they run',
      result: formatSeconds(duringMs),
      baseline: formatSeconds(aloneMs),
      ratio: (duringMs / aloneMs).toFixed(2),
      target: `≤ ${formatSeconds(aloneMs + maxDelayMs)}`,
      isTargetMet: duringMs <= aloneMs + maxDelayMs,
    },
    atMost('runs bought twice', counts.doubles, 0, String),
  ]
}

/** Guests who buy one after the other. */
function guestOrders({ url, simulators, secret }: BenchApp) {
  let number = 1
  return {
    /** @returns milliseconds from the payment to the token, of each order */
    async buy(count: number): Promise<number[]> {
      const times: number[] = []
      for (let bought = 0; bought < count; bought++) {
        const guest = createBuyer({ url, simulators, secret }, number++, {})
        const info = await guest.lookUpMeter()
        const checkoutUrl = await guest.initiatePayment(info)
        const startedAt = performance.now()
        await guest.pay(checkoutUrl)
        while (!(await guest.processOrder(info)));
        times.push(performance.now() - startedAt)
        await pause(betweenOrdersMs)
      }
      return times
    },
  }
}
