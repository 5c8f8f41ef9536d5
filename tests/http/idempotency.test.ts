import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Actor, ApiError, issueSessionToken, route } from '../../server/http/index.ts'
import { defineEndpoint } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { startTestApi, type TestApi } from './setup.ts'

const pay = defineEndpoint({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  audience: 'anyone',
  summary: 'An endpoint of this test that moves money',
  requiresIdempotencyKey: true,
  body: z.object({ order: z.string() }),
  data: z.object({ payment: z.number() }),
  errors: [],
})

const approve = defineEndpoint({
  name: 'approve',
  method: 'POST',
  path: '/approve',
  audience: 'user',
  summary: 'An endpoint of this test that takes a PIN',
  requiresIdempotencyKey: true,
  body: z.object({ order: z.string(), auth_pin: z.string() }),
  data: z.object({ payment: z.number() }),
  errors: [],
})

const upload = defineEndpoint({
  name: 'upload',
  method: 'POST',
  path: '/upload',
  audience: 'anyone',
  summary: 'An endpoint of this test that takes a file',
  requiresIdempotencyKey: true,
  upload: { field: 'file', maxBytes: 1_000, optional: true },
  body: z.object({ order: z.string() }),
  data: z.object({ payment: z.number() }),
  errors: [],
})

/** An endpoint that earlier releases named `subscribePower`. */
const renamed = defineEndpoint({ ...pay, name: 'purchasePowerForUser', path: '/renamed' })

const assertPin = async (_actor: Actor, pin: string) => {
  if (pin !== '246810') throw new ApiError('PIN_WRONG', { field: 'auth_pin' })
}

let server: TestApi
let payments = 0
let duringPayment: () => Promise<void> = async () => {}

beforeAll(async () => {
  server = await startTestApi(() => ({
    routes: [
      route(pay, async ({ body }) => {
        const payment = ++payments
        await duringPayment()
        if (body.order === 'paid') throw new ApiError('ORDER_PAID')
        return { data: { payment }, message: 'Paid.' }
      }),
      route(renamed, async () => ({ data: { payment: ++payments }, message: 'Paid.' })),
      route(upload, async () => ({ data: { payment: ++payments } })),
      route(approve, async ({ body, actor }) => {
        await assertPin(actor, body.auth_pin)
        return { data: { payment: ++payments }, message: 'Approved.' }
      }),
    ],
    assertPin,
  }))
})
beforeEach(() => {
  payments = 0
  duringPayment = async () => {}
})
afterAll(() => server.close())

const sendPayment = (key: string, order = 'one', session = 'ada') =>
  server.post('/pay', { order }, { 'idempotency-key': key, ...server.browserHeaders(session) })

test('a repeated request gets the first response and does not pay twice', async () => {
  const first = await sendPayment('key-of-repeat')
  const second = await sendPayment('key-of-repeat')
  expect(first).toMatchObject({ httpStatus: 200, body: { message: 'Paid.', data: { payment: 1 } } })
  expect(second.body).toEqual(first.body)
  expect(payments).toBe(1)
})

test('a key stored by the previous release is found after its endpoint was renamed', async () => {
  const send = () => server.post('/renamed', { order: 'one' }, { 'idempotency-key': 'key-of-renamed' })
  await send()
  const { scope } = await server.db.q
    .selectFrom('idempotency_keys')
    .select('scope')
    .where('key', '=', 'key-of-renamed')
    .executeTakeFirstOrThrow()
  expect(scope).toBe('subscribePower anonymous')
  await send()
  expect(payments).toBe(1)
})

test('an ApiError is stored as the response', async () => {
  const first = await sendPayment('key-of-rejection', 'paid')
  const second = await sendPayment('key-of-rejection', 'paid')
  expect(first).toMatchObject({ httpStatus: 409, body: { message: errors.ORDER_PAID.message } })
  expect(second).toMatchObject({ httpStatus: 409, body: first.body })
  expect(payments).toBe(1)
})

test('a key used for another request is rejected', async () => {
  await sendPayment('key-of-one-thing', 'one')
  expect(await sendPayment('key-of-one-thing', 'two')).toMatchObject({
    httpStatus: 409,
    body: { message: errors.KEY_REUSED.message },
  })
  expect(payments).toBe(1)
})

