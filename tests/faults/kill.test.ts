import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, migrate, seed as seedDatabase, setClockAhead } from '../../server/database/index.ts'
import { startSimulators } from '../../server/simulators/start.ts'
import { expectBooksTrue, expectFair } from '../support/audit.ts'
import { postgres } from '../support/database.ts'
import { prepaid } from '../support/meters.ts'
import { eventually } from '../support/shop.ts'
import { tillOver } from '../support/till.ts'
import { dieAndRecover, drawn, type Row, rows } from './cells.ts'
import type { DyingHouse } from './flow.ts'
import { openKilledHouse } from './killed.ts'
import { mode, report, seed, shard } from './mode.ts'
import { installation, startProcess } from './process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** Stories without a party that falls silent: a real process waits for it as long as in life. */
const told = [
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
/** Moments of each story: milliseconds after it was armed, the same for one seed. */
const moments = mode === 'whole' ? 3 : 1
const chosen = (mode === 'whole' ? told : told.filter((_, at) => at % 4 === 0))
  .map((name) => rows.find((row) => row.name === name))
  .filter((row): row is Row => row !== undefined)
const cells = chosen.flatMap((row) =>
  Array.from({ length: moments }, (_, moment) => ({
    row,
    name: row.name,
    at: moment + drawn(seed, row, 1_000),
  })),
)

describe.skipIf(!postgres)('on PostgreSQL', () => {
  test('every story that is to be killed is one of the matrix', () => {
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(told))
  })

  describe.each([
    [1, 'it is started again'],
    [2, 'the other process goes on'],
  ] as const)('of %i', (processes, what) => {
    let house: DyingHouse
    beforeAll(async () => {
      house = await openKilledHouse(processes)
    })
    afterAll(() => house.close())

    test.for(cells.filter((_, at) => at % shard.of === shard.at))(
      `killed with -9 at moment $at, ${what}, and $name ends as it must, once`,
      async ({ row, at }) => {
        const died = await dieAndRecover(house, row, at)
        expect(died).toMatch(/^killed/)
        report({ row: row.name, kills: 1 })
      },
    )
  })
})

// One process may open the embedded database at a time, so the books are looked at between its lives.
test.skipIf(postgres)(
  'killed with -9 on the embedded database, it starts again and the order is delivered once',
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
    let app = await startProcess(env)
    onTestFinished(async () => {
      await app.kill()
      await simulators.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const closed = () => {
      throw new Error('The process holds its database')
    }
    const parts = { origin: () => app.origin, simulators, secret: env.SESSION_SECRET }
    const ada = tillOver({ ...parts, db: closed }).guest()
    const { info } = await ada.buys({ meter_number: prepaid() })
    await eventually(async () => (await tillOver({ ...parts, db: closed }).truth()).captures.length > 0)
    void ada.processes(info).catch(() => undefined)
    await eventually(
      async () => (await tillOver({ ...parts, db: closed }).truth()).deliveries.length > 0,
      20_000,
    )
    await app.kill()

    const looking = async (look: (db: Awaited<ReturnType<typeof connect>>) => Promise<unknown>) => {
      const db = await connect({ databaseUrl: null, dataDir: folder })
      try {
        await migrate(db)
        await seedDatabase(db)
        await look(db)
      } finally {
        await db.close()
      }
    }
    await looking((db) => setClockAhead(db, 90))
    app = await startProcess(env)
    await eventually(async () => (await ada.seesState(info)).data.state === 'delivered', 30_000)
    await app.kill()
    await looking(async (db) => {
      const till = tillOver({ ...parts, db: () => db })
      await expectFair(till, info.order_reference)
      await expectBooksTrue(till)
    })
  },
)
