// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { downloadFile, RequestError, request } from '../../../islands/lib/api.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { getDiscoCompanies, getPowerOrder, getPowerReceipt, quotePower } from '../../../shared/power.ts'
import { consoleErrors, pause, resetPageForEachTest, setPageMeta } from '../support/page.ts'

const api = `${window.location.origin}/api/v1`
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
resetPageForEachTest()

const meter = {
  meter_number: '45012345678',
  meter_type: 'prepaid',
  phone_number: '08012345678',
  amount: '5000',
  meter_disco: 'ikeja-electric',
} as const

/** Gives every request the same response and records its requests. */
function mockResponses(
  status: number,
  body: object | null,
  init: { statusText?: string; headers?: HeadersInit } = {},
) {
  const requests: Request[] = []
  server.use(
    http.all(`${api}/*`, ({ request }) => {
      requests.push(request.clone())
      return body === null ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status, ...init })
    }),
  )
  return requests
}

const expectToastText = (text: string) =>
  waitFor(() => expect(screen.getByText(text)).toBeDefined(), { timeout: 8000 })

test('a request is sent to the API of the page’s own origin as JSON, marked as an XMLHttpRequest', async () => {
  const requests = mockResponses(200, { status: 'success', message: '', data: { order_reference: 'A' } })
  const response = await request(quotePower, { body: meter })

  expect(response).toMatchObject({ status: 'success', data: { order_reference: 'A' } })
  const [call] = requests
  expect(call?.url).toBe(`${api}/services/electricity/get-meter-info`)
  expect(call?.headers.get('content-type')).toContain('application/json')
  expect(call?.headers.get('accept')).toContain('application/json')
  expect(call?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(await call?.json()).toEqual(meter)
})

test('a GET sends its query parameters, and path parameters are filled in', async () => {
  const requests = mockResponses(200, { status: 'success', message: '', data: [] })
  await request(getDiscoCompanies, { query: { meter_type: 'postpaid' } })
  await request(getPowerOrder, { params: { accessToken: 'a/b', serviceId: 'REF' } })

  expect(requests[0]?.url).toBe(`${api}/services/electricity/discos/company/all?meter_type=postpaid`)
  expect(requests[0]?.headers.get('content-type')).toBeNull()
  expect(requests[1]?.url).toBe(`${api}/services/electricity/transaction/a%2Fb/order/REF/details`)
})

test('a guest’s session token is empty, a signed-in user’s is sent, and so is the page’s CSRF token', async () => {
  const requests = mockResponses(200, { status: 'success', message: '', data: [] })
  await request(getDiscoCompanies)
  setPageMeta({ sessionToken: 'session-9' })
  await request(getDiscoCompanies)

  expect(requests[0]?.headers.get('authorization')?.trim()).toBe('Bearer')
  expect(requests[0]?.headers.get('x-csrf-token')).toBe('csrf-1')
  expect(requests[1]?.headers.get('authorization')).toBe('Bearer session-9')
})

test('a page without the CSRF tag logs an error and sends no token', async () => {
  setPageMeta({ csrf: null })
  const requests = mockResponses(200, { status: 'success', message: '', data: [] })
  await request(getDiscoCompanies)

  expect(requests[0]?.headers.get('x-csrf-token')).toBeNull()
  expect(consoleErrors()).toEqual([expect.stringContaining('csrf-token')])
})

test('an offline browser sends nothing and shows an error', async () => {
  const requests = mockResponses(200, { status: 'success', message: '' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

  await expect(request(quotePower, { body: meter })).rejects.toThrow('No internet connection')
  expect(requests).toHaveLength(0)
  await expectToastText('No internet connection')
})

test('a 401 empties both storages and returns nothing, silently', async () => {
  setPageMeta({ sessionToken: 'ended' })
  sessionStorage.setItem('anything', '1')
  localStorage.setItem('anything', '1')
  mockResponses(401, { status: 'error', message: 'Your session has ended. Please sign in again.' })

  expect(await request(getDiscoCompanies)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
  expect(localStorage).toHaveLength(0)
  expect(screen.queryByText(/session has ended/)).toBeNull()
})

test('an expired page fetches new tokens once for all its requests and repeats each once', async () => {
  let pairs = 0
  const tokens: (string | null)[] = []
  server.use(
    http.get(`${window.location.origin}/session`, async () => {
      pairs++
      await delay(20)
      return HttpResponse.json({ csrf: 'csrf-2', session_token: 'session-2' })
    }),
    http.post(`${api}/*`, ({ request }) => {
      tokens.push(request.headers.get('x-csrf-token'))
      return request.headers.get('x-csrf-token') === 'csrf-2'
        ? HttpResponse.json({ status: 'success', message: 'ok' })
        : HttpResponse.json({ status: 'error', message: 'This page is out of date.' }, { status: 419 })
    }),
  )
  const responses = await Promise.all([
    request(quotePower, { body: meter }),
    request(quotePower, { body: meter }),
  ])

  expect(responses.map((response) => response?.status)).toEqual(['success', 'success'])
  expect(pairs).toBe(1)
  expect(tokens.toSorted()).toEqual(['csrf-1', 'csrf-1', 'csrf-2', 'csrf-2'])
})

test('a page that stays expired shows one error and stops retrying', async () => {
  server.use(
    http.get(`${window.location.origin}/session`, () =>
      HttpResponse.json({ csrf: 'csrf-2', session_token: '' }),
    ),
  )
  const requests = mockResponses(419, { status: 'error', message: 'This page is out of date.' })
  await expect(request(quotePower, { body: meter })).rejects.toMatchObject({ status: 419 })
  expect(requests).toHaveLength(2)
})

test('of an errors map the toast shows the first field, capitalised, and the whole map is rethrown', async () => {
  mockResponses(422, {
    status: 'error',
    message: 'Please check the form and try again.',
    errors: { phone_number: ['Please enter a phone number.', 'Second.'], amount: ['Too small.'] },
  })
  const error = await request(quotePower, { body: meter }).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(RequestError)
  expect(error).toMatchObject({ status: 422, errors: { amount: ['Too small.'] } })
  await expectToastText('Phone number: Please enter a phone number.')
  expect(screen.queryByText('Amount: Too small.')).toBeNull()
})

test('a request with everyField shows a toast for every field', async () => {
  mockResponses(422, {
    status: 'error',
    message: 'x',
    errors: { name: ['Name first.'], rc_number: ['Then this.'] },
  })
  await expect(request(quotePower, { body: meter, everyField: true })).rejects.toThrow()
  await expectToastText('Name: Name first.')
  await expectToastText('Rc number: Then this.')
}, 15_000)

test('an error with only a message is prefixed with the status phrase', async () => {
  mockResponses(409, { status: 'error', message: 'This order has expired.' }, { statusText: 'Conflict' })
  await expect(request(quotePower, { body: meter })).rejects.toThrow('This order has expired.')
  await expectToastText('Conflict: This order has expired.')
})

test('without a status phrase the standard phrase of the code is used', async () => {
  mockResponses(422, { status: 'error', message: 'We could not find that meter.' }, { statusText: '' })
  await expect(request(quotePower, { body: meter })).rejects.toThrow()
  await expectToastText('Unprocessable Entity: We could not find that meter.')
})

test('a response without data and a lost response show the same message', async () => {
  mockResponses(500, null)
  await expect(request(quotePower, { body: meter })).rejects.toMatchObject({ status: 0 })
  await expectToastText('An error occurred. Please try again later.')

  server.use(http.post(`${api}/*`, () => HttpResponse.error()))
  await expect(request(quotePower, { body: meter })).rejects.toMatchObject({ status: 0 })
})

test('a non-success status inside a 200 is an error with the server’s own words', async () => {
  mockResponses(200, { status: 'error', message: 'The company is resting.' })
  await expect(request(quotePower, { body: meter })).rejects.toThrow('The company is resting.')
  await expectToastText('The company is resting.')
})

test('a pending response is not an error', async () => {
  mockResponses(202, { status: 'pending', message: 'Still asking.' })
  expect(await request(quotePower, { body: meter })).toMatchObject({ status: 'pending' })
})

test('a quiet request shows no toast and still throws', async () => {
  mockResponses(422, { status: 'error', message: 'Only for the page.' })
  await expect(request(quotePower, { body: meter, quiet: true })).rejects.toThrow('Only for the page.')
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

test('a payment with a lost response is repeated with the same key; a final response removes the key', async () => {
  server.use(http.post(`${api}/*`, () => HttpResponse.error()))
  const lost: (string | null | undefined)[] = []
  server.events.on('request:start', ({ request }) => void lost.push(keyOf(request)))
  await expect(request(initiatePayment, { body: payment, key: 'pay', quiet: true })).rejects.toThrow()
  server.events.removeAllListeners()

  const requests = mockResponses(200, { status: 'success', message: '', data: { checkoutUrl: 'https://x' } })
  await request(initiatePayment, { body: payment, key: 'pay' })
  await request(initiatePayment, { body: payment, key: 'pay' })

  expect(keyOf(requests[0])).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf(requests[0])).toBe(lost[0])
  expect(keyOf(requests[1])).not.toBe(lost[0])
})

test('a response that requests a delay keeps the key; another body gets another key', async () => {
  const requests = mockResponses(
    409,
    { status: 'error', message: 'Busy.' },
    { headers: { 'Retry-After': '1' } },
  )
  const pay = (
    body: typeof payment | (Omit<typeof payment, 'payment_method'> & { payment_method: 'USSD' }),
  ) => request(initiatePayment, { body, key: 'pay', quiet: true }).catch(() => null)
  await pay(payment)
  await pay(payment)
  await pay({ ...payment, payment_method: 'USSD' })

  expect(keyOf(requests[1])).toBe(keyOf(requests[0]))
  expect(keyOf(requests[2])).not.toBe(keyOf(requests[0]))
})

test('a response that is not an API envelope keeps the key, because the payment’s outcome is unknown', async () => {
  const requests = mockResponses(403, { error: 'Blocked by the network.' })
  const pay = () => request(initiatePayment, { body: payment, key: 'pay', quiet: true })
  await expect(pay()).rejects.toMatchObject({ status: 0 })
  await expect(pay()).rejects.toThrow()
  expect(keyOf(requests[1])).toBe(keyOf(requests[0]))
})

test('a file is returned as bytes; an error throws its envelope’s message, without a toast', async () => {
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
  const file = await downloadFile(getPowerReceipt, { params: { reference: 'GOOD' } })
  expect(file?.type).toBe('application/pdf')
  expect(file?.size).toBe(8)
  await expect(downloadFile(getPowerReceipt, { params: { reference: 'NONE' } })).rejects.toMatchObject({
    status: 404,
    message: 'No record found',
  })
})
