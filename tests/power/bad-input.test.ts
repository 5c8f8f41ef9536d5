import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const lookup = '/services/electricity/get-meter-info'
const initiate = '/payments/initiate'
const validBodies = {
  [lookup]: () => ({
    meter_number: prepaidMeter(),
    meter_type: 'prepaid',
    phone_number: '08031234567',
    amount: 2000,
    meter_disco: 'ikeja',
  }),
  [initiate]: () => ({
    order_reference: 'ABCDEFGH2345',
    amount: 2100,
    payment_for: 'electricity',
    payment_method: 'CARD',
  }),
  '/actions/get-power-history': () => ({ meter_number: prepaidMeter(), phone_number: '08031234567' }),
  '/services/electricity/process-subscription': () => ({ serviceId: 'ABCDEFGH2345' }),
  '/payments/return': () => ({ gateway: 'paystack', reference: 'SW-1' }),
} as const
type Path = keyof typeof validBodies

const hugeText = 'A'.repeat(50_000)
const neverValid = [null, [], {}, ['x'], { $gt: '' }, true, hugeText, '', '   ']
const amounts = [
  ...neverValid.slice(0, 6),
  hugeText,
  '',
  '1e3',
  '5e2',
  '-2000',
  -2000,
  0,
  99.99,
  '99',
  500_000.01,
  500_001,
  1_000_000_000_000,
  '100.005',
  100.001,
  'NaN',
  'Infinity',
  '0x7d0',
  '२०००',
  '2,000',
  '2000 naira',
  '\u0000',
]

const table: [Path, string, readonly unknown[]][] = [
  [
    lookup,
    'meter_number',
    [
      ...neverValid,
      '1',
      '1'.repeat(21),
      "11' or 1=1 --",
      '<script>',
      '１１１１１１１１１１１',
      '1111111111\u0000',
    ],
  ],
  [lookup, 'meter_type', [...neverValid, 'PREPAID', 'constructor', '__proto__']],
  [
    lookup,
    'phone_number',
    [...neverValid, '12345', '+14155550123', '0803123456789012345678', 'phone', '0000000000'],
  ],
  [lookup, 'amount', amounts],
  [lookup, 'meter_disco', [...neverValid, 'ikeja-electric', 'constructor', '__proto__', 'IKEJA\u0000']],
  [initiate, 'order_reference', [...neverValid, 'abcdefgh2345', 'ABCDEFGHI0O1', 'ABCDEFGH23456']],
  [initiate, 'service_id', [[], {}, 'x', 7]],
  [initiate, 'amount', [null, [], {}, true, '1e3', '-1', 100.001, 'NaN', '', hugeText]],
  [initiate, 'service_charge', [[], {}, '1e2', -1, 1.001]],
  [initiate, 'payment_for', [...neverValid, 'power', '__proto__']],
  [initiate, 'payment_method', [...neverValid, 'card', 'CASH']],
  [
    initiate,
    'email',
    [
      'ada',
      'ada@',
      '@example.com',
      'a@b\r\nBcc: x@y.z',
      'ada\u0000@example.com',
      [],
      {},
      `${'a'.repeat(260)}@example.com`,
    ],
  ],
  [initiate, 'description', [[], {}, 7, hugeText]],
  [initiate, 'device_id', [[], {}, 7]],
  [initiate, 'save_card', ['yes', 1, []]],
  ['/actions/get-power-history', 'meter_number', [...neverValid, '1']],
  ['/actions/get-power-history', 'phone_number', [null, [], {}, hugeText, '']],
  ['/services/electricity/process-subscription', 'serviceId', [...neverValid, 'x']],
  ['/services/electricity/process-subscription', 'accessToken', [[], {}, 7]],
  ['/payments/return', 'gateway', [...neverValid, 'stripe']],
  ['/payments/return', 'reference', [null, [], {}, hugeText, 'SW-\u0000', '../x']],
]

