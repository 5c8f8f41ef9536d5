import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { services } from '../../shared/constants.ts'
import { type CreatedOrder, initiateCheckout } from '../support/checkout-journey.ts'
import {
  expectAllOrdersConsistent,
  expectInvariantsHold,
  expectLedgerMatchesProviders,
} from '../support/consistency.ts'
import { Crash, type CrashInjector, createCrashInjector } from '../support/crash-injection.ts'
import { createCustomer } from '../support/customer.ts'
import { postgresUrl } from '../support/database.ts'
import { createAllShortTimeoutProviders } from '../support/providers.ts'
import { type MeterEnding, servicePurchases } from '../support/purchases.ts'
import { type ApiResponse, eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { rows } from './matrix-cases.ts'
import { mode, report, seed, shard } from './mode.ts'
import { createRandom, type RandomSource } from './random-source.ts'
import { applySettings, secondsToNextDueTime } from './setup.ts'

vi.setConfig({ testTimeout: 3_600_000 })

const count =
  Number(process.env.FAULT_ORDERS ?? (mode === 'whole' ? 20_000 : postgresUrl ? 120 : 8)) / shard.count
const atOnce = postgresUrl ? 24 : 8
/** A process crashes about once per this number of orders. */
const ordersPerCrash = 60

const methods = ['CARD', 'CARD', 'ACCOUNT_TRANSFER', 'USSD', 'WALLET', 'SAVED_CARD'] as const
/** Every fault of the matrix, applied to any order. */
const faults = [
  ...new Map(
    rows.flatMap(({ column }) => column.faults).map((fault) => [`${fault[0]} ${fault[1]}`, fault]),
  ).values(),
]
const orderEndings: readonly MeterEnding[] = [
  'good',
  'good',
  'good',
  'good',
  'failed',
  'pendingThenDelivered',
  'noAnswer',
]

test(`${count} orders of any service, payment method and fault, with crashing processes, leave a correct ledger`, async () => {
  const random = createRandom(`${seed} ${shard.index}`)
  const app = await startTestApp({
    shared: true,
    simulators: { speed: 50 },
    providerOverrides: createAllShortTimeoutProviders,
  })
  try {
    await app.features.catalogue.refresh()
    // All written-off orders are refunded, without a cap.
    await applySettings(app, { settings: { write_off_daily_cap_kobo: 100_000_000_000 } })
    const users: UserWithCard[] = []
    while (users.length < atOnce / 2) users.push(await createUserWithCard(app))
    const crashes = startCrashes(app, random)
    let next = 0
    const buyers = Array.from({ length: atOnce }, async () => {
      while (next++ < count) {
        await buyRandomly(app, createRandom(`${seed} ${shard.index} ${next}`), users).catch(ignoreCrash)
        crashes.countOrder()
      }
    })
    await Promise.all(buyers)
    await crashes.end()
    for (const provider of new Set(faults.map(([provider]) => provider)))
      await app.injectFault(provider, 'none')
    await runUntilAllFinal(app)
    await expectInvariantsHold(app)
    const states = await expectAllOrdersConsistent(app)
    await expectLedgerMatchesProviders(app, { allowManualRefunds: true })
    report({ orders: count, crashCount: crashes.count(), states })
    expect(crashes.count()).toBeGreaterThanOrEqual(Math.floor(count / ordersPerCrash / 4))
  } finally {
    await app.close()
  }
})

async function createUserWithCard(app: TestApp) {
  const ada = await createCustomer(app, { walletKobo: 1_000_000_000n })
  return { ada, cardId: (await ada.saveCard()).uniqueid }
}

type UserWithCard = Awaited<ReturnType<typeof createUserWithCard>>

/** One random order of a user who retries unanswered requests and sometimes abandons the order. */
async function buyRandomly(
  app: TestApp,
  random: RandomSource,
  users: readonly UserWithCard[],
): Promise<void> {
  const sale = servicePurchases[random.pick(services)]
  const method = random.pick(methods)
  const user = random.pick(users)
  const buyer = method === 'WALLET' || method === 'SAVED_CARD' ? user.ada : app.createGuest()
  const ending = random.pick(orderEndings)
  if (random.chance(0.35)) {
    const [provider, fault] = random.pick(faults)
    await app.injectFault(provider, fault)
  }
  const info = await retryRequest(() => sale.createOrder(buyer, ending))
  if (!info) return
  const pay = () =>
    method === 'SAVED_CARD'
      ? payBySavedCard(user, info, sale.payment_for)
      : initiateCheckout(buyer, info, { ...sale, method })
  const paid = await retryRequest(pay)
  if (paid?.checkoutUrl.startsWith(app.simulators.url) && !random.chance(0.05)) {
    await buyer.payAtCheckout(paid.checkoutUrl, random.chance(0.1) ? { decline: true } : {})
    // A user whose payment was declined or timed out retries once.
    if (random.chance(0.1)) {
      const retry = await retryRequest(pay, 2)
      if (retry?.checkoutUrl.startsWith(app.simulators.url)) await buyer.payAtCheckout(retry.checkoutUrl)
    }
  }
  if (random.chance(0.5)) await sale.processOrder(buyer, info).catch(() => undefined)
}

const payBySavedCard = ({ ada, cardId }: UserWithCard, info: CreatedOrder, payment_for: string) =>
  ada.postJson<{ checkoutUrl: string }>('/account/payments/payment-card/initiate', {
    order_reference: info.order_reference,
    service_id: info.service_id,
    amount: info.total_amount,
    device_id: null,
    service_charge: info.service_charge,
    payment_for,
    description: 'A purchase',
    payment_method: 'SAVED_CARD',
    payment_card_id: cardId,
  })

async function retryRequest<T>(request: () => Promise<ApiResponse<T>>, max = 5): Promise<T | undefined> {
  for (let attempt = 0; attempt < max; attempt++) {
    const response = await request().catch(() => undefined)
    if (response && response.httpStatus < 300) return response.data
    await pause(100 * (attempt + 1))
  }
  return undefined
}

/** Advances the clock and processes due rows; the process occasionally crashes and restarts. */
function startCrashes(app: TestApp, random: RandomSource) {
  let crash: CrashInjector | undefined
  let orders = 0
  let crashCount = 0
  let isFinished = false
  const loop = (async () => {
    for (let steps = 0; !isFinished; steps++) {
      if (crash?.state.crashedAt) {
        crashCount++
        crash = undefined
        await app.restart({ providerOverrides: createAllShortTimeoutProviders })
      } else if (!crash && orders > (crashCount + 1) * ordersPerCrash) {
        crash = createCrashInjector(1 + random.below(120), createAllShortTimeoutProviders)
        await app.restart(crash)
        crash.arm()
      }
      await app.runDueJobs().catch(ignoreCrash)
      if (steps % 10 === 0) await app.advanceClock(10)
      // Many users share one IP address.
      if (steps % 50 === 0) await sql`delete from rate_limits`.execute(app.db.q)
      await pause(100)
    }
  })()
  return {
    countOrder: () => void orders++,
    count: () => crashCount,
    async end() {
      isFinished = true
      await loop
      await app.restart({ providerOverrides: createAllShortTimeoutProviders })
    },
  }
}

/** Advances the clock from due time to due time until nothing is open. */
async function runUntilAllFinal(app: TestApp): Promise<void> {
  for (let polls = 0; polls < 3_000; polls++) {
    while ((await app.runDueJobs()) > 0) await pause(20)
    await eventually(async () => app.features.isIdle())
    if ((await openIn(app)) === 0) return
    await pause(30)
    const next = await secondsToNextDueTime(app)
    await app.advanceClock(Math.max(20, Math.ceil(next ?? 600)))
  }
  throw new Error(`${await openIn(app)} things came to no end`)
}

async function openIn(app: TestApp): Promise<number> {
  const { rows } = await sql<{ open: number }>`select (
    (select count(*) from orders where state in ('paid', 'vending', 'vend_failed'))
    + (select count(*) from refunds where state in ('requested', 'unknown', 'sent'))
    + (select count(*) from payments where state in ('created', 'initialised', 'pending'))
    + (select count(*) from webhook_inbox where handled_at is null))::int as open`.execute(app.db.q)
  return rows[0]?.open ?? 0
}

function ignoreCrash(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