test('a key used again with another file, or without it, is rejected', async () => {
  const send = (key: string, file?: { content: string; name: string }) => {
    const form = new FormData()
    form.append('order', 'one')
    if (file) form.append('file', new Blob([file.content]), file.name)
    const headers = { 'idempotency-key': key, ...server.browserHeaders('ada') }
    return server.request('/upload', { method: 'POST', body: form, headers })
  }
  const evidence = { content: 'The receipt', name: 'receipt.txt' }
  const first = await send('key-of-a-file', evidence)
  expect(first).toMatchObject({ httpStatus: 200, body: { data: { payment: 1 } } })
  expect((await send('key-of-a-file', evidence)).body).toEqual(first.body)
  const keyReused = { httpStatus: 409, body: { code: 'KEY_REUSED' } }
  expect(await send('key-of-a-file', { ...evidence, content: 'Another receipt' })).toMatchObject(keyReused)
  expect(await send('key-of-a-file', { ...evidence, name: 'other.txt' })).toMatchObject(keyReused)
  expect(await send('key-of-a-file')).toMatchObject(keyReused)
  expect(payments).toBe(1)
})

test("a key is scoped to the caller's browser session", async () => {
  await sendPayment('key-of-two-people', 'one', 'ada')
  expect(await sendPayment('key-of-two-people', 'one', 'bola')).toMatchObject({
    body: { data: { payment: 2 } },
  })
})

test('twenty concurrent requests with one key make one payment and get one response', async () => {
  duringPayment = () => pause(300)
  const responses = await Promise.all(Array.from({ length: 20 }, () => sendPayment('key-of-twenty')))
  expect(payments).toBe(1)
  for (const response of responses)
    expect(response).toMatchObject({ httpStatus: 200, body: { data: { payment: 1 } } })
})

test('an internal error is not stored', async () => {
  duringPayment = async () => {
    throw new Error('the first time fails')
  }
  expect((await sendPayment('key-of-failure')).httpStatus).toBe(500)
  duringPayment = async () => {}
  expect(await sendPayment('key-of-failure')).toMatchObject({
    httpStatus: 200,
    body: { data: { payment: 2 } },
  })
})

test('the key of a request abandoned by a crashed process can be claimed again after a minute', async () => {
  const abandonSince = (seconds: number) =>
    server.db.q
      .updateTable('idempotency_keys')
      .set({
        http_status: null,
        response: null,
        created_at: sql<Date>`now() - make_interval(secs => ${seconds})`,
      })
      .where('key', '=', 'key-of-crashed-process')
      .execute()
  await sendPayment('key-of-crashed-process')
  await abandonSince(5)
  expect(await sendPayment('key-of-crashed-process')).toMatchObject({
    httpStatus: 409,
    body: { message: errors.KEY_BUSY.message },
  })
  await abandonSince(61)
  expect(await sendPayment('key-of-crashed-process')).toMatchObject({
    httpStatus: 200,
    body: { data: { payment: 2 } },
  })
})

test('requests without a key are independent, and an invalid key is rejected', async () => {
  await server.post('/pay', { order: 'one' })
  await server.post('/pay', { order: 'one' })
  expect(payments).toBe(2)
  for (const key of ['short', 'has spaces in it', 'x'.repeat(101)]) {
    expect(await sendPayment(key)).toMatchObject({
      httpStatus: 400,
      body: { errors: { idempotency_key: [expect.any(String)] } },
    })
  }
})

describe('an endpoint that takes a PIN', () => {
  let sessionToken: string
  beforeAll(async () => {
    const row = { uniqueid: 'musa', name: 'musa', email: 'musa@example.com', phone: null }
    const { id } = await server.db.q.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
    sessionToken = await server.db.inTransaction((tx) => issueSessionToken(tx, id))
  })
  const sendApproval = (key: string, pin: Record<string, unknown>) => {
    const headers = { 'idempotency-key': key, authorization: `Bearer ${sessionToken}` }
    return server.post('/approve', { order: 'one', ...pin }, headers)
  }

  test('a repeated request with a wrong PIN is rejected, and one with the right PIN gets the first response', async () => {
    const first = await sendApproval('key-of-approval', { auth_pin: '246810' })
    expect(first).toMatchObject({ httpStatus: 200, body: { data: { payment: 1 } } })
    for (const auth_pin of ['000000', '', null, 246810])
      expect(await sendApproval('key-of-approval', { auth_pin })).toMatchObject({
        httpStatus: 422,
        body: { code: 'PIN_WRONG', errors: { auth_pin: [errors.PIN_WRONG.message] } },
      })
    expect(await sendApproval('key-of-approval', {})).toMatchObject({
      httpStatus: 409,
      body: { code: 'KEY_REUSED' },
    })
    expect((await sendApproval('key-of-approval', { auth_pin: '246810' })).body).toEqual(first.body)
    expect(payments).toBe(1)
  })

  test('a wrong PIN is not final: the same key with the right PIN executes the request', async () => {
    expect(await sendApproval('key-of-typo', { auth_pin: '000000' })).toMatchObject({ httpStatus: 422 })
    expect(await sendApproval('key-of-typo', { auth_pin: '246810' })).toMatchObject({ httpStatus: 200 })
    expect(payments).toBe(1)
  })
})
