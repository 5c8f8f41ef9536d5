import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postgres } from '../support/database.ts'
import { dieAndRecover, drawn, rows, walk } from './cells.ts'
import type { DyingHouse } from './flow.ts'
import { openHouse } from './house.ts'
import { mode, report, seed, shard } from './mode.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const [wanted, wantedAt] = (process.env.FAULT_CELL ?? '').split('@')

if (wanted) {
  const row = rows.find(({ name }) => name === wanted)
  test.runIf(row)(`cell ${wanted}@${wantedAt}`, async () => {
    const house = await openHouse()
    if (row) await dieAndRecover(house, row, Number(wantedAt))
    await house.close()
  })
} else if (mode === 'whole') {
  test.concurrent.for(rows.filter((_, at) => at % shard.of === shard.at))(
    'killed at any boundary, $name ends as it must, once',
    async (row) => {
      const house = await openHouse()
      try {
        const died = await walk(house, row)
        expect(died.length).toBeGreaterThan(3)
        report({ row: row.name, cells: died.length })
      } finally {
        await house.close()
      }
    },
  )
} else {
  // One house for all: the books are those of every story together.
  let house: DyingHouse
  beforeAll(async () => {
    house = await openHouse()
  })
  afterAll(() => house.close())

  // The embedded database has time for a part of the rows; the same for one seed.
  const some = rows.filter((row) => postgres || drawn(`row ${seed}`, row, 3) === 0)
  test.for(some)('killed at a boundary, $name ends as it must, once', async (row) => {
    const first = 1 + drawn(seed, row, 24)
    await walk(house, row, { first, stride: 7, most: postgres ? 2 : 1 })
  })
}
