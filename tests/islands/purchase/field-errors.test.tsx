// @vitest-environment jsdom
import { act, fireEvent, renderHook, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { watchPresses } from '../../../islands/lib/press.ts'
import { useFieldErrors } from '../../../islands/purchase/use-field-errors.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
beforeAll(watchPresses)

test('repeated blurs of a field are recorded once and cause no re-render', () => {
  let drawn = 0
  const { result } = renderHook(() => {
    drawn += 1
    return useFieldErrors(() => ({ phone: ['Too short.'] }))
  })
  const leave = () => act(() => result.current.onBlur('phone', '0801'))
  leave()
  expect(result.current.errorOf('phone')).toBe('Too short.')
  // React renders once more before it bails out.
  leave()
  const before = drawn
  for (let time = 0; time < 5; time++) leave()
  expect(drawn).toBe(before)
})

test('a field error is shown after the click that left the field, so that nothing shifts under it', async () => {
  const { result } = renderHook(() => useFieldErrors(() => ({ phone: ['Too short.'] })))
  fireEvent.pointerDown(document.body)
  act(() => result.current.onBlur('phone', '0801'))
  expect(result.current.errorOf('phone')).toBeUndefined()
  fireEvent.pointerUp(document.body)
  expect(result.current.errorOf('phone')).toBeUndefined()
  fireEvent.click(document.body)
  await waitFor(() => expect(result.current.errorOf('phone')).toBe('Too short.'))
})

test('a field left without a click shows its error immediately', () => {
  const { result } = renderHook(() => useFieldErrors(() => ({ phone: ['Too short.'] })))
  act(() => result.current.onBlur('phone', '0801'))
  expect(result.current.errorOf('phone')).toBe('Too short.')
})
