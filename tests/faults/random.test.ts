import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { services } from '../../shared/constants.ts'
import { expectAllFair, expectBooksTrue, expectLawful } from '../support/audit.ts'
import { impatientWithAll } from '../support/counterparties.ts'
import { Crash, type Crashing, crashing } from '../support/crashing.ts'
import { customerOf } from '../support/customer.ts'
import { postgres } from '../support/database.ts'
import { initiate, type Looked } from '../support/journey.ts'
import { type Ending, sales } from '../support/sales.ts'
import { openShop, type Reply, type Shop } from '../support/shop.ts'
import { rows } from './cells.ts'
import { createDice, type Dice } from './dice.ts'
import { settle } from './house.ts'
import { mode, report, seed, shard } from './mode.ts'

vi.setConfig({ testTimeout: 3_600_000 })

const many = Number(process.env.FAULT_ORDERS ?? (mode === 'whole' ? 20_000 : postgres ? 120 : 8)) / shard.of
const atOnce = postgres ? 24 : 8
/** One process dies about every so many orders. */
const deathEvery = 60

const methods = ['CARD', 'CARD', 'ACCOUNT_TRANSFER', 'USSD', 'WALLET', 'SAVED_CARD'] as const
/** Every lie of the matrix, on anybody whom it meets. */
const lies = [
  ...new Map(rows.flatMap(({ column }) => column.lies).map((lie) => [`${lie[0]} ${lie[1]}`, lie])).values(),
]
const orderEndings: readonly Ending[] = [
  'good',
  'good',
  'good',
  'good',
  'failed',
  'pendingThenDelivered',
  'noAnswer',
]

test(`${many} orders of any service, paid in any way, under any lie, while processes die: the books are the truth`, async () => {
  const dice = createDice(`${seed} ${shard.at}`)
  const shop = await openShop({ shared: true, simulators: { speed: 50 }, counterparties: impatientWithAll })
  try {
    await shop.features.catalogue.refresh()
    // Everything that was given up is paid back, however much it is.
    await settle(shop, { settings: { write_off_daily_cap_kobo: 100_000_000_000 } })
    const people: Person[] = []
    while (people.length < atOnce / 2) people.push(await personIn(shop))
    const living = keepAlive(shop, dice)
    let next = 0
    const buyers = Array.from({ length: atOnce }, async () => {
      while (next++ < many) {
        await buys(shop, createDice(`${seed} ${shard.at} ${next}`), people).catch(unlessCrashed)
        living.passed()
      }
    })
    await Promise.all(buyers)
    await living.end()
    for (const party of new Set(lies.map(([party]) => party))) await shop.fault(party, 'none')
    await untilOver(shop)
    await expectLawful(shop)
    const states = await expectAllFair(shop)
    await expectBooksTrue(shop, { withPeople: true })
    report({ orders: many, deaths: living.deaths(), states })
    expect(living.deaths()).toBeGreaterThanOrEqual(Math.floor(many / deathEvery / 4))
  } finally {
    await shop.close()
  }
})

async function personIn(shop: Shop) {
  const ada = await customerOf(shop, { walletKobo: 1_000_000_000n })
  return { ada, cardId: (await ada.savesCard()).uniqueid }
}

type Person = Awaited<ReturnType<typeof personIn>>

/** One order: what the dice say, by somebody who presses again when nothing is answered, and sometimes gives up. */
async function buys(shop: Shop, dice: Dice, people: readonly Person[]): Promise<void> {
  const sale = sales[dice.of(services)]
  const method = dice.of(methods)
  const person = dice.of(people)
  const buyer = method === 'WALLET' || method === 'SAVED_CARD' ? person.ada : shop.guest()
  const ending = dice.of(orderEndings)
  if (dice.chance(0.35)) {
    const [party, behaviour] = dice.of(lies)
    await shop.fault(party, behaviour)
  }
  const info = await presses(() => sale.looksUp(buyer, ending))
  if (!info) return
  const pays = () =>
    method === 'SAVED_CARD'
      ? paysBySaved(person, info, sale.payment_for)
      : initiate(buyer, info, { ...sale, method })
  const paid = await presses(pays)
  if (paid?.checkoutUrl.startsWith(shop.simulators.url) && !dice.chance(0.05)) {
    await buyer.paysAt(paid.checkoutUrl, dice.chance(0.1) ? { decline: true } : {})
    // Somebody whose payment was declined, or who lost patience, tries once more.
    if (dice.chance(0.1)) {
      const again = await presses(pays, 2)
      if (again?.checkoutUrl.startsWith(shop.simulators.url)) await buyer.paysAt(again.checkoutUrl)
    }
  }
  if (dice.chance(0.5)) await sale.processes(buyer, info).catch(() => undefined)
}

const paysBySaved = ({ ada, cardId }: Person, info: Looked, payment_for: string) =>
  ada.send<{ checkoutUrl: string }>('/account/payments/payment-card/initiate', {
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

async function presses<T>(ask: () => Promise<Reply<T>>, most = 5): Promise<T | undefined> {
  for (let tries = 0; tries < most; tries++) {
    const reply = await ask().catch(() => undefined)
    if (reply && reply.http < 300) return reply.data
    await pause(100 * (tries + 1))
  }
  return undefined
}

/** Time passes, deadlines are looked for, and the process dies now and then and is started again. */
function keepAlive(shop: Shop, dice: Dice) {
  let crash: Crashing | undefined
  let orders = 0
  let deaths = 0
  let over = false
  const beating = (async () => {
    for (let beats = 0; !over; beats++) {
      if (crash?.state.diedAt) {
        deaths++
        crash = undefined
        await shop.restart({ counterparties: impatientWithAll })
      } else if (!crash && orders > (deaths + 1) * deathEvery) {
        crash = crashing(1 + dice.below(120), impatientWithAll)
        await shop.restart(crash)
        crash.arm()
      }
      await shop.sweep().catch(unlessCrashed)
      if (beats % 10 === 0) await shop.clockAhead(10)
      // All of them come from one address, and are many people.
      if (beats % 50 === 0) await sql`delete from rate_limits`.execute(shop.db.q)
      await pause(100)
    }
  })()
  return {
    passed: () => void orders++,
    deaths: () => deaths,
    async end() {
      over = true
      await beating
      await shop.restart({ counterparties: impatientWithAll })
    },
  }
}

/** Deadlines pass until nothing is open any more. */
async function untilOver(shop: Shop): Promise<void> {
  for (let looks = 0; looks < 3_000; looks++) {
    while ((await shop.sweep()) > 0) await pause(20)
    const open = await openIn(shop)
    if (open === 0) return
    await pause(30)
    await shop.clockAhead(looks < 200 ? 20 : 600)
  }
  throw new Error(`${await openIn(shop)} things came to no end`)
}

async function openIn(shop: Shop): Promise<number> {
  const { rows } = await sql<{ open: number }>`select (
    (select count(*) from orders where state in ('paid', 'vending', 'vend_failed'))
    + (select count(*) from refunds where state in ('requested', 'unknown', 'sent'))
    + (select count(*) from payments where state in ('created', 'initialised', 'pending'))
    + (select count(*) from webhook_inbox where handled_at is null))::int as open`.execute(shop.db.q)
  return rows[0]?.open ?? 0
}

function unlessCrashed(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
