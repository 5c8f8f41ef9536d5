import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakDownAmount } from '../../server/power/estimate.ts'
import { eventually, startTestApp } from '../support/test-app.ts'

test('the units estimated for a meter with arrears are the units delivered', async () => {
  const app = await startTestApp()
  const ada = app.createGuest()
  const { info } = await ada.buyElectricity({ meter_number: '11000000007', amount: 5000 })
  expect(info.outstanding).toBe(1250.5)
  const { arrears, vat, energy } = info.breakdown ?? { arrears: 0, vat: 0, energy: 0 }
  expect(arrears).toBe(1250.5)
  expect(arrears + vat + energy).toBeCloseTo(5000, 2)
  await eventually(async () => (await ada.getOrderStatus(info)).data.state === 'delivered')
  const { data: order } = await ada.getOrder(info)
  expect(Number(order.units)).toBe(info.estimated_units?.units)
  expect(order.arrears).toBe(1250.5)
})

test('a postpaid bill has neither an estimate nor a breakdown', async () => {
  const app = await startTestApp()
  const { data } = await app
    .createGuest()
    .lookUpMeter({ meter_number: '10000000007', meter_type: 'postpaid' })
  expect(data).toMatchObject({ estimated_units: null, breakdown: null })
})

test('arrears, VAT and energy always add up to the whole amount, and none is negative', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(-1000n, 10n ** 12n), (amount, arrears) => {
      const { arrearsKobo, vatKobo, energyKobo } = breakDownAmount(amount, arrears)
      expect(arrearsKobo + vatKobo + energyKobo).toBe(amount)
      expect([arrearsKobo, vatKobo, energyKobo].every((kobo) => kobo >= 0n)).toBe(true)
    }),
  )
})
