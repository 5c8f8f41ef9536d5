import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VendorName } from '../../server/vending/index.ts'
import { paymentForOf, type Service } from '../../shared/constants.ts'
import { type Looked, openStockedShop, pay, stateOf } from '../support/journey.ts'
import { eventually, type Shop } from '../support/shop.ts'

type Guest = ReturnType<Shop['guest']>

const notify = '08031234567'
/** Looks up one thing of each service for a number, whatever is sold now. */
const wishes: Record<Service, (ada: Guest, number: string) => Promise<{ http: number; data: Looked }>> = {
  power: (ada, meter_number) => ada.looksUp({ meter_number, meter_disco: 'eko' }),
  async cabletv(ada, smartcard_number) {
    const { data } = await ada.ask<{ code: string; bundles: { code: string }[] }[]>(
      '/services/cabletv/networks/all',
    )
    const dstv = data.find(({ code }) => code === 'dstv')
    return ada.send('/services/cabletv/get-smartcard-info', {
      smartcard_number,
      cabletv_network: 'dstv',
      cabletv_bundle_code: dstv?.bundles[0]?.code,
      phone_number: notify,
    })
  },
  airtime: (ada, phone_number) =>
    ada.send('/services/airtime/record/create', {
      phone_number,
      amount: 500,
      selected_provider: 'T2 (9mobile)',
    }),
  async data(ada, device_id) {
    const { data } = await ada.ask<{ code: string; data_plans: { code: string }[] }[]>(
      '/services/data/networks/all',
    )
    const plan = data.find(({ code }) => code === 'mtn')?.data_plans[0]
    return ada.send('/services/data/get-device-info', {
      device_id,
      selected_provider: 'mtn',
      selected_bundle_code: plan?.code,
      phone_number_to_notify: notify,
    })
  },
  education: (ada, phone_number) =>
    ada.send('/services/education/waec/registration', {
      service_type: 'waec',
      phone_number,
      email_address: '',
      quantity: 1,
      profile_id: '',
    }),
}

let people = 100
/** A number that every vendor knows, of its own for each purchase; its last four digits say how that goes. */
function numberOf(service: Service, ending: string): string {
  people += 1
  if (service === 'power') return `1100${people}${ending}`
  return service === 'cabletv' ? `120${people}${ending}` : `0801${people}${ending}`
}

const sellers: Record<VendorName, Service[]> = {
  vtpass: ['power', 'cabletv', 'airtime', 'data', 'education'],
  buypower: ['power', 'cabletv', 'airtime', 'data'],
  irecharge: ['power', 'cabletv', 'airtime', 'data'],
}
/** What each keeps for us of an amount. */
const costKobo: Record<VendorName, (amountKobo: number) => number> = {
  vtpass: (amountKobo) => amountKobo - Math.round((amountKobo * 15) / 1_000),
  buypower: (amountKobo) => amountKobo,
  irecharge: (amountKobo) => amountKobo,
}

