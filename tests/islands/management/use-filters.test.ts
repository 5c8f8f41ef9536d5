// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFilters } from '../../../islands/management/use-filters.ts'
import { getManagedOrders } from '../../../shared/management/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
afterEach(() => window.history.replaceState(null, '', '/'))

const open = (address: string) => {
  window.history.replaceState(null, '', address)
  return renderHook(() => useFilters(getManagedOrders)).result
}

test('a shared list URL restores its filters and ignores unknown parameters', () => {
  const list = open('/management/transactions?search=1101&colour=red')
  expect(list.current.filters).toMatchObject({ search: '1101', state: '' })
  expect(list.current.filters).not.toHaveProperty('colour')
  expect(list.current.query).toEqual({ search: '1101' })
})

test('active filters are in the URL, and a cleared filter is removed', () => {
  const list = open('/management/transactions')
  act(() => list.current.set({ search: '1101', state: 'paid' }))
  expect(window.location.search).toBe('?search=1101&state=paid')
  act(() => list.current.set({ search: '' }))
  expect(window.location.search).toBe('?state=paid')
  act(() => list.current.set({ state: '' }))
  expect(window.location.href.endsWith('/management/transactions')).toBe(true)
})

test('Back restores the previous filters', () => {
  const list = open('/management/transactions')
  act(() => list.current.set({ state: 'paid' }))
  act(() => {
    window.history.replaceState(null, '', '/management/transactions?state=vending')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(list.current.query).toEqual({ state: 'vending' })
})

test('a filter keeps the parameters of the page around the list', () => {
  const list = open('/management/money?section=settlements&state=paid')
  act(() => list.current.set({ state: '', search: '1101' }))
  expect(window.location.search).toBe('?section=settlements&search=1101')
})
