import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

async function lookUp(meter_number: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${app.origin}/api/v1/services/electricity/get-meter-info`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      meter_number,
      meter_type: 'prepaid',
      phone_number: '08031234567',
      amount: 2000,
      meter_disco: 'ikeja',
    }),
  })
  return response.status
}
const meter = (range: string, at: number) => `11${range}${String(at).padStart(3, '0')}`
const statuses = (numbers: readonly string[], headersOf: () => Record<string, string>) =>
  Promise.all(numbers.map((number) => lookUp(number, headersOf())))
const count = (answers: readonly number[], httpStatus: number) =>
  answers.filter((item) => item === httpStatus).length
/** Numbers far apart from one another. */
const spread = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `11${String((from + at) * 7_919).padStart(6, '0')}005`)

test('a browser that looks up one new number after another is rate-limited; others on its IP address are not', async () => {
  const headers = app.headersForIp('102.91.0.1')
  const answers = await statuses(spread(1, 104), () => headers)
  expect([count(answers, 200), count(answers, 429)]).toEqual([100, 4])
  // A number that was just looked up gets the same response as before.
  const matchingNumber = spread(1, 104)[answers.indexOf(200)] ?? ''
  expect(await lookUp(matchingNumber, headers)).toBe(200)
  const others = await statuses(spread(200, 40), () => app.headersForIp('102.91.0.1'))
  expect(count(others, 429)).toBe(0)
})

test('lookups of neighbouring numbers are limited per IP address and in total; other ranges stay open', async () => {
  const range = (name: string, from: number, count: number) =>
    Array.from({ length: count }, (_, at) => meter(name, from + at))
  const lookUpFrom = (ip: string, numbers: string[]) => statuses(numbers, () => app.headersForIp(ip))
  // Simulates 116 earlier lookups of neighbouring numbers from this IP address.
  await app.context.limits.consume('lookup_range_pair', '102.91.0.2 power 11424242', 116)
  expect(count(await lookUpFrom('102.91.0.2', range('424242', 100, 7)), 200)).toBe(4)
  expect(count(await lookUpFrom('102.91.0.2', range('434343', 100, 3)), 200)).toBe(3)
  expect(count(await lookUpFrom('102.91.0.3', range('424242', 200, 3)), 200)).toBe(3)
  await app.context.limits.consume('lookup_range', 'power 11424242', 390)
  expect(count(await lookUpFrom('102.91.0.4', range('424242', 300, 7)), 200)).toBeLessThanOrEqual(4)
  expect(count(await lookUpFrom('102.91.0.4', range('454545', 300, 3)), 200)).toBe(3)
})

test('guests who use up the lookups that all guests share leave those of verified users', async () => {
  const [verified, unverified] = [await createUser(app), await createUser(app, { verified: false })]
  await app.context.limits.clear('lookup_everybody', 'power')
  await app.context.settings.change('limit_lookup_everybody', 1)
  onTestFinished(async () => {
    await app.context.settings.change('limit_lookup_everybody', null)
  })
  const [first = '', second = '', third = '', fourth = ''] = spread(700, 4)
  expect(await lookUp(first, app.headersForIp('102.91.0.7'))).toBe(200)
  expect(await lookUp(second, app.headersForIp('102.91.0.8'))).toBe(429)
  expect((await unverified.lookUpMeter({ meter_number: third })).httpStatus).toBe(429)
  expect((await verified.lookUpMeter({ meter_number: fourth })).httpStatus).toBe(200)
})

test('the unpaid orders of one client are limited, also those of services without a lookup', async () => {
  const quote = async (ip: string) => {
    const response = await fetch(`${app.origin}/api/v1/services/airtime/record/create`, {
      method: 'POST',
      headers: { ...app.headersForIp(ip), 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number: '08010000099', amount: 500, selected_provider: 'MTN' }),
    })
    return response.status
  }
  await app.context.limits.consume('quote_client', '102.91.0.8', 6_000)
  // No point is restored for a minute.
  await sql`update rate_limits set expire = expire + 60000 where key like 'quote_client:%'`.execute(app.db.q)
  expect(await quote('102.91.0.8')).toBe(429)
  expect(await quote('102.91.0.9')).toBe(200)
})
