import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect, type Database, setTestClockOffset } from '../../server/database/index.ts'
import { createSettings } from '../../server/settings/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { gateways, vendors } from '../../shared/providers.ts'
import { installation, startProcess } from '../faults/process.ts'
import { expectInvariantsHold } from '../support/consistency.ts'
import { meterEndings } from '../support/meters.ts'
import { recoveryDigest, unhandledCaptures } from '../support/recovery.ts'
import { createTestClient, type TestClient } from '../support/test-client.ts'
import { canBackUp, startArchivedServer } from './pgbackrest.ts'
import { createReport, type DrillReport, type DrillResult } from './support/drill.ts'
import { CannotRunError } from './support/programs.ts'

const root = resolve(import.meta.dirname, '../..')
const buyers = 6
/** Buying before and after the point that the database is restored to. */
const keptMs = 30_000
const lostMs = 75_000
const settledMs = 1_000
const idleMs = 240_000
const vendorsFinalMs = 5_000

/**
 * Backs up a PostgreSQL server with pgBackRest, restores it under load to a time more than a minute ago, recovers it, and
 * compares every order with the records of gateways and vendors.
 */
export async function run(): Promise<DrillResult> {
  if (!canBackUp)
    throw new CannotRunError('This drill needs the Debian packages postgresql and pgbackrest: install them.')
  const report = createReport()
  await using stack = new AsyncDisposableStack()
  report.logStep('PostgreSQL with an archive, simulators, one process of the app')
  const server = await startArchivedServer()
  stack.defer(() => server.drop())
  const folder = mkdtempSync(join(tmpdir(), 'sanwo-restore-app-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    appUrl: 'http://127.0.0.1:9',
    speed: 10,
    duplicateWindowSeconds: 0,
  })
  stack.defer(() => simulators.close())
  const env = installation({ folder, simulatorsUrl: simulators.url, databaseUrl: server.url })
  let app = await startProcess(env)
  stack.defer(() => app.kill())
  let db = await connect({ databaseUrl: server.url, dataDir: null, pool: 4 })
  stack.defer(() => db.close().catch(() => undefined))
  const client = createTestClient({
    db: () => db,
    origin: () => app.origin,
    simulators,
    secret: env.SESSION_SECRET,
  })
  report.logStep('full backup')
  await server.fullBackup()

  report.logStep(`${buyers} buyers at every gateway and vendor for ${(keptMs + lostMs) / 1_000} s`)
  const traffic = startTraffic(client, db)
  await pause(keptMs)
  const beforePoint = await countRows(db)
  const restorePoint = await databaseTime(db)
  // Transactions that were committed before the point are visible by then.
  await pause(settledMs)
  const afterPoint = await countRows(db)
  await pause(lostMs - settledMs)
  const lostSeconds = ((await databaseTime(db)).getTime() - restorePoint.getTime()) / 1_000
  const before = await countRows(db)
  report.logStep('the process and the database server end without shutdown')
  await app.kill()
  await traffic.stop()
  await db.close().catch(() => undefined)
  await server.crash()

  report.logStep(`restore to ${restorePoint.toISOString()}, ${lostSeconds.toFixed(0)} s earlier`)
  const restoreStart = performance.now()
  await server.restore(restorePoint)
  report.recordMetric('seconds to restore and start', ((performance.now() - restoreStart) / 1_000).toFixed(1))
  db = await connect({ databaseUrl: server.url, dataDir: null, pool: 4 })
  const restored = await countRows(db)
  report.recordMetric('seconds of work lost by the restore', lostSeconds.toFixed(0))
  report.recordMetric('orders before the loss', before.orders)
  report.recordMetric('orders after the restore', restored.orders)
  report.check(
    'the restore ends at the chosen time',
    beforePoint.orders <= restored.orders && restored.orders <= afterPoint.orders,
    { beforePoint, restored, afterPoint },
  )
  report.recordMetric('gateway payments received before the loss', before.paid)
  report.recordMetric('gateway payments known after the restore', restored.paid)

  // Vends that the vendors had accepted are final before the comparison, so that two runs see the same.
  await pause(vendorsFinalMs)
  const recoverStart = performance.now()
  const recovered = await runRecover(env, restorePoint)
  report.recordMetric('seconds to recover', ((performance.now() - recoverStart) / 1_000).toFixed(1))
  process.stdout.write(`\n${recovered}\n\n`)
  const digest = await recoveryDigest(client)
  await runRecover(env, restorePoint)
  const changed = Object.entries(await recoveryDigest(client)).filter(
    ([table, value]) => digest[table] !== value,
  )
  report.check('a second run changes nothing', changed.length === 0, changed)
  report.logStep('the app starts again')
  app = await startProcess(env)
  await runUntilIdle(client, db)
  await compareWithProviders(report, client, db)
  return report.result()
}

async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.q)
  return rows[0]!.now
}

