import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createLimits, Refused, route } from '../../server/http/index.ts'
import { call } from '../../shared/contract.ts'
import { type ErrorCode, errors } from '../../shared/errors.ts'
import { Naira, text } from '../../shared/fields.ts'
import { OrderReference } from '../../shared/references.ts'
import { apiHouse, type House, silent } from './house.ts'

const common = { audience: 'anyone', summary: 'A call of this test', data: z.unknown(), errors: [] } as const
const buy = call({
  ...common,
  name: 'buy',
  method: 'POST',
  path: '/things/buy',
  body: z.object({
    meter_number: text('Please enter the number on your meter card.', 20),
    amount: Naira,
    kind: z.enum(['prepaid', 'postpaid']),
    place: z.optional(z.object({ town: z.string() })),
  }),
})
const look = call({
  ...common,
  name: 'look',
  method: 'GET',
  path: '/things/{reference}',
  params: z.object({ reference: OrderReference }),
  query: z.object({ access_token: z.optional(z.string().check(z.minLength(8))) }),
})
const paper = call({ ...common, name: 'paper', method: 'GET', path: '/paper', answers: 'application/pdf' })
const lookHere = call({ ...common, name: 'lookHere', method: 'GET', path: '/here' })
const trouble = call({ ...common, name: 'trouble', method: 'GET', path: '/trouble' })
const refuse = call({
  ...common,
  name: 'refuse',
  method: 'GET',
  path: '/refuse/{code}',
  params: z.object({ code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]) }),
})
const guess = call({ ...common, name: 'guess', method: 'GET', path: '/guess' })

let house: House

beforeAll(async () => {
  house = await apiHouse((db) => {
    const limits = createLimits({ db, log: silent, pointsOf: async () => 3 })
    return {
      routes: [
        route(buy, async ({ body, session, client }) => ({
          data: { ...body, amount: String(body.amount), session: session?.toString('hex') ?? null, client },
          status: 'created',
          http: 201,
          message: 'Bought.',
        })),
        route(look, async ({ params, query }) => ({ data: { ...params, ...query } })),
        route(paper, async () => ({
          file: Buffer.from('%PDF-1.7'),
          type: 'application/pdf',
          name: 'receipt.pdf',
        })),
        route(lookHere, async ({ log }) => {
          log.info(
            { access_token: 'secret-a', card: { token: 'secret-b' }, authorization: 'Bearer secret-c' },
            'seen',
          )
          return { status: 'pending', http: 202 }
        }),
        route(trouble, async () => {
          throw new Error('select secret from table')
        }),
        route(refuse, async ({ params }) => {
          throw new Refused(params.code, { retryAfterSeconds: 7 })
        }),
        route(guess, async ({ client }) => {
          await limits.spend('receipt_client', client)
          return {}
        }),
      ],
      webhooks: [
        {
          party: 'acme',
          receive: async ({ raw, headers }) => ({
            http: 200,
            text: `${raw.toString('utf8')} ${headers['x-signature']}`,
          }),
        },
      ],
    }
  })
})
afterAll(() => house.close())

const good = { meter_number: '11000000001', amount: '1500.50', kind: 'prepaid' }

test('an answer is the envelope, with the status of the call', async () => {
  const reply = await house.post('/things/buy', good)
  expect(reply.http).toBe(201)
  expect(reply.body).toMatchObject({ status: 'created', message: 'Bought.', data: { amount: '150050' } })
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
})

test('every wrong field is named once, with a sentence, nested ones by dots', async () => {
  const reply = await house.post('/things/buy', { amount: '1e3', kind: 'both', place: { town: 7 } })
  expect(reply.http).toBe(422)
  expect(reply.body).toEqual({
    status: 'error',
    message: errors.INVALID.says,
    errors: {
      meter_number: ['Please enter the number on your meter card.'],
      amount: ['Please enter an amount in naira, like 5000 or 1500.50.'],
      kind: ['Please choose one of the values offered.'],
      'place.town': ['We cannot read this. Please check it.'],
    },
  })
})

test.each(['1e3', '1E3', '100.00000000000000001', '-1', '100.005', 'true', '[100]'])(
  'the amount %s is refused',
  async (amount) => {
    const reply = await house.post(
      '/things/buy',
      `{"meter_number":"11000000001","kind":"prepaid","amount":${amount}}`,
    )
    expect(reply.http).toBe(422)
    expect(reply.body.errors).toHaveProperty('amount')
  },
)

test('fields that the contract does not list never reach the handler', async () => {
  const sent = JSON.stringify(good).replace(
    '{',
    '{"is_manager":true,"__proto__":{"is_manager":true},"user_id":"1",',
  )
  const reply = await house.post('/things/buy', sent)
  expect(Object.keys(reply.body.data as object).sort()).toEqual([
    'amount',
    'client',
    'kind',
    'meter_number',
    'session',
  ])
  expect(({} as Record<string, unknown>).is_manager).toBeUndefined()
})