describe.each(Object.keys(sellers) as VendorName[])('%s', (vendor) => {
  let shop: Shop
  /** Every service, bought for a number that goes well, one that stays open for a while, and one that fails. */
  const bought = new Map<string, { reference: string; number: string }>()
  const endings = ['0099', '0001', '0003'] as const
  /** What iRecharge refuses nobody can prove: a person sees it, and it is written off after a day. */
  const proves = vendor !== 'irecharge'

  beforeAll(async () => {
    shop = await openStockedShop({ shared: true })
    for (const service of sellers[vendor]) await shop.parts.settings.change(`${service}_gateway`, vendor)
    const wanted = sellers[vendor].flatMap((service) => endings.map((ending) => ({ service, ending })))
    await Promise.all(
      wanted.map(async ({ service, ending }) =>
        bought.set(`${service} ${ending}`, await buy(service, numberOf(service, ending))),
      ),
    )
    const allAre = async (ending: string, state: string) => {
      const rows = await Promise.all(sellers[vendor].map((service) => orderOf(service, ending)))
      return rows.every((row) => row.state === state)
    }
    await shop.sweepUntil(
      async () => (await allAre('0099', 'delivered')) && (await allAre('0001', 'delivered')),
    )
    if (!proves) await shop.clockAhead(24 * 60 * 60)
    await shop.sweepUntil(() => allAre('0003', 'refunded'))
  }, 120_000)
  afterAll(() => shop.close())

  async function buy(service: Service, number: string) {
    const ada = shop.guest()
    const looked = await wishes[service](ada, number)
    expect(looked, JSON.stringify(looked)).toMatchObject({ http: 200 })
    const reference = referenceOf(looked.data)
    const info = { ...looked.data, order_reference: reference, service_id: reference }
    await pay(ada, info, { payment_for: paymentForOf[service] })
    return { reference, number }
  }
  const at = (service: Service, ending: string) => bought.get(`${service} ${ending}`)!
  const orderOf = (service: Service, ending: string) => shop.orderRow(at(service, ending).reference)
  const attemptsOf = async (service: Service, ending: string) => {
    const { id } = await orderOf(service, ending)
    return shop.db.q.selectFrom('attempts').selectAll().where('order_id', '=', id).execute()
  }
  const deliveriesTo = async ({ number }: { number: string }) =>
    (await shop.truth()).deliveries.filter(({ to }) => to === number)

  test.each(sellers[vendor])('delivers %s', async (service) => {
    const order = await orderOf(service, '0099')
    expect(order).toMatchObject({ state: 'delivered', vendor })
    expect(await deliveriesTo(at(service, '0099'))).toMatchObject([
      { party: vendor, amountKobo: Number(order.amount_kobo) },
    ])
    expect(await attemptsOf(service, '0099')).toMatchObject([{ state: 'delivered', asks: 0 }])
  })

  test.each(sellers[vendor])(
    'leaves %s open, and delivers it once when it is asked again',
    async (service) => {
      expect(await deliveriesTo(at(service, '0001'))).toHaveLength(1)
      const [attempt, ...others] = await attemptsOf(service, '0001')
      expect(attempt).toMatchObject({ vendor, state: 'delivered', sends: 1 })
      expect(attempt?.asks).toBeGreaterThan(0)
      expect(others).toEqual([])
    },
  )

  test.each(sellers[vendor])('fails at %s, and the money goes back', async (service) => {
    const order = await orderOf(service, '0003')
    expect(await attemptsOf(service, '0003')).toMatchObject([
      { vendor, state: proves ? 'failed' : 'written_off' },
    ])
    expect(await deliveriesTo(at(service, '0003'))).toEqual([])
    const { refunds } = await shop.truth()
    expect(refunds.filter((it) => it.orderReference === order.reference)).toMatchObject([
      { amountKobo: Number(order.total_kobo) },
    ])
  })

  test('owes what it delivered, to the kobo', async () => {
    const { deliveries } = await shop.truth()
    const due = deliveries.reduce((sum, { amountKobo }) => sum + costKobo[vendor](amountKobo), 0)
    expect(deliveries.every(({ party }) => party === vendor)).toBe(true)
    expect((await shop.books()).get(`vendor_float:${vendor}`)).toBe(BigInt(-due))
    expect(await shop.ledgerSum()).toBe(0n)
  })
})

/** Airtime and exam PINs name an order otherwise. */
const referenceOf = (info: Partial<Looked> & { reference?: string }): string =>
  info.order_reference ?? info.reference ?? ''

describe('iRecharge', () => {
  test('knows each purchase by a lookup of its own: two orders for one meter are two deliveries', async () => {
    const shop = await openStockedShop()
    await shop.parts.settings.change('power_gateway', 'irecharge')
    const [ada, bola] = [shop.guest(), shop.guest()]
    const meter_number = numberOf('power', '0099')
    const infos = [
      (await ada.looksUp({ meter_number })).data,
      (await bola.looksUp({ meter_number, amount: 3000 })).data,
    ]
    for (const [at, guest] of [ada, bola].entries())
      await pay(guest, infos[at]!, { payment_for: 'electricity' })
    await shop.sweepUntil(async () => {
      const states = await Promise.all(infos.map((info) => shop.orderRow(info.order_reference)))
      return states.every(({ state }) => state === 'delivered')
    })
    const { deliveries } = await shop.truth()
    expect(deliveries.map(({ amountKobo }) => amountKobo).sort()).toEqual([200_000, 300_000])
    const rows = await shop.db.q.selectFrom('deliveries').select('tokens').execute()
    const tokens = rows.map(({ tokens }) => tokens[0]?.digits)
    expect(new Set(tokens).size).toBe(2)
  })

  test('refuses what nobody can prove: a person sees it after half an hour, and nothing is given back yet', async () => {
    const shop = await openStockedShop()
    await shop.parts.settings.change('power_gateway', 'irecharge')
    const ada = shop.guest()
    const { data: info } = await ada.looksUp({ meter_number: numberOf('power', '0003') })
    await pay(ada, info, { payment_for: 'electricity' })
    await eventually(async () => (await stateOf(ada, info)).data.state === 'vending')
    await shop.clockAhead(31 * 60)
    await shop.sweep()
    const order = await eventually(async () => {
      const row = await shop.orderRow(info.order_reference)
      return row.review_reason && row
    })
    expect(order).toMatchObject({ state: 'vending', review_reason: 'overdue' })
    expect((await shop.truth()).refunds).toEqual([])
  })
})
