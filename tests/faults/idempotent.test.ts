import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rows, walk } from './cells.ts'
import type { DyingHouse } from './flow.ts'
import { openHouse } from './house.ts'

vi.setConfig({ testTimeout: 120_000 })

let house: DyingHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

// These have no order whose state would tell that they are done: only the key says that it is the same press.
test.each(['redeem/bonus', 'manager top-up/at once'])(
  'what %s did before its process died is not done again by the repeat',
  async (name) => {
    const row = rows.find((it) => it.name === name)
    const died = row ? await walk(house, row) : []
    expect(died.length).toBeGreaterThan(3)
  },
)
