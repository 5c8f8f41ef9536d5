// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useAsk } from '../../../islands/management/use-ask.ts'
import { userSmartcards } from '../../../shared/management/users.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()

const cardsOf = (user: string | null) =>
  renderHook(({ uniqueid }) => useAsk(userSmartcards, uniqueid ? { params: { uniqueid } } : null), {
    initialProps: { uniqueid: user },
  })

test('one user’s smartcards are never offered under another: not while his are asked, not when they fail', async () => {
  const bola = Promise.withResolvers<void>()
  answer(userSmartcards, async ({ url }) => {
    if (url.includes('/ada/')) return success([{ number: '121111111111' }])
    await bola.promise
    return refusal(503, 'Try again later.')
  })
  const { result, rerender } = cardsOf('ada')
  await waitFor(() => expect(result.current.data).toMatchObject([{ number: '121111111111' }]))

  rerender({ uniqueid: 'bola' })
  expect(result.current).toMatchObject({ data: null, isAsking: true, failed: false })
  bola.resolve()
  await toasted('Service Unavailable: Try again later.')
  await waitFor(() => expect(result.current).toMatchObject({ data: null, isAsking: false, failed: true }))

  rerender({ uniqueid: null })
  expect(result.current).toMatchObject({ data: null, isAsking: false, failed: false })
})

test('what is asked once more stays on the screen meanwhile, and when that fails', async () => {
  answer(userSmartcards, (_, at) =>
    at === 0 ? success([{ number: '121111111111' }]) : refusal(503, 'Try again later.'),
  )
  const { result } = cardsOf('ada')
  await waitFor(() => expect(result.current.isAsking).toBe(false))
  act(() => result.current.again())
  expect(result.current).toMatchObject({ data: [{ number: '121111111111' }], isAsking: true })
  await waitFor(() => expect(result.current.failed).toBe(true))
  expect(result.current.data).toMatchObject([{ number: '121111111111' }])
})
