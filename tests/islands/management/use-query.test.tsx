// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useQuery } from '../../../islands/management/use-query.ts'
import { userSmartcards } from '../../../shared/management/users.ts'
import { errorResponse, network, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { respond } = network()

const cardsOf = (user: string | null) =>
  renderHook(({ uniqueid }) => useQuery(userSmartcards, uniqueid ? { params: { uniqueid } } : null), {
    initialProps: { uniqueid: user },
  })

test('one user’s smartcards are never shown for another user, neither during loading nor after a failure', async () => {
  const bola = Promise.withResolvers<void>()
  respond(userSmartcards, async ({ url }) => {
    if (url.includes('/ada/')) return success([{ number: '121111111111' }])
    await bola.promise
    return errorResponse(503, 'Try again later.')
  })
  const { result, rerender } = cardsOf('ada')
  await waitFor(() => expect(result.current.data).toMatchObject([{ number: '121111111111' }]))

  rerender({ uniqueid: 'bola' })
  expect(result.current).toMatchObject({ data: null, isLoading: true, failed: false })
  bola.resolve()
  await toasted('Service Unavailable: Try again later.')
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isLoading: false, failed: true }))

  rerender({ uniqueid: null })
  expect(result.current).toMatchObject({ data: null, isLoading: false, failed: false })
})

test('a reload keeps the previous data while it loads and after a failure', async () => {
  respond(userSmartcards, (_, index) =>
    index === 0 ? success([{ number: '121111111111' }]) : errorResponse(503, 'Try again later.'),
  )
  const { result } = cardsOf('ada')
  await waitFor(() => expect(result.current.isLoading).toBe(false))
  act(() => result.current.reload())
  expect(result.current).toMatchObject({ data: [{ number: '121111111111' }], isLoading: true })
  await waitFor(() => expect(result.current.failed).toBe(true))
  expect(result.current.data).toMatchObject([{ number: '121111111111' }])
})
