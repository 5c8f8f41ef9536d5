import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { refundDueDate } from '../../server/messaging/index.ts'
import { formatDate } from '../../shared/dates.ts'
import { collectOrderRecords, isOrderFinal } from '../support/consistency.ts'
import { prepaidMeter } from '../support/meters.ts'
import { createShortTimeoutProviders } from '../support/providers.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, providerOverrides: createShortTimeoutProviders })
})
beforeEach(async () => {
  await app.resetClock()
  await app.injectFault('paystack', 'none')
})
afterAll(() => app.close())

const source = 'the card you paid with'
const runUntilFinal = (reference: string) =>
  app.runDueJobsUntil(isOrderFinal(app, reference), { stepSeconds: 60 })
const refundsProcessed = (reference: string) =>
  app.runDueJobsUntil(async () => {
    const { refunds } = await collectOrderRecords(app, reference)
    return refunds.length > 0 && refunds.every(({ state }) => state === 'processed')
  })
const firstTextAbout = (reference: string) =>
  eventually(async () => {
    await app.runDueJobs()
    return (await app.smsMessages()).map(({ text }) => text).find((text) => text.includes(reference))
  })

test('the page, SMS and e-mail of a failed order show the same date, and the SMS names service and masked meter', async () => {
  // A refund takes 1.5 s at the gateway, so it is still in progress when the customer asks.
  await app.simulatorSettings({ speed: 1 })
  onTestFinished(async () => void (await app.simulatorSettings({ speed: 10 })))
  const ada = app.createGuest()
  const meter = prepaidMeter('failed')
  const { info } = await ada.buyElectricity({ meter_number: meter, email: 'date@example.com' })
  await eventually(async () => (await app.orderRow(info.order_reference)).state === 'refunding')
  const [refund] = (await collectOrderRecords(app, info.order_reference)).refunds
  const by = `by ${formatDate(refundDueDate(refund!.created_at), 'day')}.`
  const { data: status } = await ada.getOrderStatus(info)
  expect(status.money.message).toBe(
    `We could not deliver this order. We're refunding ₦2,100.00 to ${source}. It should arrive ${by}`,
  )
  const text = await firstTextAbout(info.order_reference)
  expect(text).toContain(`Refund of NGN 2,100.00 to ${source} ${by}`)
  expect(text).toContain(`Electricity for meter ****${meter.slice(-4)}`)
  expect(text).not.toContain(meter)
  const mail = await eventually(async () =>
    (await app.emails()).find(({ to, subject }) => to.includes('date@example.com') && /refund/.test(subject)),
  )
  expect(mail.text).toContain(`It should arrive ${by}`)
  await runUntilFinal(info.order_reference)
})

test('the SMS and the e-mail about a refund name its destination in the language of the order', async () => {
  const ada = app.createGuest()
  const email = 'language@example.com'
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter('failed') })
  await app.db.q
    .updateTable('orders')
    .set({ language: 'ha' })
    .where('reference', '=', info.order_reference)
    .execute()
  const payment = await ada.initiatePayment(info, { email })
  await ada.payAtCheckout(payment.data.checkoutUrl)
  await runUntilFinal(info.order_reference)
  const card = 'katin da kuka biya da shi'
  expect(await firstTextAbout(info.order_reference)).toContain(card)
  const mail = await eventually(async () =>
    (await app.emails()).find(({ to, text }) => to.includes(email) && text.includes(info.order_reference)),
  )
  expect(mail.text).toContain(card)
})

test('a delivered order that was paid twice states the refund of the second payment', async () => {
  const ada = app.createGuest()
  const { data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  const card = await ada.initiatePayment(info)
  const transfer = await ada.initiatePayment(info, { payment_method: 'ACCOUNT_TRANSFER' })
  await ada.payAtCheckout(card.data.checkoutUrl)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).paid.length === 1)
  await ada.payAtCheckout(transfer.data.checkoutUrl)
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).refunds.length === 1)
  await runUntilFinal(info.order_reference)
  await refundsProcessed(info.order_reference)
  const { data } = await ada.getOrderStatus(info)
  expect(data.state).toBe('delivered')
  expect(data.extra_refunds).toMatchObject([
    {
      reason: 'paid_twice',
      status: 'refunded',
      message: expect.stringContaining(
        'This order was paid more than once. We refunded ₦2,100.00 to the bank account you paid from.',
      ),
    },
  ])
})

test('a delivered order that was overpaid states the surplus and its refund', async () => {
  await app.injectFault('paystack', 'overpaid')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await runUntilFinal(info.order_reference)
  await refundsProcessed(info.order_reference)
  const { data } = await ada.getOrderStatus(info)
  expect(data.state).toBe('delivered')
  expect(data.extra_refunds).toMatchObject([
    { reason: 'overpaid', message: expect.stringContaining('You paid ₦500.00 more than the order costs.') },
  ])
})

test('an underpaid order shows the paid amount, the price and the refund date', async () => {
  await app.injectFault('paystack', 'underpaid')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await eventually(async () => (await collectOrderRecords(app, info.order_reference)).refunds.length === 1)
  const message = 'You paid ₦1,050.00 instead of ₦2,100.00, so this payment was not used.'
  const { data } = await ada.getOrderStatus(info)
  expect(data.money.message).toContain(message)
  expect(data.money.message).toMatch(/by \d{1,2} \w{3} \d{4}\./)
  expect(await ada.processOrder(info)).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining(message),
  })
  await refundsProcessed(info.order_reference)
  expect((await ada.getOrderStatus(info)).data.money).toMatchObject({ status: 'returned' })
})

test('the SMS about a refund in a foreign currency names that currency', async () => {
  await app.injectFault('paystack', 'wrong_currency')
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  const text = await firstTextAbout(info.order_reference)
  expect(text).toContain('You paid USD 2,100.00 instead of NGN 2,100.00')
  expect(text).toContain('Refund of USD 2,100.00 to')
  expect((await ada.getOrderStatus(info)).data.money.message).toContain('$2,100.00')
})
