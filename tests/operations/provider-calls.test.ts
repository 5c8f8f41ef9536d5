import { expect, test, vi } from 'vitest'
import { observeProvider } from '../../server/operations/index.ts'
import type { ProviderCalls } from '../../server/operations/metrics/provider-calls.ts'

test.each([
  ['amountLimits', null, 'unavailable'],
  ['listSettlements', [], 'ok'],
  ['respondToDispute', { type: 'received' }, 'received'],
])('a call of %s is measured with its result', async (operation, response, result) => {
  const observe = vi.fn()
  const adapter = observeProvider({ [operation]: async () => response }, 'vtpass', {
    observe,
  } as unknown as ProviderCalls)
  expect(await adapter[operation]?.()).toEqual(response)
  expect(observe).toHaveBeenCalledWith({ provider: 'vtpass', operation, result }, expect.any(Number))
})
