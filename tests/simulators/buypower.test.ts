import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dataDir, simulators, vtpassPost } from './house.ts'

const key = 'simulated-buypower-key'
const bearer = { authorization: `Bearer ${key}` }
const at = (path: string) => `/buypower/v2${path}`
type House = Awaited<ReturnType<typeof simulators>>

const check = async ({ ask }: House, query: Record<string, string>) => {
  const all = { disco: 'IKEJA', vendType: 'PREPAID', vertical: 'ELECTRICITY', orderId: 'false', ...query }
  return ask(at(`/check/meter?${new URLSearchParams(all)}`), { headers: bearer })
}
const order = (more: object = {}) => ({
  orderId: randomUUID(),
  meter: '11000000099',
  disco: 'IKEJA',
  vertical: 'ELECTRICITY',
  vendType: 'PREPAID',
  paymentType: 'B2B',
  amount: 2000,
  phone: '08031234567',
  ...more,
})
const vend = ({ post }: House, body: object) => post(at('/vend'), body, bearer)
const requery = ({ ask }: House, { orderId }: { orderId: string }) =>
  ask(at(`/transaction/${orderId}`), { headers: bearer })

test('a call without the key is refused in the error envelope; every answer is signed', async () => {
  const house = await simulators()
  const refused = await house.ask(at('/wallet/balance'))
  expect([refused.status, refused.json()]).toEqual([
    401,
    { status: false, message: 'Unauthorized', responseCode: 401 },
  ])
  const answered = await house.ask(at('/wallet/balance'), { headers: bearer })
  expect(answered.json()).toEqual({ balance: 1_000_000_000 })
  expect(answered.headers.get('x-buypower-signature')).toBe(
    createHash('sha512').update(`${answered.text}${key}`).digest('hex'),
  )
})

test('a meter is one person’s, whichever vendor is asked', async () => {
  const house = await simulators()
  const found = (await check(house, { meter: '11023456789' })).json()
  expect(found).toMatchObject({ error: false, responseCode: 100, minVendAmount: 500, vendType: 'PREPAID' })
  const elsewhere = await house.post(
    '/vtpass/api/merchant-verify',
    { billersCode: '11023456789', serviceID: 'ikeja-electric', type: 'prepaid' },
    vtpassPost,
  )
  expect(elsewhere.json().content).toMatchObject({ Customer_Name: found.name, Address: found.address })
  expect((await check(house, { meter: '11023456789', vendType: 'POSTPAID' })).status).toBe(400)
  expect((await check(house, { meter: '45023456789' })).json().message).toBe('Invalid meter number')
  expect((await check(house, { meter: '12345678910', disco: 'ABUJA' })).status).toBe(200)
  expect((await check(house, { meter: '1200000099', disco: 'DSTV', vertical: 'TV' })).json()).toMatchObject({
    name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
  })
  await house.fault('buypower', 'other_name')
  expect((await check(house, { meter: '11023456789' })).json().name).not.toBe(found.name)
  await house.fault('buypower', 'verify_down')
  expect((await check(house, { meter: '11023456789' })).status).toBe(503)
})

test('a purchase gives its token at once, and money as text when it is asked about', async () => {
  const house = await simulators()
  const wanted = order({ meter: '11000000009' })
  const { data } = (await vend(house, wanted)).json()
  expect(data).toMatchObject({
    orderId: wanted.orderId,
    responseCode: 100,
    totalAmountPaid: 2000,
    token: expect.stringMatching(/^(\d{4}-){4}\d{4}$/),
    vendRef: expect.any(Number),
  })
  expect(data.parcels.map(({ type }: { type: string }) => type)).toEqual(['TOKEN', 'KCT1', 'KCT2'])
  expect((await requery(house, wanted)).json().result).toMatchObject({
    status: true,
    data: { token: data.token, totalAmountPaid: '2000.00', vendRef: null },
  })
  expect((await vend(house, wanted)).status).toBe(409)
  expect((await house.truth()).deliveries).toMatchObject([
    { party: 'buypower', requestId: wanted.orderId, amountKobo: 200_000, to: '11000000009' },
  ])
})

test('0001 is open and then delivered, 0003 fails, 0004 is never received', async () => {
  const house = await simulators()
  const open = order({ meter: '11000000001' })
  const said = await vend(house, open)
  expect(said.status).toBe(202)
  expect(said.json()).toMatchObject({ data: { responseCode: 202, delay: [20, 20, 20, 20, 20, 20] } })
  expect((await requery(house, open)).status).toBe(201)
  await expect.poll(async () => (await requery(house, open)).status, { timeout: 5_000 }).toBe(200)
  const failed = order({ meter: '11000000003' })
  expect((await vend(house, failed)).status).toBe(422)
  expect((await requery(house, failed)).json().result).toMatchObject({ status: false, responseCode: 422 })
  const never = order({ meter: '11000000004' })
  await expect(vend(house, never)).rejects.toThrow()
  expect((await requery(house, never)).status).toBe(404)
})

test('plans and bouquets cost what the list says', async () => {
  const house = await simulators()
  const list = async (provider: string, vertical: string) => {
    const path = at(`/tariff?provider=${provider}&vertical=${vertical}`)
    return (await house.ask(path, { headers: bearer })).json()
  }
  expect((await list('AIRTEL', 'DATA')).data[0]).toEqual({
    code: 'DATA-49.99',
    desc: '40MB Daily',
    price: 49.99,
  })
  expect((await list('DSTV', 'DATA')).responseCode).toBe(400)
  const plan = { disco: 'AIRTEL', vertical: 'DATA', meter: '08010000099', tariffClass: 'DATA-49.99' }
  expect((await vend(house, order({ ...plan, amount: 49.99 }))).status).toBe(200)
  expect((await vend(house, order({ ...plan, amount: 50 }))).status).toBe(422)
  expect((await vend(house, order({ ...plan, tariffClass: 'X' }))).status).toBe(400)
  const airtime = { disco: '9MOBILE', vertical: 'VTU', meter: '08186077527', amount: '500' }
  expect((await vend(house, order(airtime))).status).toBe(200)
})

test('a restart forgets no purchase', async () => {
  const dir = await dataDir()
  const house = await simulators({ dataDir: dir })
  const wanted = order()
  const { data } = (await vend(house, wanted)).json()
  await house.close()
  const again = await simulators({ dataDir: dir })
  expect((await requery(again, wanted)).json().result.data.token).toBe(data.token)
  expect((await again.truth()).deliveries).toHaveLength(1)
})
