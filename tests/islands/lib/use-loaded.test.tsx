// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { useLoaded } from '../../../islands/lib/use-loaded.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

type Loader = (() => Promise<string>) | null
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('a value is null until it is loaded, and remains when nothing else is loaded', async () => {
  const load = vi.fn(async () => 'cards')
  const { result, rerender } = renderHook((source: Loader) => useLoaded(source), {
    initialProps: load as Loader,
  })
  expect(result.current).toBeNull()
  await waitFor(() => expect(result.current).toBe('cards'))
  rerender(null)
  expect(result.current).toBe('cards')
  expect(load).toHaveBeenCalledTimes(1)
})

test('the response to an earlier request is ignored', async () => {
  const slow = Promise.withResolvers<string>()
  const { result, rerender } = renderHook((source: Loader) => useLoaded(source), {
    initialProps: (() => slow.promise) as Loader,
  })
  rerender(async () => 'new')
  await waitFor(() => expect(result.current).toBe('new'))
  slow.resolve('old')
  await settle()
  expect(result.current).toBe('new')
})

test('a failure is reported once in strict mode, and never after the component is unmounted', async () => {
  const reports: string[] = []
  const load = () => Promise.reject(new Error('No network.'))
  const page = renderHook(() => useLoaded(load, () => reports.push('failed')), { wrapper: StrictMode })
  await waitFor(() => expect(reports).toEqual(['failed']))
  expect(page.result.current).toBeNull()
  const gone = renderHook(() => useLoaded(load, () => reports.push('gone')))
  gone.unmount()
  await settle()
  expect(reports).toEqual(['failed'])
})
