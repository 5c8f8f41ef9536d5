import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MeterInfo } from '../../shared/power.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

interface OpenedOrder {
  reference: string
  service: string
  page: string
  access_token: string
  language: string
}

let app: TestApp
let info: MeterInfo
let code: string
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  const ada = app.createGuest()
  info = (await ada.buyElectricity({ meter_number: prepaidMeter() })).info
  await ada.processOrder(info)
  code = await eventually(async () => {
    await app.runDueJobs()
    const texts = (await app.smsMessages()).map(({ text }) => text)
    return texts.find((text) => text.includes(info.order_reference))?.match(/\/o\/([\w-]{22})$/)?.[1]
  })
})
afterAll(() => app.close())

const open = (linkCode: string, ip: string) =>
  app.createGuest().postJson<OpenedOrder>('/orders/open-link', { code: linkCode }, app.headersForIp(ip))

test('the link in the token SMS opens the order in any browser', async () => {
  const { httpStatus, data } = await open(code, '102.90.8.1')
  expect({ httpStatus, data }).toEqual({
    httpStatus: 200,
    data: {
      reference: info.order_reference,
      service: 'power',
      page: 'success',
      access_token: info.access_token,
      language: 'en',
    },
  })
})

test('the database has a hash of the code, never the code', async () => {
  const row = await app.orderRow(info.order_reference)
  expect(row.link_hash).toHaveLength(32)
  expect(Object.values(row).map(String).join(' ')).not.toContain(code)
})

test('two orders never have the same link', async () => {
  const bola = app.createGuest()
  const { data: first } = await bola.lookUpMeter({ meter_number: prepaidMeter() })
  const { data: second } = await bola.lookUpMeter({ meter_number: prepaidMeter() })
  const rows = await Promise.all([first, second].map((meter) => app.orderRow(meter.order_reference)))
  expect(rows[0]!.link_hash).not.toEqual(rows[1]!.link_hash)
})

test('a code that is malformed is invalid, and an unknown one is not found', async () => {
  for (const malformed of ['', 'short', `${code}x`, "' or 1=1 --aaaaaaaaaaa", 'ééééééééééééééééééééé1'])
    expect((await open(malformed, '102.90.8.2')).httpStatus).toBe(422)
  expect((await open('A'.repeat(22), '102.90.8.2')).httpStatus).toBe(404)
})

test('unknown codes are limited per IP address, and a correct code still opens', async () => {
  const answers = []
  for (let count = 0; count < 130; count++)
    answers.push((await open('B'.repeat(22), '102.90.8.3')).httpStatus)
  expect(answers[0]).toBe(404)
  expect(answers.at(-1)).toBe(429)
  expect((await open(code, '102.90.8.3')).httpStatus).toBe(200)
})
