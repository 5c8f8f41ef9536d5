// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ApiError, ask, askFile } from '../../../islands/lib/api.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { discoCompanies, getMeterInfo, powerOrder, powerReceipt } from '../../../shared/power.ts'
import { complaints, freshPages, pageWith, pause } from '../support/page.ts'

const api = `${window.location.origin}/api/v1`
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
freshPages()

const meter = {
  meter_number: '45012345678',
  meter_type: 'prepaid',
  phone_number: '08012345678',
  amount: '5000',
  meter_disco: 'ikeja-electric',
} as const

/** Answers every call with the same thing, and keeps what was asked. */
function answering(
  status: number,
  body: object | null,
  init: { statusText?: string; headers?: HeadersInit } = {},
) {
  const asked: Request[] = []
  server.use(
    http.all(`${api}/*`, ({ request }) => {
      asked.push(request.clone())
      return body === null ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status, ...init })
    }),
  )
  return asked
}

const toasted = (text: string) =>
  waitFor(() => expect(screen.getByText(text)).toBeDefined(), { timeout: 8000 })

test('a call goes to the API of the page’s own origin as JSON, marked as an XMLHttpRequest', async () => {
  const asked = answering(200, { status: 'success', message: '', data: { order_reference: 'A' } })
  const answer = await ask(getMeterInfo, { body: meter })

  expect(answer).toMatchObject({ status: 'success', data: { order_reference: 'A' } })
  const [call] = asked
  expect(call?.url).toBe(`${api}/services/electricity/get-meter-info`)
  expect(call?.headers.get('content-type')).toContain('application/json')
  expect(call?.headers.get('accept')).toContain('application/json')
  expect(call?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(await call?.json()).toEqual(meter)
})

test('a read sends its data as query parameters, and names in the path are filled in', async () => {
  const asked = answering(200, { status: 'success', message: '', data: [] })
  await ask(discoCompanies, { query: { meter_type: 'postpaid' } })
  await ask(powerOrder, { params: { accessToken: 'a/b', serviceId: 'REF' } })

  expect(asked[0]?.url).toBe(`${api}/services/electricity/discos/company/all?meter_type=postpaid`)
  expect(asked[0]?.headers.get('content-type')).toBeNull()
  expect(asked[1]?.url).toBe(`${api}/services/electricity/transaction/a%2Fb/order/REF/details`)
})

test('a guest’s bearer is empty, a signed-in person’s is sent, and so is the page’s CSRF token', async () => {
  const asked = answering(200, { status: 'success', message: '', data: [] })
  await ask(discoCompanies)
  pageWith({ token: 'bearer-9' })
  await ask(discoCompanies)

  expect(asked[0]?.headers.get('authorization')?.trim()).toBe('Bearer')
  expect(asked[0]?.headers.get('x-csrf-token')).toBe('csrf-1')
  expect(asked[1]?.headers.get('authorization')).toBe('Bearer bearer-9')
})

test('a page without the CSRF tag says so in the console and sends no token', async () => {
  pageWith({ csrf: null })
  const asked = answering(200, { status: 'success', message: '', data: [] })
  await ask(discoCompanies)

  expect(asked[0]?.headers.get('x-csrf-token')).toBeNull()
  expect(complaints()).toEqual([expect.stringContaining('csrf-token')])
})

test('an offline browser sends nothing and is told so', async () => {
  const asked = answering(200, { status: 'success', message: '' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  await expect(ask(getMeterInfo, { body: meter })).rejects.toThrow('No internet connection')
  expect(asked).toHaveLength(0)
  await toasted('No internet connection')
})

test('a 401 empties both storages and returns nothing, silently', async () => {
  pageWith({ token: 'ended' })
  sessionStorage.setItem('anything', '1')
  localStorage.setItem('anything', '1')
  answering(401, { status: 'error', message: 'Your session has ended. Please sign in again.' })

  expect(await ask(discoCompanies)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage).toHaveLength(0)
  expect(screen.queryByText(/session has ended/)).toBeNull()
})

test('a stale page takes one fresh pair for all its calls and repeats each once', async () => {
  let pairs = 0
  const tokens: (string | null)[] = []
  server.use(
    http.get(`${window.location.origin}/session`, async () => {
      pairs++
      await delay(20)
      return HttpResponse.json({ csrf: 'csrf-2', token: 'bearer-2' })
    }),
    http.post(`${api}/*`, ({ request }) => {
      tokens.push(request.headers.get('x-csrf-token'))
      return request.headers.get('x-csrf-token') === 'csrf-2'
        ? HttpResponse.json({ status: 'success', message: 'ok' })
        : HttpResponse.json({ status: 'error', message: 'This page is out of date.' }, { status: 419 })
    }),
  )
  const answers = await Promise.all([ask(getMeterInfo, { body: meter }), ask(getMeterInfo, { body: meter })])

  expect(answers.map((it) => it?.status)).toEqual(['success', 'success'])
  expect(pairs).toBe(1)
  expect(tokens.toSorted()).toEqual(['csrf-1', 'csrf-1', 'csrf-2', 'csrf-2'])
})

test('a page that stays stale is told once and is not asked for ever', async () => {
  server.use(
    http.get(`${window.location.origin}/session`, () => HttpResponse.json({ csrf: 'csrf-2', token: '' })),
  )
  const asked = answering(419, { status: 'error', message: 'This page is out of date.' })
  await expect(ask(getMeterInfo, { body: meter })).rejects.toMatchObject({ status: 419 })
  expect(asked).toHaveLength(2)
})

test('an errors map is told as its first field, capitalised, and rethrown whole', async () => {
  answering(422, {
    status: 'error',
    message: 'Please check the form and try again.',
    errors: { phone_number: ['Please enter a phone number.', 'Second.'], amount: ['Too small.'] },
  })
  const refused = await ask(getMeterInfo, { body: meter }).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 422, errors: { amount: ['Too small.'] } })
  await toasted('Phone number: Please enter a phone number.')
  expect(screen.queryByText('Amount: Too small.')).toBeNull()
})

test('a call that asks for it shows every field', async () => {
  answering(422, {
    status: 'error',
    message: 'x',
    errors: { name: ['Name first.'], rc_number: ['Then this.'] },
  })
  await expect(ask(getMeterInfo, { body: meter, everyField: true })).rejects.toThrow()
  await toasted('Name: Name first.')
  await toasted('Rc number: Then this.')
}, 15_000)

test('a refusal with only a message carries the status phrase before it', async () => {
  answering(409, { status: 'error', message: 'This order has expired.' }, { statusText: 'Conflict' })
  await expect(ask(getMeterInfo, { body: meter })).rejects.toThrow('This order has expired.')
  await toasted('Conflict: This order has expired.')
})

test('where the browser gives no status phrase, the standard one of the code is used', async () => {
  answering(422, { status: 'error', message: 'We could not find that meter.' }, { statusText: '' })
  await expect(ask(getMeterInfo, { body: meter })).rejects.toThrow()
  await toasted('Unprocessable Entity: We could not find that meter.')
})

test('an answer without data, and a lost one, are told in the same words', async () => {
  answering(500, null)
  await expect(ask(getMeterInfo, { body: meter })).rejects.toMatchObject({ status: 0 })
  await toasted('An error occurred. Please try again later.')

  server.use(http.post(`${api}/*`, () => HttpResponse.error()))
  await expect(ask(getMeterInfo, { body: meter })).rejects.toMatchObject({ status: 0 })
})

test('a non-success status inside a 200 is an error with the server’s own words', async () => {
  answering(200, { status: 'error', message: 'The company is resting.' })
  await expect(ask(getMeterInfo, { body: meter })).rejects.toThrow('The company is resting.')
  await toasted('The company is resting.')
})

test('a pending answer is an answer', async () => {
  answering(202, { status: 'pending', message: 'Still asking.' })
  expect(await ask(getMeterInfo, { body: meter })).toMatchObject({ status: 'pending' })
})

test('a quiet call tells nobody and still throws', async () => {
  answering(422, { status: 'error', message: 'Only for the page.' })
  await expect(ask(getMeterInfo, { body: meter, quiet: true })).rejects.toThrow('Only for the page.')
  await pause(50)
  expect(screen.queryByText(/Only for the page/)).toBeNull()
})

const payment = {
  order_reference: 'ABCDEFGHJKLM',
  amount: 5000,
  payment_for: 'electricity',
  payment_method: 'CARD',
} as const
const keyOf = (request?: Request) => request?.headers.get('idempotency-key')

test('a lost payment is sent again under the same key, a final answer forgets it', async () => {
  server.use(http.post(`${api}/*`, () => HttpResponse.error()))
  const lost: (string | null | undefined)[] = []
  server.events.on('request:start', ({ request }) => void lost.push(keyOf(request)))
  await expect(ask(initiatePayment, { body: payment, key: 'pay', quiet: true })).rejects.toThrow()
  server.events.removeAllListeners()

  const asked = answering(200, { status: 'success', message: '', data: { checkoutUrl: 'https://x' } })
  await ask(initiatePayment, { body: payment, key: 'pay' })
  await ask(initiatePayment, { body: payment, key: 'pay' })

  expect(keyOf(asked[0])).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf(asked[0])).toBe(lost[0])
  expect(keyOf(asked[1])).not.toBe(lost[0])
})

