import { expect, test } from 'vitest'
import { listeningApp, requestId, simulators } from './setup.ts'

const fast = { duplicateWindowSeconds: 0 }
const buy = (overrides: object) => ({ request_id: requestId(), phone: '08010000099', ...overrides })

test('smartcards and profiles can be looked up; phones and WAEC cannot', async () => {
  const { vtpass } = await simulators()
  const lookUp = async (serviceID: string, billersCode: string, type?: string) =>
    (await vtpass('/merchant-verify', { billersCode, serviceID, type })).json().content
  expect(await lookUp('dstv', '1212121212')).toMatchObject({
    Customer_Name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
    Customer_Type: 'DSTV',
  })
  expect(await lookUp('gotv', '1200000099')).toMatchObject({
    Due_Date: expect.stringMatching(/^\d\d-FEB-27$/),
  })
  expect(await lookUp('startimes', '1200000099')).toMatchObject({ Balance: 0, WrongBillersCode: false })
  expect(await lookUp('jamb', '0123456789', 'utme-mock')).toMatchObject({ Customer_Name: expect.any(String) })
  for (const [service, number] of [
    ['dstv', '9999999999'],
    ['showmax', '08011111111'],
    ['mtn', '08011111111'],
    ['waec', '1212121212'],
  ] as const) {
    expect((await lookUp(service, number)).error, service).toContain('not correct')
  }
})

test('exam PINs and vouchers are returned in the documented fields of each product', async () => {
  const { vtpass } = await simulators(fast)
  const pay = async (overrides: object) => (await vtpass('/pay', buy(overrides))).json()
  const waec = await pay({ serviceID: 'waec', variation_code: 'waecdirect', quantity: 2 })
  expect(waec).toMatchObject({
    code: '000',
    amount: '7800.00',
    cards: [
      { Serial: expect.stringMatching(/^WRN\d{9}$/), Pin: expect.stringMatching(/^\d{12}$/) },
      { Serial: expect.any(String), Pin: expect.any(String) },
    ],
    content: { transactions: { unit_price: '3900.00', quantity: 2, total_amount: 7683 } },
  })
  expect(waec.purchased_code).toBe(
    waec.cards
      .map((card: { Serial: string; Pin: string }) => `Serial No:${card.Serial}, pin: ${card.Pin}`)
      .join('||'),
  )
  const registration = { serviceID: 'waec-registration', variation_code: 'waec-registraion' }
  expect(await pay(registration)).toMatchObject({ tokens: [expect.stringMatching(/^\d{12}$/)] })
  const jamb = { serviceID: 'jamb', variation_code: 'utme-mock', billersCode: '0123456789' }
  expect(await pay(jamb)).toMatchObject({ Pin: expect.stringMatching(/^Pin : \d{15}$/) })
  const showmax = { serviceID: 'showmax', variation_code: 'full_3', billersCode: '08011111111' }
  const purchase = await pay(showmax)
  expect(purchase).toMatchObject({ Voucher: [expect.stringMatching(/^SHMVHXQ\d{6}$/)] })
  expect((await vtpass('/requery', { request_id: purchase.requestId })).json().Voucher).toEqual(
    purchase.Voucher,
  )
})

test('a DStv bouquet requires a subscription type and a StarTimes bouquet does not; a quantity has limits', async () => {
  const { vtpass, providerRecords } = await simulators(fast)
  const code = async (overrides: object) => (await vtpass('/pay', buy(overrides))).json().code
  const dstv = { serviceID: 'dstv', variation_code: 'dstv-padi', billersCode: '1212121212' }
  expect(await code(dstv)).toBe('011')
  expect(await code({ ...dstv, subscription_type: 'change' })).toBe('000')
  const star = { serviceID: 'startimes', variation_code: 'nova', billersCode: '1212121212' }
  expect(await code(star)).toBe('000')
  const waec = { serviceID: 'waec', variation_code: 'waecdirect' }
  expect(await code({ ...waec, quantity: 0 })).toBe('031')
  expect(await code({ ...waec, quantity: 11 })).toBe('032')
  expect(await code({ ...waec, phone: '08031234567' })).toBe('016')
  expect((await providerRecords()).deliveries).toHaveLength(2)
})

test('the catalogue_down fault makes the variation list unavailable', async () => {
  const { vtpass, fault } = await simulators()
  await fault('vtpass', 'catalogue_down')
  expect((await vtpass('/service-variations?serviceID=dstv')).status).toBe(500)
  expect((await vtpass('/service-variations?serviceID=dstv')).status).toBe(200)
})

test('a purchase that VTpass resolves manually sends a webhook, repeated until it is acknowledged', async () => {
  const app = await listeningApp([200, 200])
  const { vtpass, fault } = await simulators({ ...fast, appUrl: app.url })
  await fault('vtpass', 'pending_then_webhook')
  const request = buy({ serviceID: 'mtn', amount: '500' })
  const purchase = (await vtpass('/pay', request)).json()
  expect(purchase.content.transactions.status).toBe('pending')
  // VTpass repeats a webhook until the response's body has `"response":"success"`; this app responds `{}`.
  await expect.poll(() => app.webhooks.length, { timeout: 5_000 }).toBeGreaterThan(1)
  const [first] = app.webhooks
  expect(JSON.parse(first!.body)).toMatchObject({
    type: 'transaction-update',
    data: { code: '000', requestId: request.request_id, content: { transactions: { status: 'delivered' } } },
  })
  expect(Object.keys(first!.headers).filter((name) => name.includes('signature'))).toEqual([])
})
