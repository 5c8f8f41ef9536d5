import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CrashingEnvironment } from './flow.ts'
import { rows, runRow } from './matrix-cases.ts'
import { openEnvironment } from './setup.ts'

vi.setConfig({ testTimeout: 120_000 })

let env: CrashingEnvironment
beforeAll(async () => {
  env = await openEnvironment()
})
afterAll(() => env.close())

// These flows have no order state that shows completion: only the idempotency key identifies a retry.
test.each(['redeem/bonus', 'manager top-up/immediate', 'goodwill/immediate', 'goodwill/approved'])(
  'a retry of %s after a crash does not repeat completed work',
  async (name) => {
    const row = rows.find((entry) => entry.name === name)
    const crashBoundaries = row ? await runRow(env, row) : []
    expect(crashBoundaries.length).toBeGreaterThan(3)
  },
)