test('an answer that asks to wait keeps the key, another body gets another', async () => {
  const asked = answering(409, { status: 'error', message: 'Busy.' }, { headers: { 'Retry-After': '1' } })
  const pay = (
    body: typeof payment | (Omit<typeof payment, 'payment_method'> & { payment_method: 'USSD' }),
  ) => ask(initiatePayment, { body, key: 'pay', quiet: true }).catch(() => null)
  await pay(payment)
  await pay(payment)
  await pay({ ...payment, payment_method: 'USSD' })

  expect(keyOf(asked[1])).toBe(keyOf(asked[0]))
  expect(keyOf(asked[2])).not.toBe(keyOf(asked[0]))
})

test('an answer that is not ours keeps the key: nobody knows what became of the payment', async () => {
  const asked = answering(403, { error: 'Blocked by the network.' })
  const pay = () => ask(initiatePayment, { body: payment, key: 'pay', quiet: true })
  await expect(pay()).rejects.toMatchObject({ status: 0 })
  await expect(pay()).rejects.toThrow()
  expect(keyOf(asked[1])).toBe(keyOf(asked[0]))
})

test('a file comes as bytes; a refused one throws the sentence of its envelope, without a toast', async () => {
  server.use(
    http.get(`${api}/services/transaction/power/GOOD`, () =>
      HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-1.7').buffer, {
        headers: { 'Content-Type': 'application/pdf' },
      }),
    ),
    http.get(`${api}/services/transaction/power/NONE`, () =>
      HttpResponse.json({ status: 'error', message: 'No record found' }, { status: 404 }),
    ),
  )
  const file = await askFile(powerReceipt, { params: { reference: 'GOOD' } })
  expect(file?.type).toBe('application/pdf')
  expect(file?.size).toBe(8)
  await expect(askFile(powerReceipt, { params: { reference: 'NONE' } })).rejects.toMatchObject({
    status: 404,
    message: 'No record found',
  })
})
