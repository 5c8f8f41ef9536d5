import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForCommands } from '../../server/commands/control.ts'
import { ledgerCommand } from '../../server/commands/ledger-command.ts'
import { silentLog } from '../http/setup.ts'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
afterAll(() => app.close())

const runLedger = (...args: string[]) => {
  const { vendors } = createShortTimeoutProviders(app.config)
  return ledgerCommand({ db: app.db, vendors }, args)
}
const text = async (...args: string[]) => (await runLedger(...args)).lines.join('\n')

async function createDeliveredOrder() {
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter() })
  await guest.processOrder(info)
  return app.orderRow(info.order_reference)
}

test('the ledger report shows every account class, a sum of 0 and all invariants valid', async () => {
  await createDeliveredOrder()
  await createCustomer(app, { walletKobo: 150_000n })
  const { lines, hasFailed } = await runLedger()
  const output = lines.join('\n')
  expect(hasFailed).toBe(false)
  expect(output).toMatch(/Wallets\s+-₦1,500\.00/)
  expect(output).toMatch(/Service charges\s+-₦100\.00/)
  expect(output).toMatch(/Sum of all accounts\s+₦0\.00/)
  for (const rule of [
    'entry-balanced',
    'wallet-balance-backed',
    'order-funds-conserved',
    'suspense-settled',
    'single-vend-attempt',
    'delivery-matches-order',
    'order-completed-in-time',
  ])
    expect(output).toMatch(new RegExp(`${rule} +holds`))
  expect(output).not.toContain('VIOLATED')
})

test('paid orders in progress are reported by age', async () => {
  await app.createGuest().buyElectricity({ meter_number: prepaidMeter('noAnswer') })
  await app.runDueJobsUntil(async () => (await text()).includes('under 30 minutes (1)'))
  await app.advanceClock(40 * 60)
  await app.runDueJobs()
  expect(await text()).toMatch(/under 24 hours \(1\)\s+₦2,100\.00/)
  expect(await text()).toMatch(/Orders in review\s+1 since/)
})

test('an invariant violation is reported with the violating order, and the command fails', async () => {
  const order = await createDeliveredOrder()
  const tokens = await app.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(app.db.q)
  const { lines, hasFailed } = await runLedger()
  expect(hasFailed).toBe(true)
  expect(lines.join('\n')).toContain(`${order.reference}: The delivery has no token.`)
  await app.db.q
    .updateTable('deliveries')
    .set({ tokens: JSON.stringify(tokens.tokens) })
    .where('order_id', '=', order.id)
    .execute()
  expect((await runLedger()).hasFailed).toBe(false)
})

test('a float is opened once with the vendor balance, and each transfer funds it once', async () => {
  expect(await text()).toContain('no opening balance')
  expect(await text('open', 'vtpass', 'first', 'day')).toContain('is ₦999,99')
  expect(await text('open', 'vtpass', 'again')).toContain('already matches')
  const before = (await app.accountBalances()).get('vendor_float:vtpass')!
  expect(await text('fund', 'vtpass', '250000.50', 'NIP-778')).toContain('₦250,000.50 posted')
  expect(await text('fund', 'vtpass', '250000.50', 'NIP-778')).toContain('already posted')
  expect((await app.accountBalances()).get('vendor_float:vtpass')! - before).toBe(25_000_050n)
  expect(await app.ledgerSum()).toBe(0n)
  const auditEvents = await app.db.q
    .selectFrom('audit_log')
    .select(['action', 'role'])
    .where('action', 'like', 'float.%')
    .execute()
  expect(auditEvents).toEqual([
    { action: 'float.open', role: 'command' },
    { action: 'float.fund', role: 'command' },
  ])
  expect((await runLedger()).hasFailed).toBe(false)
})

test.each([
  [['fly']],
  [['open', 'unknown', 'why']],
  [['open', 'vtpass']],
  [['fund', 'vtpass', '-5', 'NIP-1']],
  [['fund', 'vtpass', '1e3', 'NIP-1']],
  [['fund', 'vtpass', '100']],
  [['accept', 'x', 'why']],
  [['accept', '999', 'why not']],
  [['resolve', '999', 'why not']],
])('an invalid command is rejected with a message: %j', async (args) => {
  await expect(runLedger(...args)).rejects.toThrow(/\w/)
})

test('the command runs in the application that uses the embedded database, prints the report and exits with 1 on a violation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-ledger-'))
  const handlers = { ledger: (args: readonly string[]) => runLedger(...args) }
  const control = await listenForCommands(folder, handlers, silentLog)
  const run = () =>
    promisify(execFile)(process.execPath, ['server/commands/ledger.ts'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
  try {
    const success = await run()
    expect(success).toMatchObject({ code: 0, stdout: expect.stringContaining('Sum of all accounts') })
    const order = await createDeliveredOrder()
    await sql`update deliveries set tokens = '[]' where order_id = ${order.id}`.execute(app.db.q)
    expect(await run()).toMatchObject({ code: 1, stdout: expect.stringContaining('VIOLATED') })
  } finally {
    await control.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