async function countRows(db: Database): Promise<{ orders: number; paid: number }> {
  const { rows } = await sql<{ orders: number; paid: number }>`
    select (select count(*)::int from orders) as orders,
      (select count(*)::int from payments where state in ('succeeded', 'succeeded_late')) as paid`.execute(
    db.q,
  )
  return rows[0]!
}

/** Most purchases succeed; some fail at the vendor, some stay pending, and some people stop before they pay. */
const endings = ['good', 'good', 'good', 'good', 'failed', 'pendingThenDelivered'] as const
let meterCount = 100_000

function startTraffic(client: TestClient, db: Database): { stop(): Promise<void> } {
  let isRunning = true
  const settings = createSettings(db, {
    gateways,
    bvnGateways: [],
    vendors: Object.fromEntries(vendors.map((name) => [name, ['power']])) as never,
    sms: [],
  })
  const rotate = async () => {
    for (let turn = 0; isRunning; turn++) {
      await settings.change('payment_gateway', gateways[turn % gateways.length]!)
      await settings.change('power_gateway', vendors[Math.floor(turn / 2) % vendors.length]!)
      await pause(1_500)
    }
  }
  const buyer = async (number: number) => {
    for (let turn = number; isRunning; turn++) {
      await buy(client, turn).catch(() => undefined)
      await pause(200)
    }
  }
  const running = [
    rotate().catch(() => undefined),
    ...Array.from({ length: buyers }, (_, number) => buyer(number)),
  ]
  return {
    async stop() {
      isRunning = false
      await Promise.all(running)
    },
  }
}

async function buy(client: TestClient, turn: number): Promise<void> {
  const guest = client.createGuest()
  const headers = client.headersForIp(`102.89.${turn % 250}.${meterCount % 250}`)
  const ending = endings[turn % endings.length]!
  const { data: info } = await guest.postJson<Awaited<ReturnType<typeof guest.lookUpMeter>>['data']>(
    '/services/electricity/get-meter-info',
    {
      meter_number: `11${meterCount++}${meterEndings[ending]}`,
      meter_type: 'prepaid',
      phone_number: '08031234567',
      amount: 2_000,
      meter_disco: 'ikeja',
    },
    headers,
  )
  if (turn % 9 === 0) return
  const { data } = await guest.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' }, headers)
  if (turn % 7 === 0) return
  await guest.payAtCheckout(data.checkoutUrl)
}

async function runRecover(env: NodeJS.ProcessEnv, since: Date): Promise<string> {
  const input = ['server/commands/recover.ts', '--since', since.toISOString()]
  const { stdout } = await promisify(execFile)(process.execPath, input, { cwd: root, env })
  return stdout.trim()
}

/** Runs until every paid order is final or in review; the clock moves ahead, so that what waits becomes due. */
async function runUntilIdle(client: TestClient, db: Database): Promise<void> {
  const until = performance.now() + idleMs
  for (let ahead = 0; performance.now() < until; ahead += 20) {
    const { rows } = await sql<{ open: number }>`
      select (select count(*)::int from orders where review_since is null
        and state in ('paid', 'vending', 'vend_failed', 'refunding'))
        + (select count(*)::int from refunds where state in ('requested', 'unknown', 'sent')) as open`.execute(
      db.q,
    )
    if (rows[0]?.open === 0) return
    await setTestClockOffset(client.db, ahead)
    await pause(2_000)
  }
}

async function compareWithProviders(report: DrillReport, client: TestClient, db: Database): Promise<void> {
  const { captures, refunds, deliveries } = await client.providerRecords()
  const byMeter = Map.groupBy(deliveries, ({ to }) => to)
  const twice = [...byMeter].filter(([, items]) => items.length > 1).map(([meter]) => meter)
  report.recordMetric('payments received by the gateways', captures.length)
  report.recordMetric('payments refunded', refunds.length)
  report.recordMetric('deliveries by the vendors', deliveries.length)
  report.recordMetric('orders delivered twice', twice.length)
  report.check('no order was delivered twice', twice.length === 0, twice)
  const byPayment = Map.groupBy(refunds, ({ reference }) => reference)
  const refundedTwice = captures
    .filter(
      ({ reference, amountKobo }) =>
        (byPayment.get(reference) ?? []).reduce((sum, refund) => sum + refund.amountKobo, 0) > amountKobo,
    )
    .map(({ reference }) => reference)
  report.check('no payment was refunded twice', refundedTwice.length === 0, refundedTwice)
  const unhandled = await unhandledCaptures(client)
  report.recordMetric('payments neither delivered, refunded nor listed', unhandled.length)
  report.check('each payment is delivered, refunded or listed', unhandled.length === 0, unhandled)
  const { rows } = await sql<{ state: string; reviews: number; count: number }>`
    select state, count(*)::int as count, count(review_since)::int as reviews from orders group by state order by state`.execute(
    db.q,
  )
  for (const { state, count, reviews } of rows)
    report.recordMetric(`orders ${state}`, reviews > 0 ? `${count} (${reviews} in review)` : count)
  const violation = await expectInvariantsHold(client).then(
    () => null,
    (error: Error) => error.message,
  )
  report.check('every invariant holds', violation === null, violation)
}
