import { expect, test } from 'vitest'
import { services } from '../../shared/constants.ts'
import type { OrderProgress } from '../../shared/orders.ts'
import { startTestAppWithCatalogue } from '../support/checkout-journey.ts'
import { createUser } from '../support/user.ts'

test('a delivered order of any service is bought again by the holder of its access token, at no charge yet', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  for (const service of services) {
    const reference = await ada.buy(service)
    const { access_token } = await app.orderRow(reference)
    const again = await bola.post<{ reference: string; link: string }>(`/orders/${reference}/again`, {
      access_token,
    })
    expect(again.httpStatus, service).toBe(200)
    expect(again.data.link, service).toContain(`customer-details?reference=${again.data.reference}`)
    const [first, second] = [await app.orderRow(reference), await app.orderRow(again.data.reference)]
    expect(second, service).toMatchObject({
      state: 'quoted',
      service,
      beneficiary: first.beneficiary,
      code: first.code,
      user_id: bola.id,
    })
  }
})

test('an order is not repeated without access to it, nor while it is in progress', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  const reference = await ada.buy('airtime')
  expect(await bola.post(`/orders/${reference}/again`)).toMatchObject({ httpStatus: 404 })
  const pending = await ada.buy('airtime', { phone_number: '08010000004' })
  expect(await ada.post(`/orders/${pending}/again`)).toMatchObject({ httpStatus: 409, code: 'ORDER_PAID' })
})

test('the customer’s timeline has each state of an order with its time, oldest first', async () => {
  const app = await startTestAppWithCatalogue()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const stepsOf = async (reference: string) => {
    const { data } = await ada.get<OrderProgress>(`/orders/${reference}/state`)
    const times = data.steps.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    return data.steps.map(({ state }) => state)
  }
  const bought = ['quoted', 'awaiting_payment', 'paid', 'vending']
  expect(await stepsOf(await ada.buy('airtime'))).toEqual([...bought, 'delivered'])
  const refunded = await ada.buy('airtime', { phone_number: '08010000003' })
  expect(await stepsOf(refunded)).toEqual([...bought, 'vend_failed', 'refunding', 'refunded'])
})
