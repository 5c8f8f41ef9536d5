import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dataDir, simulators, vtpassPost } from './setup.ts'

const key = 'simulated-buypower-key'
const authorization = { authorization: `Bearer ${key}` }
const at = (path: string) => `/buypower/v2${path}`
type Simulators = Awaited<ReturnType<typeof simulators>>

const check = async ({ request: get }: Simulators, query: Record<string, string>) => {
  const all = { disco: 'IKEJA', vendType: 'PREPAID', vertical: 'ELECTRICITY', orderId: 'false', ...query }
  return get(at(`/check/meter?${new URLSearchParams(all)}`), { headers: authorization })
}
const order = (overrides: object = {}) => ({
  orderId: randomUUID(),
  meter: '11000000099',
  disco: 'IKEJA',
  vertical: 'ELECTRICITY',
  vendType: 'PREPAID',
  paymentType: 'B2B',
  amount: 2000,
  phone: '08031234567',
  ...overrides,
})
const vend = ({ post }: Simulators, body: object) => post(at('/vend'), body, authorization)
const requery = ({ request: get }: Simulators, { orderId }: { orderId: string }) =>
  get(at(`/transaction/${orderId}`), { headers: authorization })

test('a call without the key is rejected in the error envelope; every response is signed', async () => {
  const simulated = await simulators()
  const unauthorized = await simulated.request(at('/wallet/balance'))
  expect([unauthorized.status, unauthorized.json()]).toEqual([
    401,
    { status: false, message: 'Unauthorized', responseCode: 401 },
  ])
  const authorized = await simulated.request(at('/wallet/balance'), { headers: authorization })
  expect(authorized.json()).toEqual({ balance: 1_000_000_000 })
  expect(authorized.headers.get('x-buypower-signature')).toBe(
    createHash('sha512').update(`${authorized.text}${key}`).digest('hex'),
  )
})

test('a meter has the same owner at every vendor', async () => {
  const simulated = await simulators()
  const customer = (await check(simulated, { meter: '11023456789' })).json()
  expect(customer).toMatchObject({ error: false, responseCode: 100, minVendAmount: 500, vendType: 'PREPAID' })
  const elsewhere = await simulated.post(
    '/vtpass/api/merchant-verify',
    { billersCode: '11023456789', serviceID: 'ikeja-electric', type: 'prepaid' },
    vtpassPost,
  )
  expect(elsewhere.json().content).toMatchObject({ Customer_Name: customer.name, Address: customer.address })
  expect((await check(simulated, { meter: '11023456789', vendType: 'POSTPAID' })).status).toBe(400)
  expect((await check(simulated, { meter: '45023456789' })).json().message).toBe('Invalid meter number')
  expect((await check(simulated, { meter: '12345678910', disco: 'ABUJA' })).status).toBe(200)
  expect(
    (await check(simulated, { meter: '1200000099', disco: 'DSTV', vertical: 'TV' })).json(),
  ).toMatchObject({
    name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
  })
  await simulated.fault('buypower', 'other_name')
  expect((await check(simulated, { meter: '11023456789' })).json().name).not.toBe(customer.name)
  await simulated.fault('buypower', 'verify_down')
  expect((await check(simulated, { meter: '11023456789' })).status).toBe(503)
})

test('a purchase returns its token, and a requery returns amounts as text', async () => {
  const simulated = await simulators()
  const purchase = order({ meter: '11000000009' })
  const { data } = (await vend(simulated, purchase)).json()
  expect(data).toMatchObject({
    orderId: purchase.orderId,
    responseCode: 100,
    totalAmountPaid: 2000,
    token: expect.stringMatching(/^(\d{4}-){4}\d{4}$/),
    vendRef: expect.any(Number),
  })
  expect(data.parcels.map(({ type }: { type: string }) => type)).toEqual(['TOKEN', 'KCT1', 'KCT2'])
  expect((await requery(simulated, purchase)).json().result).toMatchObject({
    status: true,
    data: { token: data.token, totalAmountPaid: '2000.00', vendRef: null },
  })
  expect((await vend(simulated, purchase)).status).toBe(409)
  expect((await simulated.providerRecords()).deliveries).toMatchObject([
    { party: 'buypower', requestId: purchase.orderId, amountKobo: 200_000, to: '11000000009' },
  ])
})

test('0001 is pending and then delivered, 0003 fails, 0004 is never received', async () => {
  // At real speed it is pending for three seconds, also on a busy machine.
  const simulated = await simulators({ speed: 1 })
  const open = order({ meter: '11000000001' })
  const response = await vend(simulated, open)
  expect(response.status).toBe(202)
  expect(response.json()).toMatchObject({ data: { responseCode: 202, delay: [20, 20, 20, 20, 20, 20] } })
  expect((await requery(simulated, open)).status).toBe(201)
  await expect.poll(async () => (await requery(simulated, open)).status).toBe(200)
  const failed = order({ meter: '11000000003' })
  expect((await vend(simulated, failed)).status).toBe(422)
  expect((await requery(simulated, failed)).json().result).toMatchObject({ status: false, responseCode: 422 })
  const never = order({ meter: '11000000004' })
  await expect(vend(simulated, never)).rejects.toThrow()
  expect((await requery(simulated, never)).status).toBe(404)
})

test('plans and bouquets require the list price', async () => {
  const simulated = await simulators()
  const list = async (provider: string, vertical: string) => {
    const path = at(`/tariff?provider=${provider}&vertical=${vertical}`)
    return (await simulated.request(path, { headers: authorization })).json()
  }
  expect((await list('AIRTEL', 'DATA')).data[0]).toEqual({
    code: 'DATA-49.99',
    desc: '40MB Daily',
    price: 49.99,
  })
  expect((await list('DSTV', 'DATA')).responseCode).toBe(400)
  const plan = { disco: 'AIRTEL', vertical: 'DATA', meter: '08010000099', tariffClass: 'DATA-49.99' }
  expect((await vend(simulated, order({ ...plan, amount: 49.99 }))).status).toBe(200)
  expect((await vend(simulated, order({ ...plan, amount: 50 }))).status).toBe(422)
  expect((await vend(simulated, order({ ...plan, tariffClass: 'X' }))).status).toBe(400)
  const airtime = { disco: '9MOBILE', vertical: 'VTU', meter: '08186077527', amount: '500' }
  expect((await vend(simulated, order(airtime))).status).toBe(200)
})

test('purchases persist across a restart', async () => {
  const dir = await dataDir()
  const simulated = await simulators({ dataDir: dir })
  const purchase = order()
  const { data } = (await vend(simulated, purchase)).json()
  await simulated.close()
  const restarted = await simulators({ dataDir: dir })
  expect((await requery(restarted, purchase)).json().result.data.token).toBe(data.token)
  expect((await restarted.providerRecords()).deliveries).toHaveLength(1)
})
