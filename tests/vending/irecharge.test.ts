import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Goods, VendRequest } from '../../server/vending/vendor.ts'
import { irecharge } from '../../server/vending/vendors/irecharge/index.ts'
import { simulators } from '../simulators/house.ts'
import { vendorAt } from './house.ts'

const keys = {
  vendorCode: 'simulated-vendor',
  publicKey: 'simulated-public',
  privateKey: 'simulated-private',
}
const vendor = (url: string) =>
  irecharge({ url, ...keys }, { standInEmail: 'guest@sanwo.example', vendMs: 500 })

const power: Goods = {
  service: 'power',
  productCode: 'ikeja',
  variationCode: 'Ikeja_Token_Purchase',
  meterType: 'prepaid',
  beneficiary: '11000000099',
}
const dstv: Goods = {
  service: 'cabletv',
  productCode: 'DSTV',
  variationCode: 'PADI',
  beneficiary: '1200000099',
}
const star: Goods = { ...dstv, productCode: 'StarTimes', variationCode: 'NOVA', priceKobo: 90_000n }
const airtime: Goods = {
  service: 'airtime',
  productCode: 'Etisalat',
  variationCode: null,
  beneficiary: '+2348010000099',
}
const data: Goods = { ...airtime, service: 'data', productCode: 'MTN', variationCode: '31' }

let minted = 100_000_000_000
const order = (goods: Goods, more: Partial<VendRequest> = {}): VendRequest => ({
  requestId: String(++minted),
  goods,
  amountKobo: 200_000n,
  phone: '+2348031234567',
  email: 'ada@example.com',
  handle: '16131213212312',
  ...more,
})

/** An iRecharge that keeps what it was asked. */
async function listening() {
  const seen: { path: string; query: Record<string, string> }[] = []
  const url = await vendorAt((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x')
    seen.push({ path: `${request.method} ${asked.pathname}`, query: Object.fromEntries(asked.searchParams) })
    response.end('{"status":"15"}')
  })
  return { seen, mine: vendor(url) }
}
const hashOf = (...fields: string[]) =>
  createHmac('sha1', keys.privateKey)
    .update([keys.vendorCode, ...fields, keys.publicKey].join('|'))
    .digest('hex')

const common = { vendor_code: keys.vendorCode, response_format: 'json' }
const reached = { phone: '08031234567', email: 'guest@sanwo.example' }
const token = '16131213212312'

test('each purchase is a GET with its hash in its own order; the customer’s e-mail stays with us', async () => {
  const { seen, mine } = await listening()
  for (const goods of [power, dstv, star, airtime, data])
    await mine.vend(order(goods, { requestId: '123456789012' }))
  const id = '123456789012'
  expect(seen).toEqual([
    {
      path: 'GET /vend_power.php',
      query: {
        ...common,
        ...reached,
        reference_id: id,
        meter: '11000000099',
        disco: 'Ikeja_Token_Purchase',
        amount: '2000',
        access_token: token,
        hash: hashOf(id, '11000000099', 'Ikeja_Token_Purchase', '2000', token),
      },
    },
    {
      path: 'GET /vend_tv.php',
      query: {
        ...common,
        ...reached,
        reference_id: id,
        smartcard_number: '1200000099',
        tv_network: 'DSTV',
        service_code: 'PADI',
        access_token: token,
        hash: hashOf(id, '1200000099', 'DSTV', 'PADI', token),
      },
    },
    {
      path: 'GET /vend_tv.php',
      query: {
        ...common,
        ...reached,
        reference_id: id,
        smartcard_number: '1200000099',
        tv_network: 'StarTimes',
        service_code: 'StarTimes',
        startimes_amount: '2000',
        access_token: token,
        hash: hashOf(id, '1200000099', 'StarTimes', 'StarTimes', token),
      },
    },
    {
      path: 'GET /vend_airtime.php',
      query: {
        ...common,
        reference_id: id,
        vtu_network: 'Etisalat',
        vtu_number: '08010000099',
        vtu_amount: '2000',
        vtu_email: 'guest@sanwo.example',
        hash: hashOf(id, '08010000099', 'Etisalat', '2000'),
      },
    },
    {
      path: 'GET /vend_data.php',
      query: {
        ...common,
        reference_id: id,
        vtu_network: 'MTN',
        vtu_number: '08010000099',
        vtu_data: '31',
        vtu_email: 'guest@sanwo.example',
        hash: hashOf(id, '08010000099', 'MTN', '31'),
      },
    },
  ])
})

test('lookups, lists, balance and status are asked in their words', async () => {
  const { seen, mine } = await listening()
  await mine.lookUp(power)
  await mine.lookUp(star)
  await mine.list({ service: 'data', productCode: 'Glo' })
  await mine.list({ service: 'cabletv', productCode: 'GOTV' })
  await mine.balance()
  await mine.requery(order(dstv))
  const id = expect.stringMatching(/^\d{12}$/)
  const [meter, card] = seen
  expect(meter).toEqual({
    path: 'GET /get_meter_info.php',
    query: {
      ...common,
      reference_id: id,
      meter: '11000000099',
      disco: 'Ikeja_Token_Purchase',
      hash: hashOf(meter!.query.reference_id!, '11000000099', 'Ikeja_Token_Purchase'),
    },
  })
  expect(card).toEqual({
    path: 'GET /get_smartcard_info.php',
    query: {
      ...common,
      reference_id: id,
      smartcard_number: '1200000099',
      tv_network: 'StarTimes',
      service_code: 'StarTimes',
      tv_amount: '900',
      hash: hashOf(card!.query.reference_id!, 'StarTimes', '1200000099', 'StarTimes'),
    },
  })
  expect(seen.slice(2)).toEqual([
    { path: 'GET /get_data_bundles.php', query: { ...common, data_network: 'Glo' } },
    { path: 'GET /get_tv_bouquet.php', query: { ...common, tv_network: 'GOTV' } },
    { path: 'GET /get_wallet_balance.php', query: common },
    {
      path: 'GET /vend_status.php',
      query: { ...common, access_token: token, type: 'tv', hash: hashOf(token) },
    },
  ])
})

