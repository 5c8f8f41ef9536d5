import { afterAll, beforeAll, expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

interface OrderMatch {
  reference: string
  service: string
  page: string
  access_token: string
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const phone = '0803 123 4567'
const paidOrder = async (): Promise<MeterInfo> => {
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await ada.processOrder(info)
  return info
}
const proofOf = ({ order_reference, meter_number }: MeterInfo) => ({
  reference: order_reference,
  phone,
  last_four: meter_number.slice(-4),
})
/** Another browser, on its own network. */
let networks = 0
const guestOnAnotherNetwork = () => ({
  guest: app.createGuest(),
  headers: app.headersForIp(`102.90.7.${++networks}`),
})

async function findOrder(proof: object, headers: Record<string, string>) {
  const response = await fetch(`${app.origin}/api/v1/orders/find`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  })
  return {
    httpStatus: response.status,
    ...((await response.json()) as { message: string; data: OrderMatch }),
  }
}

test('a paid order opens in another browser with its reference, phone and the last digits of the meter', async () => {
  const info = await paidOrder()
  const { guest, headers } = guestOnAnotherNetwork()
  expect((await guest.getOrderStatus(info)).httpStatus).toBe(404)
  const { httpStatus, data } = await findOrder(proofOf(info), headers)
  expect({ httpStatus, data }).toEqual({
    httpStatus: 200,
    data: {
      reference: info.order_reference,
      service: 'power',
      page: 'success',
      access_token: info.access_token,
    },
  })
  const state = await guest.fetchJson(`/orders/${data.reference}/state?access_token=${data.access_token}`)
  expect(state).toMatchObject({ httpStatus: 200, data: { state: 'delivered' } })
})

test('spaces, dashes and lowercase letters are accepted', async () => {
  const info = await paidOrder()
  const { order_reference: reference } = info
  const typed = `${reference.slice(0, 4)} ${reference.slice(4, 8)}-${reference.slice(8)}`.toLowerCase()
  const proof = { ...proofOf(info), reference: typed, phone: '+234 803-123-4567' }
  expect((await findOrder(proof, guestOnAnotherNetwork().headers)).httpStatus).toBe(200)
})

test('an order of every service opens with the same three values', async () => {
  const person = await createUser(app, { walletKobo: 5_000_000n })
  for (const service of services) {
    const reference = await person.buy(service)
    const order = await app.orderRow(reference)
    const proof = { reference, phone: order.phone, last_four: order.beneficiary.slice(-4) }
    expect(await findOrder(proof, guestOnAnotherNetwork().headers)).toMatchObject({
      httpStatus: 200,
      data: { service, reference },
    })
  }
})

test('every mismatch gets the same response, and after five the correct values are rejected for that network too', async () => {
  const info = await paidOrder()
  const right = proofOf(info)
  const misses = [
    { ...right, last_four: right.last_four === '0000' ? '1111' : '0000' },
    { ...right, phone: '08039999999' },
    { ...right, phone: 'unknown' },
    { ...right, reference: 'ABCDEFGH2345' },
    { ...right, reference: "' or 1=1" },
  ]
  const answers = await Promise.all(misses.map((miss) => findOrder(miss, guestOnAnotherNetwork().headers)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ httpStatus: 404, message: 'No record found' })

  const { headers } = guestOnAnotherNetwork()
  for (const reference of [right.reference, 'ABCDEFGH2346']) {
    const wrong = { ...right, reference, phone: '08039999999' }
    const attempts = await Promise.all(Array.from({ length: 9 }, () => findOrder(wrong, headers)))
    expect(attempts.map(({ httpStatus }) => httpStatus).sort()).toEqual([
      ...Array(5).fill(404),
      ...Array(4).fill(429),
    ])
  }
  expect((await findOrder(right, headers)).httpStatus).toBe(429)
  expect((await findOrder(right, guestOnAnotherNetwork().headers)).httpStatus).toBe(200)
})

test('correct values do not count against the limit', async () => {
  const info = await paidOrder()
  const { headers } = guestOnAnotherNetwork()
  for (let attempt = 0; attempt < 8; attempt++)
    expect((await findOrder(proofOf(info), headers)).httpStatus).toBe(200)
})

test('proof of ownership does not allow a browser to submit a refund account', async () => {
  await app.injectFault('paystack', 'refund_needs_attention')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await ada.getOrderStatus(info)).data.refund_account !== undefined)
  const { guest, headers } = guestOnAnotherNetwork()
  const { data } = await findOrder(proofOf(info), headers)
  expect(data).toMatchObject({ page: 'process' })
  const named = await guest.postJson(`/orders/${data.reference}/refund-account`, {
    bank_code: '058',
    account_number: '0123456789',
    access_token: data.access_token,
  })
  expect(named.httpStatus).toBe(403)
})

test('an unpaid order that was found shows its details in that browser, which pays for it', async () => {
  const { data: info } = await app.createGuest().lookUpMeter({ meter_number: prepaidMeter() })
  const browser = app.createGuest()
  const detailsPath = `/services/electricity/get-customer-info/${info.order_reference}`
  expect((await browser.fetchJson(detailsPath)).httpStatus).toBe(404)
  const found = await browser.postJson<OrderMatch>('/orders/find', proofOf(info))
  expect([found.httpStatus, found.data.page]).toEqual([200, 'details'])
  const details = await browser.fetchJson<MeterInfo>(detailsPath)
  expect(details.httpStatus).toBe(200)
  const { data } = await browser.initiatePayment(details.data)
  await browser.payAtCheckout(data.checkoutUrl)
  expect((await browser.getOrderStatus(info)).httpStatus).toBe(200)
})
