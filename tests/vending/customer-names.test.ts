import { expect, test } from 'vitest'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

test("a purchase succeeds when the meter owner's name has a lone surrogate, a NUL and 250 emoji", async () => {
  const app = await startTestApp()
  const ada = app.createGuest()
  await app.injectFault('vtpass', 'odd_name')
  const { httpStatus, data: info } = await ada.lookUpMeter({ meter_number: prepaidMeter() })
  expect(httpStatus).toBe(200)
  expect(info.customer_name).toBe(`ADAE \ufffd ${'😀'.repeat(193)}`)
  const { data } = await ada.initiatePayment(info)
  await ada.payAtCheckout(data.checkoutUrl)
  await eventually(async () => {
    await ada.processOrder(info)
    return (await app.orderRow(info.order_reference)).state === 'delivered'
  })
  const { data: order } = await ada.getOrder(info)
  expect(JSON.stringify(order).isWellFormed()).toBe(true)
})