test('what cannot be asked about waits for a person, and nobody is called', async () => {
  const { seen, mine } = await listening()
  expect(await mine.requery(order(airtime, { handle: null }))).toEqual({
    is: 'unknown',
    because: 'for_a_person',
    code: null,
  })
  expect(seen).toEqual([])
  await mine.requery(order(airtime, { handle: '260812345678' }))
  expect(seen).toMatchObject([{ query: { access_token: '260812345678', type: 'airtime' } }])
})

test('electricity and TV are not bought without having been looked up', async () => {
  const { seen, mine } = await listening()
  expect(mine.can.mustLookUp).toEqual(['power', 'cabletv'])
  expect(mine.can.sells).toEqual(['power', 'cabletv', 'airtime', 'data'])
  for (const goods of [power, dstv])
    expect(await mine.vend(order(goods, { handle: null }))).toMatchObject({
      is: 'failed',
      because: 'our_fault',
    })
  expect(seen).toEqual([])
})

test('a reference id has twelve digits, and is never sent twice', () => {
  const mine = vendor('http://127.0.0.1:9')
  const ids = Array.from({ length: 50 }, () => mine.requestId(new Date(), 'a'))
  for (const id of ids) expect(id).toMatch(/^[1-9]\d{11}$/)
  expect(new Set(ids).size).toBe(50)
  expect(mine.mayResend(ids[0]!, new Date())).toBe(false)
})

/** The simulated iRecharge, misbehaving as asked, and an order that was looked up there. */
async function simulated(behaviour?: string) {
  const house = await simulators()
  const mine = vendor(`${house.url}/irecharge/v2`)
  const lookedUp = async (goods = power) => {
    const found = await mine.lookUp(goods)
    if (found.is !== 'found') throw new Error(JSON.stringify(found))
    return order(goods, { handle: found.handle })
  }
  const bought = await lookedUp()
  if (behaviour) expect((await house.fault('irecharge', behaviour)).status).toBe(200)
  return { house, mine, bought, lookedUp }
}

test.each([
  ['timeout_then_deliver', 'timeout'],
  ['timeout_then_fail', 'timeout'],
  ['disconnect', 'timeout'],
  ['error_500', 'unreadable'],
  ['html', 'unreadable'],
  ['slow_bytes', 'timeout'],
  ['success_without_token', 'no_token'],
  ['float_empty', 'unlisted'],
  ['not_processed', 'unlisted'],
])('when iRecharge does %s, the purchase is unknown', async (behaviour, because) => {
  const { mine, bought } = await simulated(behaviour)
  expect(await mine.vend(bought)).toMatchObject({ is: 'unknown', because })
})

test('a purchase whose answer was lost is found delivered by the token of its lookup', async () => {
  const { mine, bought } = await simulated('timeout_then_deliver')
  expect(await mine.vend(bought)).toMatchObject({ is: 'unknown' })
  const asked = await mine.requery(bought)
  expect(asked).toMatchObject({ is: 'delivered', costKobo: 200_000n })
  expect(asked.is === 'delivered' && asked.delivery.tokens).toHaveLength(1)
})

test('a token buys once, and only what it was given for', async () => {
  const { mine, bought, lookedUp } = await simulated()
  expect(await mine.vend(bought)).toMatchObject({ is: 'delivered' })
  const again = order(power, { handle: bought.handle })
  expect(await mine.vend(again)).toMatchObject({ is: 'unknown', code: '41' })
  const other = await lookedUp()
  const elsewhere = { ...power, beneficiary: '11000000109' }
  expect(await mine.vend({ ...other, goods: elsewhere })).toMatchObject({ is: 'unknown', code: '13' })
})

test('bouquets and StarTimes amounts, airtime and data are bought', async () => {
  const { mine, lookedUp } = await simulated()
  expect(await mine.vend({ ...(await lookedUp(dstv)), amountKobo: 440_000n })).toMatchObject({
    is: 'delivered',
  })
  expect(await mine.vend({ ...(await lookedUp(star)), amountKobo: 90_000n })).toMatchObject({
    is: 'delivered',
  })
  expect(await mine.vend(order(airtime, { handle: null }))).toMatchObject({
    is: 'delivered',
    said: { beneficiary: '08010000099', amountKobo: 200_000n },
  })
  const plan = order(data, { handle: null, amountKobo: 10_000n })
  expect(await mine.vend(plan)).toMatchObject({ is: 'delivered', costKobo: 10_000n })
})

test('a line that is pending is found delivered by the reference of its first answer', async () => {
  const { mine } = await simulated()
  const pending = order({ ...airtime, beneficiary: '+2348010000001' }, { handle: null })
  const said = await mine.vend(pending)
  expect(said).toMatchObject({ is: 'unknown', because: 'processing', handle: expect.any(String) })
  const handle = said.is === 'unknown' ? (said.handle ?? null) : null
  await expect
    .poll(() => mine.requery({ ...pending, handle }), { timeout: 5_000 })
    .toMatchObject({ is: 'delivered' })
})
