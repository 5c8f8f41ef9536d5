import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { postgresUrl } from '../support/database.ts'
import type { CrashingEnvironment } from './flow.ts'
import { crashAndRecover, rows, runRow, seededNumber } from './matrix-cases.ts'
import { mode, report, seed, shard } from './mode.ts'
import { openEnvironment } from './setup.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const [selected, wantedAt] = (process.env.FAULT_CELL ?? '').split('@')

if (selected) {
  const row = rows.find(({ name }) => name === selected)
  test(`cell ${selected}@${wantedAt}`, async () => {
    if (!row) throw new Error(`FAULT_CELL names no row of the matrix: ${selected}`)
    const env = await openEnvironment()
    await crashAndRecover(env, row, Number(wantedAt))
    await env.close()
  })
} else if (mode === 'whole') {
  test.concurrent.for(rows.filter((_, boundary) => boundary % shard.count === shard.index))(
    'after a crash at any boundary, $name completes correctly, once',
    async (row) => {
      const env = await openEnvironment()
      try {
        const crashBoundaries = await runRow(env, row)
        expect(crashBoundaries.length).toBeGreaterThan(3)
        report({ row: row.name, cells: crashBoundaries.length })
      } finally {
        await env.close()
      }
    },
  )
} else {
  // One environment for all rows: the ledger covers every scenario together. After a failed row the next begins with a
  // new one, so that the order it left unfinished does not fail every later row.
  let env: CrashingEnvironment
  beforeAll(async () => {
    env = await openEnvironment()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    await env.close()
    env = await openEnvironment()
  })
  afterAll(() => env.close())

  // On the embedded database only a sample of the rows runs, deterministic per seed.
  const some = rows.filter((row) => postgresUrl || seededNumber(`row ${seed}`, row, 3) === 0)
  test.for(some)('after a crash at a boundary, $name completes correctly, once', async (row) => {
    const first = 1 + seededNumber(seed, row, 24)
    await runRow(env, row, { first, stride: 7, maxCases: postgresUrl ? 2 : 1 })
  })
}
