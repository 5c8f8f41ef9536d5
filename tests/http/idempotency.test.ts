import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refused, route } from '../../server/http/index.ts'
import { call } from '../../shared/contract.ts'
import { errors } from '../../shared/errors.ts'
import { apiHouse, type House } from './house.ts'

const pay = call({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  audience: 'anyone',
  summary: 'A call of this test that moves money',
  keyed: true,
  body: z.object({ order: z.string() }),
  data: z.object({ payment: z.number() }),
  errors: [],
})

let house: House
let payments = 0
let meanwhile: () => Promise<void> = async () => {}

beforeAll(async () => {
  house = await apiHouse(() => ({
    routes: [
      route(pay, async ({ body }) => {
        const payment = ++payments
        await meanwhile()
        if (body.order === 'paid') throw new Refused('ORDER_PAID')
        return { data: { payment }, message: 'Paid.' }
      }),
    ],
  }))
})
beforeEach(() => {
  payments = 0
  meanwhile = async () => {}
})
afterAll(() => house.close())

const paying = (key: string, order = 'one', session = 'ada') =>
  house.post('/pay', { order }, { 'idempotency-key': key, ...house.browser(session) })

test('a repeat gets the first answer, and nothing happens twice', async () => {
  const first = await paying('key-of-repeat')
  const second = await paying('key-of-repeat')
  expect(first).toMatchObject({ http: 200, body: { message: 'Paid.', data: { payment: 1 } } })
  expect(second.body).toEqual(first.body)
  expect(payments).toBe(1)
})

test('a refusal is an answer too', async () => {
  const first = await paying('key-of-refusal', 'paid')
  const second = await paying('key-of-refusal', 'paid')
  expect(first).toMatchObject({ http: 409, body: { message: errors.ORDER_PAID.says } })
  expect(second).toMatchObject({ http: 409, body: first.body })
  expect(payments).toBe(1)
})

test('the key of one request does not open another', async () => {
  await paying('key-of-one-thing', 'one')
  expect(await paying('key-of-one-thing', 'two')).toMatchObject({
    http: 409,
    body: { message: errors.KEY_REUSED.says },
  })
  expect(payments).toBe(1)
})

test("one browser's key means nothing in another browser", async () => {
  await paying('key-of-two-people', 'one', 'ada')
  expect(await paying('key-of-two-people', 'one', 'bola')).toMatchObject({ body: { data: { payment: 2 } } })
})

test('twenty repeats at once are one payment with one answer', async () => {
  meanwhile = () => pause(300)
  const replies = await Promise.all(Array.from({ length: 20 }, () => paying('key-of-twenty')))
  expect(payments).toBe(1)
  for (const reply of replies) expect(reply).toMatchObject({ http: 200, body: { data: { payment: 1 } } })
})

test('a failure of ours is not remembered', async () => {
  meanwhile = async () => {
    throw new Error('the first time fails')
  }
  expect((await paying('key-of-failure')).http).toBe(500)
  meanwhile = async () => {}
  expect(await paying('key-of-failure')).toMatchObject({ http: 200, body: { data: { payment: 2 } } })
})

test('a key whose request died with its process is free again after a minute', async () => {
  const died = (seconds: number) =>
    house.db.q
      .updateTable('idempotency_keys')
      .set({ http: null, answer: null, created_at: sql<Date>`now() - make_interval(secs => ${seconds})` })
      .where('key', '=', 'key-of-the-dead')
      .execute()
  await paying('key-of-the-dead')
  await died(5)
  expect(await paying('key-of-the-dead')).toMatchObject({
    http: 409,
    body: { message: errors.KEY_BUSY.says },
  })
  await died(61)
  expect(await paying('key-of-the-dead')).toMatchObject({ http: 200, body: { data: { payment: 2 } } })
})

test('without a key each request stands for itself, and a key that is none is refused', async () => {
  await house.post('/pay', { order: 'one' })
  await house.post('/pay', { order: 'one' })
  expect(payments).toBe(2)
  for (const key of ['short', 'has spaces in it', 'x'.repeat(101)]) {
    expect(await paying(key)).toMatchObject({
      http: 400,
      body: { errors: { idempotency_key: [expect.any(String)] } },
    })
  }
})
