// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useNotes } from '../../../islands/purchase/use-notes.ts'
import { freshPages } from '../support/page.ts'

freshPages()

test('a field that is left again and again is noted once, and draws nothing anew', () => {
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return useNotes(() => ({ phone: ['Too short.'] }))
  })
  const leave = () => act(() => result.current.leave('phone', '0801'))
  leave()
  expect(result.current.of('phone')).toBe('Too short.')
  // React looks once more before it knows that nothing changes.
  leave()
  const before = drawn
  for (let time = 0; time < 5; time++) leave()
  expect(drawn).toBe(before)
})
