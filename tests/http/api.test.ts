import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, createRateLimits, route } from '../../server/http/index.ts'
import { defineEndpoint } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { fieldTexts } from '../../shared/field-texts.ts'
import { Naira, requiredText } from '../../shared/fields.ts'
import { OrderReference } from '../../shared/references.ts'
import { silentLog, startTestApi, type TestApi } from './setup.ts'

const common = {
  audience: 'anyone',
  summary: 'An endpoint of this test',
  data: z.unknown(),
  errors: [],
} as const
const buy = defineEndpoint({
  ...common,
  name: 'buy',
  method: 'POST',
  path: '/things/buy',
  body: z.object({
    meter_number: requiredText(fieldTexts.meterMissing, 20),
    amount: Naira,
    kind: z.enum(['prepaid', 'postpaid']),
    place: z.optional(z.object({ town: z.string() })),
  }),
})
const getThing = defineEndpoint({
  ...common,
  name: 'look',
  method: 'GET',
  path: '/things/{reference}',
  params: z.object({ reference: OrderReference }),
  query: z.object({ access_token: z.optional(z.string().check(z.minLength(8))) }),
})
const document = defineEndpoint({
  ...common,
  name: 'paper',
  method: 'GET',
  path: '/paper',
  responseType: 'application/pdf',
})
const getLocation = defineEndpoint({ ...common, name: 'lookHere', method: 'GET', path: '/here' })
const failingEndpoint = defineEndpoint({ ...common, name: 'failure', method: 'GET', path: '/failure' })
const failWith = defineEndpoint({
  ...common,
  name: 'reject',
  method: 'GET',
  path: '/reject/{code}',
  params: z.object({ code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]) }),
})
const limitedEndpoint = defineEndpoint({ ...common, name: 'guess', method: 'GET', path: '/guess' })

let server: TestApi

beforeAll(async () => {
  server = await startTestApi((db) => {
    const limits = createRateLimits({ db, log: silentLog, pointsOf: async () => 3 })
    return {
      routes: [
        route(buy, async ({ body, sessionHash, ip }) => ({
          data: {
            ...body,
            amount: String(body.amount),
            session: sessionHash?.toString('hex') ?? null,
            client: ip,
          },
          status: 'created',
          httpStatus: 201,
          message: 'Bought.',
        })),
        route(getThing, async ({ params, query }) => ({ data: { ...params, ...query } })),
        route(document, async () => ({
          file: Buffer.from('%PDF-1.7'),
          type: 'application/pdf',
          name: 'receipt.pdf',
        })),
        route(getLocation, async ({ log }) => {
          log.info(
            { access_token: 'secret-a', card: { token: 'secret-b' }, authorization: 'Bearer secret-c' },
            'seen',
          )
          return { status: 'pending', httpStatus: 202 }
        }),
        route(failingEndpoint, async () => {
          throw new Error('select secret from table')
        }),
        route(failWith, async ({ params }) => {
          throw new ApiError(params.code, { retryAfterSeconds: 7 })
        }),
        route(limitedEndpoint, async ({ ip }) => {
          await limits.consume('receipt_client', ip)
          return {}
        }),
      ],
      webhooks: [
        {
          provider: 'acme',
          receive: async ({ raw, headers }) => ({
            httpStatus: 200,
            text: `${raw.toString('utf8')} ${headers['x-signature']}`,
          }),
        },
      ],
    }
  })
})
afterAll(() => server.close())

const good = { meter_number: '11000000001', amount: '1500.50', kind: 'prepaid' }

