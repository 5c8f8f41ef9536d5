import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VendorName } from '../../server/vending/index.ts'
import type { Service } from '../../shared/constants.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import {
  type CreatedOrder,
  getOrderStatus,
  payForOrder,
  startTestAppWithCatalogue,
} from '../support/checkout-journey.ts'
import { eventually, type TestApp } from '../support/test-app.ts'

type Guest = ReturnType<TestApp['createGuest']>

const notify = '08031234567'
/** Quotes one product of each service for a number, from the current catalogue. */
const quoteByService: Record<
  Service,
  (ada: Guest, number: string) => Promise<{ httpStatus: number; data: CreatedOrder }>
> = {
  power: (ada, meter_number) => ada.lookUpMeter({ meter_number, meter_disco: 'eko' }),
  async cabletv(ada, smartcard_number) {
    const { data } = await ada.fetchJson<{ code: string; bundles: { code: string }[] }[]>(
      '/services/cabletv/networks/all',
    )
    const dstv = data.find(({ code }) => code === 'dstv')
    return ada.postJson('/services/cabletv/get-smartcard-info', {
      smartcard_number,
      cabletv_network: 'dstv',
      cabletv_bundle_code: dstv?.bundles[0]?.code,
      phone_number: notify,
    })
  },
  airtime: (ada, phone_number) =>
    ada.postJson('/services/airtime/record/create', {
      phone_number,
      amount: 500,
      selected_provider: 'T2 (9mobile)',
    }),
  async data(ada, device_id) {
    const { data } = await ada.fetchJson<{ code: string; data_plans: { code: string }[] }[]>(
      '/services/data/networks/all',
    )
    const plan = data.find(({ code }) => code === 'mtn')?.data_plans[0]
    return ada.postJson('/services/data/get-device-info', {
      device_id,
      selected_provider: 'mtn',
      selected_bundle_code: plan?.code,
      phone_number_to_notify: notify,
    })
  },
  education: (ada, phone_number) =>
    ada.postJson('/services/education/waec/registration', {
      service_type: 'waec',
      phone_number,
      email_address: '',
      quantity: 1,
      profile_id: '',
    }),
}

let people = 100
/** A unique number that every vendor serves; its last four digits determine the result. */
function numberOf(service: Service, ending: string): string {
  people += 1
  if (service === 'power') return `1100${people}${ending}`
  return service === 'cabletv' ? `120${people}${ending}` : `0801${people}${ending}`
}

const servicesByVendor: Record<VendorName, Service[]> = {
  vtpass: ['power', 'cabletv', 'airtime', 'data', 'education'],
  buypower: ['power', 'cabletv', 'airtime', 'data'],
  irecharge: ['power', 'cabletv', 'airtime', 'data'],
}
/** The cost of an amount at each vendor: the amount less the vendor's commission. */
const costKobo: Record<VendorName, (amountKobo: number) => number> = {
  vtpass: (amountKobo) => amountKobo - Math.round((amountKobo * 15) / 1_000),
  buypower: (amountKobo) => amountKobo,
  irecharge: (amountKobo) => amountKobo,
}

