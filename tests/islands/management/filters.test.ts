// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFilters } from '../../../islands/management/use-filters.ts'
import { freshPages } from '../support/page.ts'

freshPages()
afterEach(() => window.history.replaceState(null, '', '/'))

const names = ['search', 'state'] as const
const open = (address: string) => {
  window.history.replaceState(null, '', address)
  return renderHook(() => useFilters(names)).result
}

test('a list that was sent as a link opens as it was, without what it does not know', () => {
  const list = open('/management/transactions?search=1101&colour=red')
  expect(list.current.filters).toEqual({ search: '1101', state: '' })
  expect(list.current.asked).toEqual({ search: '1101' })
})

test('what is filtered stands in the address, and an emptied filter leaves it', () => {
  const list = open('/management/transactions')
  act(() => list.current.set({ search: '1101', state: 'paid' }))
  expect(window.location.search).toBe('?search=1101&state=paid')
  act(() => list.current.set({ search: '' }))
  expect(window.location.search).toBe('?state=paid')
  act(() => list.current.set({ state: '' }))
  expect(window.location.href.endsWith('/management/transactions')).toBe(true)
})

test('Back gives the filters of before', () => {
  const list = open('/management/transactions')
  act(() => list.current.set({ state: 'paid' }))
  act(() => {
    window.history.replaceState(null, '', '/management/transactions?state=vending')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(list.current.asked).toEqual({ state: 'vending' })
})
