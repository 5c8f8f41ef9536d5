// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useQuery } from '../../../islands/account/use-query.ts'
import { navigate } from '../../../islands/purchase/navigate.ts'
import type { DataOf } from '../../../shared/contract.ts'
import { getManagedOrders } from '../../../shared/management/orders.ts'
import { getUserSmartcards } from '../../../shared/management/users.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { pause, resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const cardsOf = (user: string | null) =>
  renderHook(({ uniqueid }) => useQuery(getUserSmartcards, uniqueid ? { params: { uniqueid } } : null), {
    initialProps: { uniqueid: user },
  })

test('one user’s smartcards are never shown for another user, neither during loading nor after a failure', async () => {
  const bolaResponse = Promise.withResolvers<void>()
  respond(getUserSmartcards, async ({ url }) => {
    if (url.includes('/ada/')) return success([{ number: '121111111111' }])
    await bolaResponse.promise
    return errorResponse(503, 'Try again later.')
  })
  const { result, rerender } = cardsOf('ada')
  await waitFor(() => expect(result.current.data).toMatchObject([{ number: '121111111111' }]))

  rerender({ uniqueid: 'bola' })
  expect(result.current).toMatchObject({ data: null, isLoading: true, failed: false })
  bolaResponse.resolve()
  await waitForToast('Service Unavailable: Try again later.')
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isLoading: false, failed: true }))

  rerender({ uniqueid: null })
  expect(result.current).toMatchObject({ data: null, isLoading: false, failed: false })
})

test('a reload keeps the previous data while it loads and after a failure', async () => {
  const secondResponse = Promise.withResolvers<void>()
  respond(getUserSmartcards, async (_, index) => {
    if (index === 0) return success([{ number: '121111111111' }])
    await secondResponse.promise
    return errorResponse(503, 'Try again later.')
  })
  const { result } = cardsOf('ada')
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ data: [{ number: '121111111111' }], isLoading: true })
  secondResponse.resolve()
  await waitFor(() => expect(result.current.failed).toBe(true))
  expect(result.current.data).toMatchObject([{ number: '121111111111' }])
})

test('two components with the same request send it once and show the same data', async () => {
  const requests = respond(getUserSmartcards, () => success([{ number: '121111111111' }]))
  const request = { params: { uniqueid: 'ada' } }
  const { result } = renderHook(() => [
    useQuery(getUserSmartcards, request),
    useQuery(getUserSmartcards, { params: { uniqueid: 'ada' } }),
  ])
  await waitFor(() => expect(result.current[1]?.data).toHaveLength(1))
  expect(result.current[0]?.data).toEqual(result.current[1]?.data)
  expect(requests).toHaveLength(1)
})

test('data of the page is shown immediately and fetched only by a reload', async () => {
  const requests = respond(getUserSmartcards, () => success([{ number: '121111111111' }]))
  const initialData = [{ number: '122222222222' }] as DataOf<typeof getUserSmartcards>
  const { result } = renderHook(() =>
    useQuery(getUserSmartcards, { params: { uniqueid: 'ada' } }, { initialData }),
  )
  expect(result.current).toMatchObject({ data: initialData, isLoading: false })
  await pause(50)
  expect(requests).toEqual([])
  act(() => result.current.reload())
  await waitFor(() => expect(result.current.data).toMatchObject([{ number: '121111111111' }]))
  expect(requests).toHaveLength(1)
})

test('a query polls until its data needs no further request', async () => {
  const requests = respond(getUserSmartcards, (_, index) => success(index < 2 ? [] : [{ number: '1' }]))
  const { result } = renderHook(() =>
    useQuery(
      getUserSmartcards,
      { params: { uniqueid: 'ada' } },
      { pollMs: (data) => (data?.length === 0 ? 10 : false) },
    ),
  )
  await waitFor(() => expect(result.current.data).toHaveLength(1))
  await pause(50)
  expect(requests).toHaveLength(3)
})

test('an ended session opens sign-in without a toast', async () => {
  const to = vi.spyOn(navigate, 'to').mockImplementation(() => {})
  respond(getUserSmartcards, () => errorResponse(401, 'Please sign in.'))
  const { result } = cardsOf('ada')
  await waitFor(() => expect(to).toHaveBeenCalledWith('/login'))
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isLoading: false }))
  expect(document.querySelector('.toast-text')).toBeNull()
})

test('requests are typed by the contract', () => {
  const compiles = () => {
    useQuery(getManagedOrders, { query: { state: 'paid' } })
    // @ts-expect-error the options of a query are its parameters
    useQuery(getManagedOrders, { nonsense: 42 })
    // @ts-expect-error the contract has no such filter
    useQuery(getManagedOrders, { query: { nonsense: 42 } })
    // @ts-expect-error the contract has no such order state
    useQuery(getManagedOrders, { query: { state: 'nonsense' } })
    // @ts-expect-error the path of the endpoint has a parameter
    useQuery(getUserSmartcards, {})
  }
  expect(compiles).toBeTypeOf('function')
})