describe.each(Object.keys(servicesByVendor) as VendorName[])('%s', (vendor) => {
  let app: TestApp
  /** Every service, purchased for a number that is delivered, one that is pending first, and one that fails. */
  const purchases = new Map<string, { reference: string; number: string }>()
  const endings = ['0099', '0001', '0003'] as const
  /** iRecharge failures cannot be proven: a manager sees them, and they are written off after a day. */
  const proves = vendor !== 'irecharge'

  beforeAll(async () => {
    app = await startTestAppWithCatalogue({ shared: true })
    for (const service of servicesByVendor[vendor])
      await app.context.settings.change(`${service}_gateway`, vendor)
    const requests = servicesByVendor[vendor].flatMap((service) =>
      endings.map((ending) => ({ service, ending })),
    )
    await Promise.all(
      requests.map(async ({ service, ending }) =>
        purchases.set(`${service} ${ending}`, await buy(service, numberOf(service, ending))),
      ),
    )
    const allAre = async (ending: string, state: string) => {
      const rows = await Promise.all(servicesByVendor[vendor].map((service) => orderRowOf(service, ending)))
      return rows.every((row) => row.state === state)
    }
    await app.runDueJobsUntil(
      async () => (await allAre('0099', 'delivered')) && (await allAre('0001', 'delivered')),
    )
    if (!proves) await app.advanceClock(24 * 60 * 60)
    await app.runDueJobsUntil(() => allAre('0003', 'refunded'))
  }, 120_000)
  afterAll(() => app.close())

  async function buy(service: Service, number: string) {
    const ada = app.createGuest()
    const quote = await quoteByService[service](ada, number)
    expect(quote, JSON.stringify(quote)).toMatchObject({ httpStatus: 200 })
    const reference = referenceOf(quote.data)
    const info = { ...quote.data, order_reference: reference, service_id: reference }
    await payForOrder(ada, info, { payment_for: serviceContracts[service].paymentFor })
    return { reference, number }
  }
  const purchaseOf = (service: Service, ending: string) => purchases.get(`${service} ${ending}`)!
  const orderRowOf = (service: Service, ending: string) => app.orderRow(purchaseOf(service, ending).reference)
  const attemptsOf = async (service: Service, ending: string) => {
    const { id } = await orderRowOf(service, ending)
    return app.db.q.selectFrom('attempts').selectAll().where('order_id', '=', id).execute()
  }
  const deliveriesTo = async ({ number }: { number: string }) =>
    (await app.providerRecords()).deliveries.filter(({ to }) => to === number)

  test.each(servicesByVendor[vendor])('delivers %s', async (service) => {
    const order = await orderRowOf(service, '0099')
    expect(order).toMatchObject({ state: 'delivered', vendor })
    expect(await deliveriesTo(purchaseOf(service, '0099'))).toMatchObject([
      { party: vendor, amountKobo: Number(order.amount_kobo) },
    ])
    expect(await attemptsOf(service, '0099')).toMatchObject([{ state: 'delivered', requery_count: 0 }])
  })

  test.each(servicesByVendor[vendor])(
    'leaves %s open, and delivers it once when it is requeried',
    async (service) => {
      expect(await deliveriesTo(purchaseOf(service, '0001'))).toHaveLength(1)
      const [attempt, ...others] = await attemptsOf(service, '0001')
      expect(attempt).toMatchObject({ vendor, state: 'delivered', send_count: 1 })
      expect(attempt?.requery_count).toBeGreaterThan(0)
      expect(others).toEqual([])
    },
  )

  test.each(servicesByVendor[vendor])('fails at %s, and the order is refunded', async (service) => {
    const order = await orderRowOf(service, '0003')
    expect(await attemptsOf(service, '0003')).toMatchObject([
      { vendor, state: proves ? 'failed' : 'written_off' },
    ])
    expect(await deliveriesTo(purchaseOf(service, '0003'))).toEqual([])
    const { refunds } = await app.providerRecords()
    expect(refunds.filter((refund) => refund.orderReference === order.reference)).toMatchObject([
      { amountKobo: Number(order.total_kobo) },
    ])
  })

  test('the float balance matches the deliveries to the kobo', async () => {
    const { deliveries } = await app.providerRecords()
    const totalCostKobo = deliveries.reduce((sum, { amountKobo }) => sum + costKobo[vendor](amountKobo), 0)
    expect(deliveries.every(({ party: provider }) => provider === vendor)).toBe(true)
    expect((await app.accountBalances()).get(`vendor_float:${vendor}`)).toBe(BigInt(-totalCostKobo))
    expect(await app.ledgerSum()).toBe(0n)
  })
})

/** The responses for airtime and exam PINs have the order's reference in `reference`. */
const referenceOf = (info: Partial<CreatedOrder> & { reference?: string }): string =>
  info.order_reference ?? info.reference ?? ''

describe('iRecharge', () => {
  test('each purchase has its own lookup: two orders for one meter are two deliveries', async () => {
    const app = await startTestAppWithCatalogue()
    await app.context.settings.change('power_gateway', 'irecharge')
    const [ada, bola] = [app.createGuest(), app.createGuest()]
    const meter_number = numberOf('power', '0099')
    const infos = [
      (await ada.lookUpMeter({ meter_number })).data,
      (await bola.lookUpMeter({ meter_number, amount: 3000 })).data,
    ]
    for (const [index, guest] of [ada, bola].entries())
      await payForOrder(guest, infos[index]!, { payment_for: 'electricity' })
    await app.runDueJobsUntil(async () => {
      const states = await Promise.all(infos.map((info) => app.orderRow(info.order_reference)))
      return states.every(({ state }) => state === 'delivered')
    })
    const { deliveries } = await app.providerRecords()
    expect(deliveries.map(({ amountKobo }) => amountKobo).sort()).toEqual([200_000, 300_000])
    const rows = await app.db.q.selectFrom('deliveries').select('tokens').execute()
    const tokens = rows.map(({ tokens }) => tokens[0]?.digits)
    expect(new Set(tokens).size).toBe(2)
  })

  test('an unproven failure is shown to a manager after 30 minutes without a refund', async () => {
    const app = await startTestAppWithCatalogue()
    await app.context.settings.change('power_gateway', 'irecharge')
    const ada = app.createGuest()
    const { data: info } = await ada.lookUpMeter({ meter_number: numberOf('power', '0003') })
    await payForOrder(ada, info, { payment_for: 'electricity' })
    await eventually(async () => (await getOrderStatus(ada, info)).data.state === 'vending')
    await app.advanceClock(31 * 60)
    await app.runDueJobs()
    const order = await eventually(async () => {
      const row = await app.orderRow(info.order_reference)
      return row.review_reason && row
    })
    expect(order).toMatchObject({ state: 'vending', review_reason: 'overdue' })
    expect((await app.providerRecords()).refunds).toEqual([])
  })
})