test('what cannot be read is refused with the envelope', async () => {
  const post = (body: string, type = 'application/json') =>
    house.ask('/things/buy', { method: 'POST', body, headers: { 'content-type': type } })
  expect(await post('{"meter')).toMatchObject({
    http: 400,
    body: { status: 'error', message: errors.MALFORMED.says },
  })
  expect(await post('[]')).toMatchObject({ http: 400, body: { status: 'error' } })
  expect(await post('7')).toMatchObject({ http: 400, body: { status: 'error' } })
  expect(await post('a=1', 'application/x-www-form-urlencoded')).toMatchObject({
    http: 415,
    body: { message: errors.NOT_JSON.says },
  })
  expect(await post(JSON.stringify({ ...good, more: 'x'.repeat(110_000) }))).toMatchObject({
    http: 413,
    body: { status: 'error' },
  })
  expect(await house.ask('/things/buy', { method: 'POST' })).toMatchObject({
    http: 422,
    body: { status: 'error' },
  })
  expect(await house.ask('/things/%E0%A4%A')).toMatchObject({ http: 400, body: { status: 'error' } })
})

test('an unknown path is 404, a known path with a wrong method 405 and says which there are', async () => {
  expect(await house.ask('/no/such/call')).toMatchObject({
    http: 404,
    body: { status: 'error', message: errors.NOT_FOUND.says },
  })
  const wrong = await house.ask('/things/buy', { method: 'DELETE' })
  expect(wrong).toMatchObject({ http: 405, body: { status: 'error' } })
  expect(wrong.headers.get('allow')).toBe('POST, OPTIONS')
  const options = await house.ask('/here', { method: 'OPTIONS' })
  expect(options.http).toBe(204)
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect(await house.ask('/here', { method: 'HEAD' })).toMatchObject({ http: 202, text: '' })
})

test('a reference that cannot exist answers like one that does not', async () => {
  expect(await house.ask('/things/nothing')).toMatchObject({
    http: 404,
    body: { message: errors.NOT_FOUND.says },
  })
  expect(await house.ask('/things/ABCDEFGHJKLM')).toMatchObject({
    http: 200,
    body: { data: { reference: 'ABCDEFGHJKLM' } },
  })
})

test('a query parameter that is wrong is named', async () => {
  const short = await house.ask('/things/ABCDEFGHJKLM?access_token=1')
  expect(short).toMatchObject({
    http: 422,
    body: { errors: { access_token: ['Please use at least 8 characters.'] } },
  })
  expect(await house.ask('/things/ABCDEFGHJKLM?access_token=aaaaaaaaa&access_token=bbbbbbbbb')).toMatchObject(
    { http: 422 },
  )
})

test.each(Object.keys(errors) as ErrorCode[])('%s answers with its own status and sentence', async (code) => {
  const reply = await house.ask(`/refuse/${code}`)
  expect(reply.http).toBe(errors[code].status)
  expect(reply.body).toEqual({ status: 'error', message: errors[code].says })
  expect(reply.headers.get('retry-after')).toBe('7')
})

test('a failure of ours tells nothing of how we work, and its stack goes to the log', async () => {
  const reply = await house.ask('/trouble')
  expect(reply).toMatchObject({ http: 500, body: { status: 'error', message: errors.OURS.says } })
  expect(reply.text).not.toContain('select')
  expect(house.logged.some((line) => line.includes('select secret from table'))).toBe(true)
})

test('a document is sent as itself', async () => {
  const reply = await house.ask('/paper')
  expect(reply.headers.get('content-type')).toBe('application/pdf')
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename=receipt.pdf')
  expect(reply.text).toBe('%PDF-1.7')
})

test('the log knows paths by their pattern and blots secrets out', async () => {
  await house.ask('/things/ABCDEFGHJKLM?access_token=a-long-secret-value')
  await house.ask('/here', { headers: { authorization: '' } })
  await house.ask('/nowhere/secret-in-path')
  const all = house.logged.join('')
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

test('only the shell can say who the browser is, and a session reaches us as its digest', async () => {
  const named = await house.post('/things/buy', good, house.browser('my-session', '102.89.7.7'))
  expect(named.body.data).toMatchObject({
    client: '102.89.7.7',
    session: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const [word, mac] = house.browser('my-session')['x-sanwo-shell']!.split('.')
  const changed = Buffer.from(
    JSON.stringify({ ip: '1.2.3.4', session: 'my-session', at: Date.now() }),
  ).toString('base64url')
  for (const header of [`${changed}.${mac}`, `${word}.`, 'nonsense', `${word}.${mac}.more`]) {
    const forged = await house.post('/things/buy', good, { 'x-sanwo-shell': header })
    expect(forged.body.data).toMatchObject({ client: '127.0.0.1', session: null })
  }
})

test('one client who spends a limit is told when to come back, and others go on', async () => {
  const from = (ip: string) => house.ask('/guess', { headers: house.browser('', ip) })
  for (let tries = 0; tries < 3; tries++) expect((await from('102.89.2.2')).http).toBe(200)
  const spent = await from('102.89.2.2')
  expect(spent).toMatchObject({ http: 429, body: { status: 'error', message: errors.TOO_MANY.says } })
  expect(Number(spent.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await from('102.89.2.3')).http).toBe(200)
})

test('a webhook gets the bytes as they were sent and answers as its party expects', async () => {
  const reply = await house.post('/webhooks/acme', '{ "a" :1}', { 'x-signature': 'signed' })
  expect(reply.text).toBe('{ "a" :1} signed')
  expect(await house.post('/webhooks/nobody', '{}')).toMatchObject({ http: 404 })
})
