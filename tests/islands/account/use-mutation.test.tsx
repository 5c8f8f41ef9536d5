// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useInfiniteQuery } from '../../../islands/account/use-infinite-query.ts'
import { useMutation } from '../../../islands/account/use-mutation.ts'
import { closeTicket, getManagedTickets } from '../../../shared/management/overview.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const closing = { params: { number: 'T-1' }, body: {} }
const mutation = () => renderHook(() => useMutation(closeTicket)).result

test('a request is sent once while it runs, and another one afterwards', async () => {
  const first = Promise.withResolvers<void>()
  const requests = respond(closeTicket, async () => {
    await first.promise
    return success({}, 'Closed.')
  })
  const close = mutation()
  let results: unknown[] = []
  act(() => {
    void Promise.all([close.current.send(closing), close.current.send(closing)]).then((all) => {
      results = all
    })
  })
  await waitFor(() => expect(close.current.isBusy).toBe(true))
  first.resolve()
  await waitFor(() => expect(close.current.isBusy).toBe(false))
  expect(results).toMatchObject([{ message: 'Closed.' }, null])
  expect(requests).toHaveLength(1)
  await act(() => close.current.send(closing))
  expect(requests).toHaveLength(2)
})

test('a rejected request shows its message once and returns null', async () => {
  respond(closeTicket, () => errorResponse(409, 'It is closed.'))
  const close = mutation()
  expect(await act(() => close.current.send(closing))).toBeNull()
  await waitForToast('Conflict: It is closed.')
  expect(document.querySelectorAll('.toast-text')).toHaveLength(1)
})

test('a success reloads the lists that it changes; a failure does not', async () => {
  const requests = respond(getManagedTickets, () => success({ list: [], next: null }))
  respond(closeTicket, (_, index) => (index === 0 ? errorResponse(409, 'It is closed.') : success({})))
  const { result } = renderHook(() => ({
    tickets: useInfiniteQuery(getManagedTickets),
    close: useMutation(closeTicket, { reloads: [getManagedTickets] }),
  }))
  await waitFor(() => expect(result.current.tickets.data).not.toBeNull())
  await act(() => result.current.close.send(closing))
  expect(requests).toHaveLength(1)
  await act(() => result.current.close.send(closing))
  await waitFor(() => expect(requests).toHaveLength(2))
})
