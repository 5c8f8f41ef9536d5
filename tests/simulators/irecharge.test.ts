import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { dataDir, simulators } from './setup.ts'

type Simulators = Awaited<ReturnType<typeof simulators>>
type Query = Record<string, string>

let lastId = 200_000_000_000
const newId = () => String(++lastId)
const vendor = { vendor_code: 'simulated-vendor', response_format: 'json' }

/** A call as iRecharge clients make it; its JSON starts with a byte-order mark. */
async function call({ request }: Simulators, path: string, query: Query, signed: readonly string[] = []) {
  const fields = signed.map((name) => query[name] ?? '')
  const message = ['simulated-vendor', ...fields, 'simulated-public'].join('|')
  const hash = createHmac('sha1', 'simulated-private').update(message).digest('hex')
  const all = { ...vendor, ...query, ...(signed.length > 0 && { hash }) }
  const response = await request(`/irecharge/v2/${path}.php?${new URLSearchParams(all)}`)
  return {
    httpStatus: response.status,
    text: response.text,
    body: JSON.parse(response.text.replace(/^\uFEFF/, '')),
  }
}
const meterFields = ['reference_id', 'meter', 'disco']
const lookUp = async (simulated: Simulators, meter: string, disco = 'Eko_Prepaid') =>
  (await call(simulated, 'get_meter_info', { reference_id: newId(), meter, disco }, meterFields)).body
const powerFields = ['reference_id', 'meter', 'disco', 'amount', 'access_token']
const buy = async (simulated: Simulators, access_token: string, overrides: Query = {}) => {
  const query = {
    reference_id: newId(),
    meter: '11000000099',
    disco: 'Eko_Prepaid',
    amount: '2000',
    access_token,
    phone: '08031234567',
    email: 'guest@sanwo.example',
    ...overrides,
  }
  return (await call(simulated, 'vend_power', query, powerFields)).body
}
const statusOf = async (simulated: Simulators, access_token: string, type = 'power') =>
  (await call(simulated, 'vend_status', { access_token, type }, ['access_token'])).body

test('every response is HTTP 200 with a byte-order mark; a wrong hash or vendor is reported in the body', async () => {
  const simulated = await simulators()
  const balance = await call(simulated, 'get_wallet_balance', {})
  expect(balance.httpStatus).toBe(200)
  // fetch drops the mark when it reads text, so that the bytes are looked at.
  const raw = await fetch(`${simulated.url}/irecharge/v2/get_wallet_balance.php?vendor_code=simulated-vendor`)
  expect([...new Uint8Array(await raw.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(balance.body).toEqual({ status: '00', wallet_balance: '1000000000.00' })
  const query = { reference_id: newId(), meter: '11000000099', disco: 'Eko_Prepaid' }
  const wrongOrder = await call(simulated, 'get_meter_info', query, ['meter', 'reference_id', 'disco'])
  expect([wrongOrder.httpStatus, wrongOrder.body.status]).toEqual([200, '14'])
  const unknownVendor = await call(simulated, 'get_wallet_balance', { vendor_code: 'other' })
  expect(unknownVendor.body.status).toBe('13')
})

test('a lookup returns a token valid for one purchase for that meter only', async () => {
  const simulated = await simulators()
  const { access_token, customer } = await lookUp(simulated, '11000000099')
  expect(access_token).toMatch(/^\d{14}$/)
  expect(customer).toMatchObject({ name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/), minimumAmount: '500' })
  expect((await buy(simulated, access_token, { meter: '11000000109' })).status).toBe('13')
  expect((await buy(simulated, access_token, { amount: '499' })).status).toBe('13')
  const purchase = await buy(simulated, access_token)
  expect(purchase).toMatchObject({
    status: '00',
    amount: 2000,
    meter_token: expect.stringMatching(/^\d{20}$/),
    wallet_balance: '999998000.00',
  })
  expect((await buy(simulated, access_token)).status).toBe('41')
  expect(await statusOf(simulated, access_token)).toMatchObject({
    status: '00',
    vend_status: 'successful',
    vend_code: '00',
    token: purchase.meter_token,
  })
  expect((await statusOf(simulated, access_token, 'tv')).status).toBe('13')
  expect((await simulated.providerRecords()).deliveries).toMatchObject([
    { party: 'irecharge', amountKobo: 200_000 },
  ])
})

test('a meter of the other type and an unknown meter are not found', async () => {
  const simulated = await simulators()
  expect(await lookUp(simulated, '10000000099')).toMatchObject({ status: '05' })
  expect(await lookUp(simulated, '10000000099', 'Eko_Postpaid')).toMatchObject({ status: '00' })
  expect(await lookUp(simulated, '45000000099')).toMatchObject({
    message: expect.stringContaining('Invalid meter'),
  })
  expect(await lookUp(simulated, '1234567890', 'AEDC')).toMatchObject({ status: '00' })
})

test('0001 is pending and then delivered, 0003 fails with an undocumented status', async () => {
  // At real speed it is pending for three seconds, also on a busy machine.
  const simulated = await simulators({ speed: 1 })
  const open = await lookUp(simulated, '11000000001')
  const outcome = await buy(simulated, open.access_token, { meter: '11000000001' })
  expect(outcome).toMatchObject({ status: '15', ref: expect.stringMatching(/^\d{12}$/) })
  expect(await statusOf(simulated, open.access_token)).toMatchObject({ status: '00', vend_code: '01' })
  await expect.poll(async () => (await statusOf(simulated, open.access_token)).vend_status).toBe('successful')
  const failed = await lookUp(simulated, '11000000003')
  expect((await buy(simulated, failed.access_token, { meter: '11000000003' })).status).toBe('04')
  expect((await statusOf(simulated, failed.access_token)).vend_status).toBe('unsuccessful')
})

test('price lists are an array, or a single object', async () => {
  const simulated = await simulators()
  const bundles = async (network: string) =>
    (await call(simulated, 'get_data_bundles', { data_network: network })).body.bundles
  expect(await bundles('MTN')).toHaveLength(3)
  expect(await bundles('Etisalat')).toEqual({
    code: '93',
    title: '1.5GB',
    price: '1000',
    validity: '30 Days',
  })
  expect((await call(simulated, 'get_tv_bouquet', { tv_network: 'Showmax' })).body.status).toBe('13')
})

test('purchases and lookup tokens persist across a restart', async () => {
  const dir = await dataDir()
  const simulated = await simulators({ dataDir: dir })
  const [used, unused] = [await lookUp(simulated, '11000000099'), await lookUp(simulated, '11000000099')]
  await buy(simulated, used.access_token)
  await simulated.close()
  const restarted = await simulators({ dataDir: dir })
  expect(await statusOf(restarted, used.access_token)).toMatchObject({ vend_status: 'successful' })
  expect((await buy(restarted, unused.access_token)).status).toBe('00')
})
