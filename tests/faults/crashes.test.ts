import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { expectBooksTrue, expectFair, factsOf, isOver } from '../support/audit.ts'
import { Crash, crashing } from '../support/crashing.ts'
import { postgres } from '../support/database.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'

vi.setConfig({ testTimeout: 150_000 })

type Crashing = ReturnType<typeof crashing>
type Guest = ReturnType<Shop['guest']>

/** PostgreSQL walks every boundary; the embedded database a sample of them. */
const stride = postgres ? 1 : 7

interface Path {
  /** What the order must come to, wherever the process died. */
  readonly ends: readonly string[]
  readonly meter: () => string
  /** From which moment boundaries are counted. */
  readonly from: 'lookup' | 'payment'
  readonly fault?: readonly [party: string, behaviour: string]
}

const paths: Record<string, Path> = {
  'a delivered order': { ends: ['delivered'], meter: () => prepaid(), from: 'lookup' },
  'a failed vend and its refund': { ends: ['refunded'], meter: () => prepaid('failed'), from: 'payment' },
  'a vend whose answer is lost': {
    ends: ['delivered'],
    meter: () => prepaid(),
    from: 'payment',
    fault: ['vtpass', 'error_500'],
  },
  // A crash may use up the first of the two sendings of one id, and the lie the second.
  'a vend that never arrives': {
    ends: ['delivered', 'refunded'],
    meter: () => prepaid(),
    from: 'payment',
    fault: ['vtpass', 'disconnect'],
  },
  'a refund whose answer is lost': {
    ends: ['refunded'],
    meter: () => prepaid('failed'),
    from: 'payment',
    fault: ['paystack', 'refund_timeout_accepted'],
  },
}

test.each(Object.entries(paths))(
  'killed at any boundary, %s still ends as it must, once',
  async (_, path) => {
    const shop = await openShop({ shared: true })
    try {
      const walked: string[] = []
      for (let at = 1; ; at += stride) {
        const boundary = await dieAndRecover(shop, path, at)
        if (boundary === null) break
        walked.push(boundary)
      }
      expect(walked.length).toBeGreaterThan(postgres ? 15 : 1)
      await expectBooksTrue(shop)
    } finally {
      await shop.close()
    }
  },
)

/** One purchase whose process dies at the `at`-th boundary and is started again. @returns where it died; null when it outlived the purchase */
async function dieAndRecover(shop: Shop, path: Path, at: number): Promise<string | null> {
  const crash = crashing(at)
  await shop.restart(crash)
  if (path.fault) await shop.fault(...path.fault)
  if (path.from === 'lookup') crash.arm()
  const ada = shop.guest()
  const info = await looksUpUntilAnswered(shop, crash, ada, path.meter())
  const checkoutUrl = await initiatesUntilAnswered(shop, crash, ada, info)
  crash.arm()
  await ada.paysAt(checkoutUrl)
  await followToEnd(shop, crash, info.order_reference)

  const where = `boundary ${at}, ${crash.state.diedAt}`
  const { order, attempts, paid } = await factsOf(shop, info.order_reference)
  expect(path.ends, where).toContain(order.state)
  expect(attempts.length, where).toBe(1)
  expect(paid.length, where).toBe(1)
  await expectFair(shop, info.order_reference)
  expect(await shop.ledgerSum(), where).toBe(0n)
  await shop.fault('vtpass', 'none')
  await shop.fault('paystack', 'none')
  return crash.state.diedAt
}

async function looksUpUntilAnswered(
  shop: Shop,
  crash: Crashing,
  ada: Guest,
  meter: string,
): Promise<MeterInfo> {
  for (let presses = 0; presses < 4; presses++) {
    const reply = await ada.looksUp({ meter_number: meter })
    if (reply.http === 200) return reply.data
    await restartIfDead(shop, crash)
  }
  throw new Error('The lookup was never answered')
}

async function initiatesUntilAnswered(
  shop: Shop,
  crash: Crashing,
  ada: Guest,
  info: MeterInfo,
): Promise<string> {
  for (let presses = 0; presses < 4; presses++) {
    const reply = await ada.initiates(info)
    if (reply.http === 200) return reply.data.checkoutUrl
    await restartIfDead(shop, crash)
    await shop.clockAhead(20)
    await shop.sweep()
    await pause(150)
  }
  throw new Error('The checkout was never opened')
}

async function followToEnd(shop: Shop, crash: Crashing, reference: string): Promise<void> {
  const over = isOver(shop, reference)
  for (let looks = 0; looks < 60; looks++) {
    for (let tries = 0; tries < 8 && !crash.state.diedAt; tries++) {
      if (await over()) break
      await pause(20)
    }
    await restartIfDead(shop, crash)
    await shop.sweep().catch(unlessCrashed)
    await pause(60)
    if (await over()) return shop.sweep().then(() => undefined, unlessCrashed)
    await shop.clockAhead(60)
  }
  throw new Error(`It came to no end after ${crash.state.diedAt}`)
}

const restarted = new WeakSet<Crashing>()
async function restartIfDead(shop: Shop, crash: Crashing): Promise<void> {
  if (!crash.state.diedAt || restarted.has(crash)) return
  restarted.add(crash)
  await shop.restart()
}

function unlessCrashed(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
