import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Database } from '../../server/database/index.ts'
import { expectBooksTrue, expectFair, expectLawful } from '../support/audit.ts'
import { customerOf } from '../support/customer.ts'
import { postgres } from '../support/database.ts'
import { prepaid } from '../support/meters.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Line, openLine } from '../support/silent-line.ts'
import { abandonKeys } from './house.ts'

vi.setConfig({ testTimeout: 180_000 })

const purseKobo = 1_000_000n
/** A purchase from the wallet has fewer commits than this. */
const mostCommits = 20

let shop: Shop
let line: Line
let far: Database
beforeAll(async () => {
  if (!postgres) return
  shop = await openShop({ shared: true, simulators: { speed: 100 } })
  const address = Object.assign(new URL(postgres), { pathname: `/${await nameOf(shop.db)}` }).href
  line = await openLine(address)
  far = await connect({ databaseUrl: line.url, dataDir: null, pool: 4, patienceMs: 1_000 })
  await shop.restart({ wrap: () => far })
})
afterAll(async () => {
  if (!postgres) return
  await far.close()
  await line.close()
  await shop.close()
})

/** Loses the answer to one commit of a purchase, and asks again until it is answered. @returns false when it has fewer commits */
async function losesCommit(nth: number): Promise<boolean> {
  const ada = await customerOf(shop, { walletKobo: purseKobo })
  const { data: info } = await ada.looksUp({ meter_number: prepaid() })
  const key = { 'idempotency-key': randomUUID() }
  const order = () => shop.orderRow(info.order_reference)
  line.loseCommit(nth)
  for (let presses = 0; presses < 5; presses++) {
    const { http } = await ada.paysFromWallet(info, {}, key)
    if (http === 200) break
    expect([409, 503]).toContain(http)
    await abandonKeys(shop)
  }
  await shop.sweepUntil(async () => (await order()).state === 'delivered')
  await expectLawful(shop, `commit ${nth}`)
  await expectFair(shop, info.order_reference, `commit ${nth}`)
  const { total_kobo, amount_kobo } = await order()
  expect(await ada.walletKobo(), `commit ${nth}`).toBe(purseKobo - total_kobo + amount_kobo / 100n)
  expect(await ada.holdKobo(), `commit ${nth}`).toBe(0n)
  return line.lostOne()
}

test.runIf(postgres)(
  'whichever commit of a purchase gets no answer: asked again, it is paid once and delivered once',
  async () => {
    let nth = 1
    while (nth < mostCommits && (await losesCommit(nth))) nth += 1
    expect(nth).toBeGreaterThan(3)
    await expectBooksTrue(shop)
  },
)

async function nameOf(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.q)
  return rows[0]?.name ?? ''
}
