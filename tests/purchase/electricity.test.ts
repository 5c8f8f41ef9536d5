import { expect, test } from 'vitest'
import { eventually, openShop } from '../support/shop.ts'

test('a guest looks a meter up, pays by card, and gets the token, the mail and the SMS', async () => {
  const shop = await openShop()
  const ada = shop.guest()
  const lookup = await ada.looksUp()
  expect(lookup).toMatchObject({
    http: 200,
    status: 'success',
    data: { amount: 2000, service_charge: 100, total_amount: 2100, first_time: true },
  })
  const started = await ada.initiates(lookup.data, { email: 'ada@example.com' })
  expect(started.http).toBe(200)
  await ada.paysAt(started.data.checkoutUrl)

  const done = await ada.processes(lookup.data)
  expect(done).toMatchObject({
    http: 200,
    status: 'success',
    data: { reference: lookup.data.order_reference, access_token: lookup.data.access_token },
  })
  const order = await ada.seesOrder(lookup.data)
  expect(order.data).toMatchObject({
    meter_number: '11000000099',
    token: expect.stringMatching(/^\d{20}$/),
    customer_email_address: 'ada@example.com',
  })

  const sms = await eventually(async () => (await shop.texts())[0])
  expect(sms.text.replace(/\D/g, '')).toContain(String(order.data.token))
  await eventually(async () => (await shop.mails()).find((mail) => mail.to.includes('ada@example.com')))

  const truth = await shop.truth()
  expect(truth.captures).toHaveLength(1)
  expect(truth.deliveries).toHaveLength(1)
  expect(await shop.ledgerSum()).toBe(0n)
  const books = await shop.books()
  const row = await shop.orderRow(lookup.data.order_reference)
  expect(books.get(`order:${row.id}`)).toBeUndefined()
  expect(books.get('service_charge')).toBe(-10_000n)
  expect(books.get('vendor_float:vtpass')).toBe(-197_000n)
})
