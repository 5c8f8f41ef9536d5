import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { dataDir, simulators } from './house.ts'

type House = Awaited<ReturnType<typeof simulators>>
type Query = Record<string, string>

let minted = 200_000_000_000
const newId = () => String(++minted)
const vendor = { vendor_code: 'simulated-vendor', response_format: 'json' }

/** A call as their clients make it; a byte-order mark stands before its JSON. */
async function call({ ask }: House, path: string, query: Query, signed: readonly string[] = []) {
  const fields = signed.map((name) => query[name] ?? '')
  const message = ['simulated-vendor', ...fields, 'simulated-public'].join('|')
  const hash = createHmac('sha1', 'simulated-private').update(message).digest('hex')
  const all = { ...vendor, ...query, ...(signed.length > 0 && { hash }) }
  const answer = await ask(`/irecharge/v2/${path}.php?${new URLSearchParams(all)}`)
  return { http: answer.status, text: answer.text, said: JSON.parse(answer.text.replace(/^\uFEFF/, '')) }
}
const meterFields = ['reference_id', 'meter', 'disco']
const lookUp = async (house: House, meter: string, disco = 'Eko_Prepaid') =>
  (await call(house, 'get_meter_info', { reference_id: newId(), meter, disco }, meterFields)).said
const powerFields = ['reference_id', 'meter', 'disco', 'amount', 'access_token']
const buy = async (house: House, access_token: string, more: Query = {}) => {
  const query = {
    reference_id: newId(),
    meter: '11000000099',
    disco: 'Eko_Prepaid',
    amount: '2000',
    access_token,
    phone: '08031234567',
    email: 'guest@sanwo.example',
    ...more,
  }
  return (await call(house, 'vend_power', query, powerFields)).said
}
const statusOf = async (house: House, access_token: string, type = 'power') =>
  (await call(house, 'vend_status', { access_token, type }, ['access_token'])).said

test('every answer is HTTP 200 behind a byte-order mark; a wrong hash or vendor is told in the body', async () => {
  const house = await simulators()
  const balance = await call(house, 'get_wallet_balance', {})
  expect(balance.http).toBe(200)
  // fetch drops the mark when it reads text, so that the bytes are looked at.
  const raw = await fetch(`${house.url}/irecharge/v2/get_wallet_balance.php?vendor_code=simulated-vendor`)
  expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(balance.said).toEqual({ status: '00', wallet_balance: '1000000000.00' })
  const query = { reference_id: newId(), meter: '11000000099', disco: 'Eko_Prepaid' }
  const wrongOrder = await call(house, 'get_meter_info', query, ['meter', 'reference_id', 'disco'])
  expect([wrongOrder.http, wrongOrder.said.status]).toEqual([200, '14'])
  const stranger = await call(house, 'get_wallet_balance', { vendor_code: 'other' })
  expect(stranger.said.status).toBe('13')
})

test('a lookup gives a token that buys once, for that meter alone', async () => {
  const house = await simulators()
  const { access_token, customer } = await lookUp(house, '11000000099')
  expect(access_token).toMatch(/^\d{14}$/)
  expect(customer).toMatchObject({ name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/), minimumAmount: '500' })
  expect((await buy(house, access_token, { meter: '11000000109' })).status).toBe('13')
  expect((await buy(house, access_token, { amount: '499' })).status).toBe('13')
  const bought = await buy(house, access_token)
  expect(bought).toMatchObject({
    status: '00',
    amount: 2000,
    meter_token: expect.stringMatching(/^\d{20}$/),
    wallet_balance: '999998000.00',
  })
  expect((await buy(house, access_token)).status).toBe('41')
  expect(await statusOf(house, access_token)).toMatchObject({
    status: '00',
    vend_status: 'successful',
    vend_code: '00',
    token: bought.meter_token,
  })
  expect((await statusOf(house, access_token, 'tv')).status).toBe('13')
  expect((await house.truth()).deliveries).toMatchObject([{ party: 'irecharge', amountKobo: 200_000 }])
})

test('a meter of the other kind, and one that nobody has, are not known', async () => {
  const house = await simulators()
  expect(await lookUp(house, '10000000099')).toMatchObject({ status: '05' })
  expect(await lookUp(house, '10000000099', 'Eko_Postpaid')).toMatchObject({ status: '00' })
  expect(await lookUp(house, '45000000099')).toMatchObject({
    message: expect.stringContaining('Invalid meter'),
  })
  expect(await lookUp(house, '1234567890', 'AEDC')).toMatchObject({ status: '00' })
})

test('0001 is open and then delivered, 0003 fails in a word that nobody published', async () => {
  const house = await simulators()
  const open = await lookUp(house, '11000000001')
  const said = await buy(house, open.access_token, { meter: '11000000001' })
  expect(said).toMatchObject({ status: '15', ref: expect.stringMatching(/^\d{12}$/) })
  expect(await statusOf(house, open.access_token)).toMatchObject({ status: '00', vend_code: '01' })
  await expect
    .poll(async () => (await statusOf(house, open.access_token)).vend_status, { timeout: 5_000 })
    .toBe('successful')
  const failed = await lookUp(house, '11000000003')
  expect((await buy(house, failed.access_token, { meter: '11000000003' })).status).toBe('04')
  expect((await statusOf(house, failed.access_token)).vend_status).toBe('unsuccessful')
})

test('lists come as an array, or as one object alone', async () => {
  const house = await simulators()
  const bundles = async (network: string) =>
    (await call(house, 'get_data_bundles', { data_network: network })).said.bundles
  expect(await bundles('MTN')).toHaveLength(3)
  expect(await bundles('Etisalat')).toEqual({
    code: '93',
    title: '1.5GB',
    price: '1000',
    validity: '30 Days',
  })
  expect((await call(house, 'get_tv_bouquet', { tv_network: 'Showmax' })).said.status).toBe('13')
})

test('a restart forgets neither purchases nor the tokens of lookups', async () => {
  const dir = await dataDir()
  const house = await simulators({ dataDir: dir })
  const [used, unused] = [await lookUp(house, '11000000099'), await lookUp(house, '11000000099')]
  await buy(house, used.access_token)
  await house.close()
  const again = await simulators({ dataDir: dir })
  expect(await statusOf(again, used.access_token)).toMatchObject({ vend_status: 'successful' })
  expect((await buy(again, unused.access_token)).status).toBe('00')
})
