// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useInfiniteQuery } from '../../../islands/account/use-infinite-query.ts'
import { getManagedOrder } from '../../../shared/management/orders.ts'
import { getManagedTickets } from '../../../shared/management/overview.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const pageOf = (number: string, next: string | null) => success({ list: [{ number }], next })
const listOf = (numbers: string[]) => ({ data: { list: numbers.map((number) => ({ number })) } })
const ticketsOf = (state: 'open' | 'closed') =>
  renderHook((query: { state: 'open' | 'closed' }) => useInfiniteQuery(getManagedTickets, { query }), {
    initialProps: { state },
  })
/** Responds with a first page of T-1 and a second page of T-2. */
const respondWithTwoPages = () =>
  respond(getManagedTickets, ({ url }) =>
    url.includes('cursor=c1') ? pageOf('T-2', null) : pageOf('T-1', 'c1'),
  )

test('the next page is appended and requested once, however often the user asks for it', async () => {
  const requests = respondWithTwoPages()
  const { result } = ticketsOf('open')
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1'])))
  act(() => {
    result.current.loadMore()
    result.current.loadMore()
  })
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1', 'T-2'])))
  expect(result.current.data?.next).toBeNull()
  act(() => result.current.loadMore())
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?state=open', '?state=open&cursor=c1'])
})

test('after a change of filters, the previous list is not shown', async () => {
  const closedTickets = Promise.withResolvers<void>()
  respond(getManagedTickets, async ({ url }) => {
    if (url.includes('state=open')) return pageOf('T-1', null)
    await closedTickets.promise
    return pageOf('T-9', null)
  })
  const { result, rerender } = ticketsOf('open')
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1'])))
  rerender({ state: 'closed' })
  expect(result.current).toMatchObject({ data: null, isLoading: true })
  closedTickets.resolve()
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-9'])))
})

test('a page that fails to load shows one toast and keeps the list', async () => {
  respond(getManagedTickets, ({ url }) =>
    url.includes('cursor') ? errorResponse(503, 'Try again later.') : pageOf('T-1', 'c1'),
  )
  const { result } = ticketsOf('open')
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1'])))
  act(() => result.current.loadMore())
  await waitForToast('Service Unavailable: Try again later.')
  expect(document.querySelectorAll('.toast-text')).toHaveLength(1)
  expect(result.current).toMatchObject({ ...listOf(['T-1']), isLoading: false, failed: true })
})

test('a reload fetches only the first page again', async () => {
  const requests = respondWithTwoPages()
  const { result } = ticketsOf('open')
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1'])))
  act(() => result.current.loadMore())
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1', 'T-2'])))
  act(() => result.current.reload())
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-1'])))
  expect(result.current.data?.list).toHaveLength(1)
  expect(requests).toHaveLength(3)
})

test('the first page of the page data is not requested', async () => {
  const requests = respondWithTwoPages()
  const initialData = { list: [], next: 'c1' }
  const { result } = renderHook(() =>
    useInfiniteQuery(getManagedTickets, { query: { state: 'open' } }, { initialData }),
  )
  expect(result.current).toMatchObject({ data: initialData, isLoading: false })
  act(() => result.current.loadMore())
  await waitFor(() => expect(result.current).toMatchObject(listOf(['T-2'])))
  expect(requests).toHaveLength(1)
})

test('only an endpoint that returns pages can be a paginated query', () => {
  const compiles = () => {
    // @ts-expect-error the contract has no such filter
    useInfiniteQuery(getManagedTickets, { query: { nonsense: 42 } })
    // @ts-expect-error the endpoint returns one order
    useInfiniteQuery(getManagedOrder, { params: { reference: 'R-1' } })
  }
  expect(compiles).toBeTypeOf('function')
})

test('on a phone ten rows are added at a time, and the next page is requested when they run out', async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => `T-${index}`)
  const requests = respond(getManagedTickets, ({ url }) =>
    url.includes('cursor=c1')
      ? pageOf('T-25', null)
      : success({ list: numbers.map((number) => ({ number })), next: 'c1' }),
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const { result } = ticketsOf('open')
  await waitFor(() => expect(result.current).toMatchObject(listOf(numbers.slice(0, 10))))
  expect(result.current.hasMore).toBe(true)
  act(() => result.current.loadMore())
  expect(result.current).toMatchObject(listOf(numbers.slice(0, 20)))
  expect(requests).toHaveLength(1)
  act(() => result.current.loadMore())
  await waitFor(() => expect(result.current).toMatchObject(listOf([...numbers, 'T-25'])))
  expect(result.current.hasMore).toBe(false)
  vi.unstubAllGlobals()
})
