import { expect, test } from 'vitest'
import { eventually, startTestApp } from '../support/test-app.ts'

test('a guest looks up a meter, pays by card, and gets the token, the e-mail and the SMS', async () => {
  const app = await startTestApp()
  const ada = app.createGuest()
  const lookup = await ada.lookUpMeter()
  expect(lookup).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { amount: 2000, service_charge: 100, total_amount: 2100, first_time: true },
  })
  const payment = await ada.initiatePayment(lookup.data, { email: 'ada@example.com' })
  expect(payment.httpStatus).toBe(200)
  await ada.payAtCheckout(payment.data.checkoutUrl)

  const processing = await ada.processOrder(lookup.data)
  expect(processing).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { reference: lookup.data.order_reference, access_token: lookup.data.access_token },
  })
  const order = await ada.getOrder(lookup.data)
  expect(order.data).toMatchObject({
    meter_number: '11000000099',
    token: expect.stringMatching(/^\d{20}$/),
    customer_email_address: 'ada@example.com',
  })

  const sms = await eventually(async () => (await app.smsMessages())[0])
  expect(sms.text.replace(/\D/g, '')).toContain(String(order.data.token))
  await eventually(async () => (await app.emails()).find((mail) => mail.to.includes('ada@example.com')))

  const providerRecords = await app.providerRecords()
  expect(providerRecords.captures).toHaveLength(1)
  expect(providerRecords.deliveries).toHaveLength(1)
  expect(await app.ledgerSum()).toBe(0n)
  const balances = await app.accountBalances()
  const row = await app.orderRow(lookup.data.order_reference)
  expect(balances.get(`order:${row.id}`)).toBeUndefined()
  expect(balances.get('service_charge')).toBe(-10_000n)
  expect(balances.get('vendor_float:vtpass')).toBe(-197_000n)
})
