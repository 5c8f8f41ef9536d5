import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Database } from '../../server/database/index.ts'
import {
  expectInvariantsHold,
  expectLedgerMatchesProviders,
  expectOrderConsistent,
} from '../support/consistency.ts'
import { cashbackKoboOf, createCustomer } from '../support/customer.ts'
import { postgresUrl } from '../support/database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { openStallableConnection, type StallableConnection } from '../support/stalled-connection.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { expireIdempotencyKeys } from './setup.ts'

vi.setConfig({ testTimeout: 180_000 })

const initialWalletKobo = 1_000_000n
/** Upper bound of the commits of a wallet purchase. */
const mostCommits = 20

let app: TestApp
let line: StallableConnection
let far: Database
beforeAll(async () => {
  if (!postgresUrl) return
  app = await startTestApp({ shared: true, simulators: { speed: 100 } })
  const address = Object.assign(new URL(postgresUrl), { pathname: `/${await nameOf(app.db)}` }).href
  line = await openStallableConnection(address)
  far = await connect({ databaseUrl: line.url, dataDir: null, pool: 4, timeoutMs: 1_000 })
  await app.restart({ wrap: () => far })
})
afterAll(async () => {
  if (!postgresUrl) return
  await far.close()
  await line.close()
  await app.close()
})

/** Loses the response to one commit of a purchase and retries until success. @returns false after the last commit */
async function loseCommitResponse(nth: number): Promise<boolean> {
  const ada = await createCustomer(app, { walletKobo: initialWalletKobo })
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const key = { 'idempotency-key': randomUUID() }
  const order = () => app.orderRow(info.order_reference)
  line.loseCommitResponses(nth)
  for (let presses = 0; presses < 5; presses++) {
    const { httpStatus } = await ada.payFromWallet(info, {}, key)
    if (httpStatus === 200) break
    expect([409, 503]).toContain(httpStatus)
    await expireIdempotencyKeys(app)
  }
  await app.runDueJobsUntil(async () => (await order()).state === 'delivered')
  await expectInvariantsHold(app, `commit ${nth}`)
  await expectOrderConsistent(app, info.order_reference, `commit ${nth}`)
  const { total_kobo, amount_kobo } = await order()
  expect(await ada.walletKobo(), `commit ${nth}`).toBe(
    initialWalletKobo - total_kobo + cashbackKoboOf(amount_kobo),
  )
  expect(await ada.holdKobo(), `commit ${nth}`).toBe(0n)
  return line.hasLostCommit()
}

test.runIf(postgresUrl)(
  'when any commit of a purchase loses its response, a retry pays once and delivers once (needs PostgreSQL: the embedded database has no line)',
  async () => {
    let nth = 1
    while (nth < mostCommits && (await loseCommitResponse(nth))) nth += 1
    expect(nth).toBeGreaterThan(3)
    await expectLedgerMatchesProviders(app)
  },
)

async function nameOf(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.q)
  return rows[0]?.name ?? ''
}