test('a response is the envelope, with the status of the endpoint', async () => {
  const response = await server.post('/things/buy', good)
  expect(response.httpStatus).toBe(201)
  expect(response.body).toMatchObject({ status: 'created', message: 'Bought.', data: { amount: '150050' } })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test('every invalid field is reported once with a message, nested fields with dots', async () => {
  const response = await server.post('/things/buy', { amount: '1e3', kind: 'both', place: { town: 7 } })
  expect(response.httpStatus).toBe(422)
  expect(response.body).toEqual({
    status: 'error',
    code: 'INVALID',
    message: errors.INVALID.message,
    errors: {
      meter_number: ['Please enter the number on your meter card.'],
      amount: ['Please enter an amount in naira, like 5000 or 1500.50.'],
      kind: ['Please choose one of the values offered.'],
      'place.town': ['We cannot read this. Please check it.'],
    },
  })
})

test('lone surrogates in a request become U+FFFD, complete emoji are kept', async () => {
  const response = await server.post('/things/buy', { ...good, place: { town: 'Ikeja \ud83d \ude00 😀' } })
  expect(response.httpStatus).toBe(201)
  expect(response.body.data).toMatchObject({ place: { town: 'Ikeja \ufffd \ufffd 😀' } })
})

test.each(['1e3', '1E3', '100.00000000000000001', '-1', '100.005', 'true', '[100]'])(
  'the amount %s is rejected',
  async (amount) => {
    const response = await server.post(
      '/things/buy',
      `{"meter_number":"11000000001","kind":"prepaid","amount":${amount}}`,
    )
    expect(response.httpStatus).toBe(422)
    expect(response.body.errors).toHaveProperty('amount')
  },
)

test('fields that the contract does not list never reach the handler', async () => {
  const requestBody = JSON.stringify(good).replace(
    '{',
    '{"is_manager":true,"__proto__":{"is_manager":true},"user_id":"1",',
  )
  const response = await server.post('/things/buy', requestBody)
  expect(Object.keys(response.body.data as object).sort()).toEqual([
    'amount',
    'client',
    'kind',
    'meter_number',
    'session',
  ])
  expect(({} as Record<string, unknown>).is_manager).toBeUndefined()
})

test('an unreadable request gets an error envelope', async () => {
  const post = (body: string, type = 'application/json') =>
    server.request('/things/buy', { method: 'POST', body, headers: { 'content-type': type } })
  expect(await post('{"meter')).toMatchObject({
    httpStatus: 400,
    body: { status: 'error', message: errors.MALFORMED.message },
  })
  expect(await post('[]')).toMatchObject({ httpStatus: 400, body: { status: 'error' } })
  expect(await post('7')).toMatchObject({ httpStatus: 400, body: { status: 'error' } })
  expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({
    httpStatus: 415,
    body: { message: errors.NOT_JSON.message },
  })
  expect(await post(JSON.stringify({ ...good, extraScenarios: 'x'.repeat(110_000) }))).toMatchObject({
    httpStatus: 413,
    body: { status: 'error' },
  })
  expect(await server.request('/things/buy', { method: 'POST' })).toMatchObject({
    httpStatus: 422,
    body: { status: 'error' },
  })
  expect(await server.request('/things/%E0%A4%A')).toMatchObject({
    httpStatus: 400,
    body: { status: 'error' },
  })
})

test('an unknown path is 404; a known path with a wrong method is 405 and lists the allowed methods', async () => {
  expect(await server.request('/no/such/call')).toMatchObject({
    httpStatus: 404,
    body: { status: 'error', message: errors.NOT_FOUND.message },
  })
  const wrong = await server.request('/things/buy', { method: 'DELETE' })
  expect(wrong).toMatchObject({ httpStatus: 405, body: { status: 'error' } })
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  const options = await server.request('/here', { method: 'OPTIONS' })
  expect(options.httpStatus).toBe(204)
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await server.request('/here', { method: 'HEAD' })).toMatchObject({ httpStatus: 202, text: '' })
})

test('a malformed reference gets the same response as an unknown one', async () => {
  expect(await server.request('/things/nothing')).toMatchObject({
    httpStatus: 404,
    body: { message: errors.NOT_FOUND.message },
  })
  expect(await server.request('/things/ABCDEFGHJKLM')).toMatchObject({
    httpStatus: 200,
    body: { data: { reference: 'ABCDEFGHJKLM' } },
  })
})

test('an invalid query parameter is reported by name', async () => {
  const short = await server.request('/things/ABCDEFGHJKLM?access_token=1')
  expect(short).toMatchObject({
    httpStatus: 422,
    body: { errors: { access_token: ['Please use at least 8 characters.'] } },
  })
  expect(
    await server.request('/things/ABCDEFGHJKLM?access_token=aaaaaaaaa&access_token=bbbbbbbbb'),
  ).toMatchObject({ httpStatus: 422 })
})

test.each(Object.keys(errors) as ErrorCode[])(
  '%s responds with its status, code and message',
  async (code) => {
    const response = await server.request(`/reject/${code}`)
    expect(response.httpStatus).toBe(errors[code].status)
    expect(response.body).toEqual({ status: 'error', code, message: errors[code].message })
    expect(response.headers.get('retry-after')).toBe('7')
  },
)

test('an internal error reveals no details to the caller, and its stack is logged', async () => {
  const response = await server.request('/failure')
  expect(response).toMatchObject({
    httpStatus: 500,
    body: { status: 'error', message: errors.INTERNAL_ERROR.message },
  })
  expect(response.text).not.toContain('select')
  expect(server.logLines.some((line) => line.includes('select secret from table'))).toBe(true)
})

test.each(['/healthz', '/readyz', '/api/v1/here', '/api/v1/paper', '/api/v1/no/such/call', '/elsewhere'])(
  '%s carries the security headers',
  async (path) => {
    const { headers } = await fetch(`${server.origin}${path}`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  },
)

test('a file is sent without the envelope', async () => {
  const response = await server.request('/paper')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=receipt.pdf')
  expect(response.text).toBe('%PDF-1.7')
})

test('the log contains path patterns and redacts secrets', async () => {
  await server.request('/things/ABCDEFGHJKLM?access_token=a-long-secret-value')
  await server.request('/here', { headers: { authorization: '' } })
  await server.request('/nowhere/secret-in-path')
  const all = server.logLines.join('')
  expect(all).toContain('"path":"/things/:reference"')
  for (const secret of [
    'ABCDEFGHJKLM',
    'a-long-secret',
    'secret-a',
    'secret-b',
    'secret-c',
    'secret-in-path',
  ]) {
    expect(all).not.toContain(secret)
  }
})

test('only the web server can identify the browser, and handlers get the session as a digest', async () => {
  const response = await server.post('/things/buy', good, server.browserHeaders('my-session', '102.89.7.7'))
  expect(response.body.data).toMatchObject({
    client: '102.89.7.7',
    session: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const [payload, mac] = server.browserHeaders('my-session')['x-sanwo-shell']!.split('.')
  const changed = Buffer.from(
    JSON.stringify({ ip: '1.2.3.4', session: 'my-session', at: Date.now() }),
  ).toString('base64url')
  for (const header of [`${changed}.${mac}`, `${payload}.`, 'nonsense', `${payload}.${mac}.more`]) {
    const forged = await server.post('/things/buy', good, { 'x-sanwo-shell': header })
    expect(forged.body.data).toMatchObject({ client: '127.0.0.1', session: null })
  }
})

test('a client over its limit gets Retry-After, and other clients are not affected', async () => {
  const from = (ip: string) => server.request('/guess', { headers: server.browserHeaders('', ip) })
  for (let attempt = 0; attempt < 3; attempt++) expect((await from('102.89.2.2')).httpStatus).toBe(200)
  const spent = await from('102.89.2.2')
  expect(spent).toMatchObject({
    httpStatus: 429,
    body: { status: 'error', message: errors.TOO_MANY.message },
  })
  expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(250)
  expect((await from('102.89.2.3')).httpStatus).toBe(200)
})

test('a webhook handler gets the raw bytes and responds as its provider expects', async () => {
  const response = await server.post('/webhooks/acme', '{ "a" :1}', { 'x-signature': 'signed' })
  expect(response.text).toBe('{ "a" :1} signed')
  expect(await server.post('/webhooks/unknown', '{}')).toMatchObject({ httpStatus: 404 })
})
