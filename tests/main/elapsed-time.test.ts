import { afterEach, expect, test, vi } from 'vitest'
import { startTimer } from '../../server/elapsed-time.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  [
    'a suspended virtual machine, whose monotonic clock stood still',
    { monotonicMs: 5, systemMs: 600_000 },
    600_000,
  ],
  ['a system clock that was set back', { monotonicMs: 20_000, systemMs: -3_600_000 }, 20_000],
])('the elapsed time is right for %s', (_, { monotonicMs, systemMs }, expectedMs) => {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const system = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  const elapsedMs = startTimer()
  monotonic.mockReturnValue(1_000 + monotonicMs)
  system.mockReturnValue(1_800_000_000_000 + systemMs)
  expect(elapsedMs()).toBe(expectedMs)
})