test.each(table)(
  '%s rejects invalid values of %s, names the field, and stores nothing',
  async (path, field, values) => {
    const before = await countRows()
    const eve = app.createGuest()
    for (const value of values) {
      const response = await eve.postJson(path, { ...validBodies[path](), [field]: value })
      const sample = JSON.stringify(value)?.slice(0, 40)
      expect(response, sample).toMatchObject({
        httpStatus: 422,
        status: 'error',
        message: expect.any(String),
      })
      expect(
        Object.keys(response.errors ?? {}).map((item) => item.split('.')[0]),
        sample,
      ).toContain(field)
      expect(JSON.stringify(response), sample).not.toMatch(/zod|stack|at \w+ \(|select |\/work\//i)
    }
    expect(await countRows()).toEqual(before)
  },
)

test.each(Object.keys(validBodies) as Path[])(
  '%s rejects a missing body, and a body that is not an object',
  async (path) => {
    const eve = app.createGuest()
    for (const body of [null, [], 'text', 7, {}]) {
      const response = await eve.postJson(path, body)
      expect(response.httpStatus).toBeGreaterThanOrEqual(400)
      expect(response.httpStatus).toBeLessThan(500)
      expect(response.status).toBe('error')
    }
  },
)

test('unlisted fields are dropped: a caller cannot set a price, a state or an owner', async () => {
  const ada = app.createGuest()
  const body = JSON.stringify({
    ...validBodies[lookup](),
    state: 'paid',
    total_amount: 1,
    service_charge: 0,
    user_id: 'x',
    total_kobo: 1,
  })
  const response = await ada.postJson<{ order_reference: string; total_amount: number }>(
    lookup,
    JSON.parse(body.replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},')),
  )
  expect(response).toMatchObject({ httpStatus: 200, data: { total_amount: 2100, service_charge: 100 } })
  expect(await app.orderRow(response.data.order_reference)).toMatchObject({
    state: 'quoted',
    user_id: null,
    total_kobo: 210_000n,
  })
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([
  ['2000', 2000],
  [' 2000.50 ', 2000.5],
  [500_000, 500_000],
])('the amount %j is parsed as naira', async (amount, naira) => {
  const { httpStatus, data } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter(), amount })
  expect({ httpStatus, amount: data.amount }).toEqual({ httpStatus: 200, amount: naira })
})

test('an unknown meter, or one of the other type, is not found, and nothing is stored', async () => {
  const before = await countRows()
  const ada = app.createGuest()
  for (const input of [
    { meter_number: '99887766554' },
    { meter_number: prepaidMeter(), meter_type: 'postpaid' },
  ]) {
    const response = await ada.lookUpMeter(input)
    expect(response.httpStatus).toBe(422)
    expect(Object.keys(response.errors ?? {})).toEqual(['meter_number'])
  }
  expect(await countRows()).toEqual(before)
})

test('repeated equal requests of one browser create one order; those of two browsers create two', async () => {
  const meter_number = prepaidMeter()
  const ada = app.createGuest()
  const responses = await Promise.all(Array.from({ length: 8 }, () => ada.lookUpMeter({ meter_number })))
  expect(new Set(responses.map((item) => item.data.order_reference)).size).toBe(1)
  const eve = await app.createGuest().lookUpMeter({ meter_number })
  expect(eve.data.order_reference).not.toBe(responses[0]?.data.order_reference)
  const otherAmount = await ada.lookUpMeter({ meter_number, amount: 3000 })
  expect(otherAmount.data.order_reference).not.toBe(responses[0]?.data.order_reference)
})

/** Row counts that invalid input must not change. */
async function countRows() {
  const of = async (table: 'orders' | 'payments' | 'customer_lookups' | 'ledger_entries') => {
    const row = await app.db.q
      .selectFrom(table)
      .select((item) => item.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(row.rows)
  }
  return {
    orders: await of('orders'),
    payments: await of('payments'),
    customerLookups: await of('customer_lookups'),
    entries: await of('ledger_entries'),
  }
}
