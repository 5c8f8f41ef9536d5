import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, migrate, seed as seedDatabase, setTestClockOffset } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { expectLedgerMatchesProviders, expectOrderConsistent } from '../support/consistency.ts'
import { postgresUrl } from '../support/database.ts'
import { prepareDataFolder } from '../support/embedded-database.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually } from '../support/test-app.ts'
import { createTestClient } from '../support/test-client.ts'
import type { CrashingEnvironment } from './flow.ts'
import { startKillableProcesses } from './killable-processes.ts'
import { crashAndRecover, type Row, rows, seededNumber } from './matrix-cases.ts'
import { mode, report, seed, shard } from './mode.ts'
import { installation, startProcess } from './process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** Scenarios in which every provider responds: without a response, a real process waits for the full timeout. */
const scenarioNames = [
  'gateway order/power',
  'gateway order/airtime',
  'gateway order/power, failed',
  'gateway order/error_500',
  'gateway order/overpaid',
  'wallet order/power',
  'wallet order/failed',
  'saved card/charged',
  'top-up/paid',
  'refund/refund_500',
  'bulk/bought',
  'redeem/bonus',
]
/** Kill times per scenario: milliseconds after arming, deterministic per seed. */
const killsPerRow = mode === 'whole' ? 3 : 1
const selectedRows = (mode === 'whole' ? scenarioNames : scenarioNames.filter((_, index) => index % 4 === 0))
  .map((name) => rows.find((row) => row.name === name))
  .filter((row): row is Row => row !== undefined)
const cells = selectedRows.flatMap((row) =>
  Array.from({ length: killsPerRow }, (_, index) => ({
    row,
    name: row.name,
    at: index + seededNumber(seed, row, 1_000),
  })),
)

describe.runIf(postgresUrl)('on PostgreSQL (needs PostgreSQL: processes share it)', () => {
  test('every scenario of the kill test is in the matrix', () => {
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(scenarioNames))
  })

  describe.each([
    [1, 'the process restarts'],
    [2, 'the other process continues'],
  ] as const)('of %i', (processes, recovery) => {
    let env: CrashingEnvironment
    beforeAll(async () => {
      env = await startKillableProcesses(processes)
    })
    afterAll(() => env.close())

    test.for(cells.filter((_, index) => index % shard.count === shard.index))(
      `after kill -9 at moment $at, ${recovery}, and $name completes correctly, once`,
      async ({ row, at: index }) => {
        const crashBoundary = await crashAndRecover(env, row, index)
        expect(crashBoundary).toMatch(/^killed/)
        report({ row: row.name, kills: 1 })
      },
    )
  })
})

// Only one process can open the embedded database, so the ledger is checked between its runs.
test.skipIf(postgresUrl)(
  'after kill -9 on the embedded database, the process restarts and the order is delivered once (needs the embedded database)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sanwo-kill-'))
    const simulators = await startSimulators({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      appUrl: 'http://127.0.0.1:9',
      vendMs: 3_000,
      duplicateWindowSeconds: 0,
    })
    const env = installation({ folder, simulatorsUrl: simulators.url, databaseUrl: null })
    await prepareDataFolder(folder)
    let app = await startProcess(env)
    onTestFinished(async () => {
      await app.kill()
      await simulators.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const throwDatabaseInUse = () => {
      throw new Error('The running process has the database open')
    }
    const deps = { origin: () => app.origin, simulators, secret: env.SESSION_SECRET }
    const ada = createTestClient({ ...deps, db: throwDatabaseInUse }).createGuest()
    const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
    await eventually(
      async () =>
        (await createTestClient({ ...deps, db: throwDatabaseInUse }).providerRecords()).captures.length > 0,
    )
    void ada.processOrder(info).catch(() => undefined)
    await eventually(
      async () =>
        (await createTestClient({ ...deps, db: throwDatabaseInUse }).providerRecords()).deliveries.length > 0,
      20_000,
    )
    await app.kill()

    const withOpenDatabase = async (use: (db: Awaited<ReturnType<typeof connect>>) => Promise<unknown>) => {
      const db = await connect({ databaseUrl: null, dataDir: folder })
      try {
        await migrate(db)
        await seedDatabase(db)
        await use(db)
      } finally {
        await db.close()
      }
    }
    await withOpenDatabase((db) => setTestClockOffset(db, 90))
    app = await startProcess(env)
    await eventually(async () => (await ada.getOrderStatus(info)).data.state === 'delivered', 30_000)
    await app.kill()
    await withOpenDatabase(async (db) => {
      const purchases = createTestClient({ ...deps, db: () => db })
      await expectOrderConsistent(purchases, info.order_reference)
      await expectLedgerMatchesProviders(purchases)
    })
  },
)
