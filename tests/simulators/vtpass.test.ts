import { expect, test } from 'vitest'
import { power, simulatorClient, simulators, vtpassGet, vtpassPost, waitFor } from './setup.ts'

const fast = { duplicateWindowSeconds: 0 }

/** A purchase with a short timeout; null without a complete response. */
async function purchase(url: string, body: object) {
  const response = await fetch(`${url}/vtpass/api/pay`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...vtpassPost },
    signal: AbortSignal.timeout(1_500),
  }).catch(() => null)
  return response && { status: response.status, text: await response.text().catch(() => null) }
}

const requery = async (url: string, { request_id }: { request_id: string }) =>
  (await simulatorClient(url).vtpass('/requery', { request_id })).json()

test('a call with wrong keys, or with the public key on a purchase, returns 087', async () => {
  const { request, post } = await simulators()
  expect((await request('/vtpass/api/balance')).json().code).toBe('087')
  expect((await post('/vtpass/api/pay', power(), vtpassGet)).json().code).toBe('087')
  expect((await request('/vtpass/api/balance', { headers: vtpassGet })).json()).toMatchObject({ code: 1 })
})

test.each([
  'ikeja-electric',
  'eko-electric',
  'kano-electric',
  'portharcourt-electric',
  'jos-electric',
  'ibadan-electric',
  'kaduna-electric',
  'abuja-electric',
  'enugu-electric',
  'benin-electric',
  'aba-electric',
  'yola-electric',
])('%s returns the same details for a meter on every lookup', async (serviceID) => {
  const { vtpass } = await simulators()
  const lookUp = async (billersCode: string, type: string) =>
    (await vtpass('/merchant-verify', { billersCode, serviceID, type })).json()
  const customer = await lookUp('11023456789', 'prepaid')
  expect(customer).toMatchObject({
    code: '000',
    content: {
      Customer_Name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
      Can_Vend: 'yes',
      WrongBillersCode: false,
      Min_Purchase_Amount: 500,
      Tariff: expect.stringMatching(/^\d+\.\d$/),
    },
  })
  expect(await lookUp('11023456789', 'prepaid')).toEqual(customer)
  expect((await lookUp('1010101010101', 'postpaid')).content.Customer_Name).toBeTruthy()
  expect((await lookUp('11023456789', 'postpaid')).content.error).toContain('not correct')
  expect((await lookUp('45023456789', 'prepaid')).content.error).toContain('not correct')
})

test('a prepaid purchase returns a token, with the amount as text, and as a number on requery', async () => {
  const { url, vtpass, providerRecords } = await simulators()
  const order = power({ billersCode: '11045678901' })
  const purchase = (await vtpass('/pay', order)).json()
  expect(purchase).toMatchObject({
    code: '000',
    amount: '2000.00',
    requestId: order.request_id,
    token: expect.stringMatching(/^Token : \d{20}$/),
    units: expect.stringMatching(/^[\d.]+ kWh$/),
    kct1: 'N/A',
    content: {
      transactions: {
        status: 'delivered',
        unique_element: '11045678901',
        total_amount: 1970,
        commission: 30,
      },
    },
  })
  const requeried = await requery(url, order)
  expect(requeried).toMatchObject({ code: '000', amount: 2000, token: purchase.token })
  expect(requeried.transaction_date).toMatchObject({ timezone: 'Africa/Lagos' })
  expect((await providerRecords()).deliveries).toEqual([
    {
      party: 'vtpass',
      reference: purchase.content.transactions.transactionId,
      orderReference: null,
      requestId: order.request_id,
      amountKobo: 200_000,
      currency: 'NGN',
      to: '11045678901',
      at: expect.any(String),
    },
  ])
})

test('a postpaid bill is paid without a token', async () => {
  const { vtpass } = await simulators()
  const paid = (
    await vtpass('/pay', power({ billersCode: '1010101010101', variation_code: 'postpaid' }))
  ).json()
  expect(paid).toMatchObject({ code: '000', purchased_code: '', utilityName: expect.any(String) })
  expect(paid.token).toBeUndefined()
})

test('some meters get key-change tokens or a bonus, and some discos use other token field names', async () => {
  const { vtpass } = await simulators()
  const purchase = async (more: object) => (await vtpass('/pay', power(more))).json()
  expect(await purchase({ billersCode: '11000000009' })).toMatchObject({
    kct1: expect.stringMatching(/^\d{20}$/),
  })
  expect(await purchase({ billersCode: '11000000008' })).toMatchObject({
    bonusToken: expect.stringMatching(/^Token : \d{20}$/),
  })
  const eko = await purchase({ serviceID: 'eko-electric' })
  expect(eko.token).toBeUndefined()
  expect(eko).toMatchObject({ mainToken: eko.purchased_code, mainTokenUnits: expect.stringContaining('kWh') })
})

test('wrong request ids, bodies and amounts are rejected with their codes without a delivery', async () => {
  const { vtpass, providerRecords } = await simulators(fast)
  const code = async (more: object) => (await vtpass('/pay', power(more))).json().code
  expect(await code({ request_id: '199901010101abc' })).toBe('085')
  expect(await code({ request_id: 'short' })).toBe('085')
  expect(await code({ serviceID: 'lagos-electric' })).toBe('012')
  expect(await code({ variation_code: 'both' })).toBe('010')
  expect(await code({ amount: '1e3' })).toBe('011')
  expect(await code({ billersCode: undefined })).toBe('011')
  expect(await code({ amount: 499 })).toBe('013')
  expect(await code({ amount: 1_000_001 })).toBe('017')
  expect(await code({ billersCode: '99999999999' })).toBe('016')
  expect((await providerRecords()).deliveries).toEqual([])
})

test('a request id is valid once, and one meter once in thirty seconds', async () => {
  const { url, vtpass, providerRecords } = await simulators()
  const order = power()
  const responses = await Promise.all([vtpass('/pay', order), vtpass('/pay', order)])
  expect(responses.map((response) => response.json().code).sort()).toEqual(['000', '014'])
  const secondOrder = power()
  expect((await vtpass('/pay', secondOrder)).json().code).toBe('019')
  expect(await requery(url, secondOrder)).toMatchObject({ code: '019' })
  expect((await providerRecords()).deliveries).toHaveLength(1)
})

test('an unknown request id returns 015', async () => {
  const { url } = await simulators()
  expect(await requery(url, power())).toMatchObject({ code: '015' })
})

test('a meter ending in 0001 is pending first and delivered later', async () => {
  // At real speed it is pending for three seconds, also on a busy machine.
  const { url, vtpass, providerRecords } = await simulators({ speed: 1 })
  const order = power({ billersCode: '11000000001' })
  const purchase = (await vtpass('/pay', order)).json()
  expect(purchase).toMatchObject({ code: '000', content: { transactions: { status: 'pending' } } })
  expect(purchase.token).toBeUndefined()
  expect((await providerRecords()).deliveries).toEqual([])
  await waitFor(async () =>
    expect(await requery(url, order)).toMatchObject({ content: { transactions: { status: 'delivered' } } }),
  )
  expect((await providerRecords()).deliveries).toHaveLength(1)
})

test('a meter ending in 0002 times out and is delivered; 0003 fails; 0004 is never received', async () => {
  const { url, vtpass, providerRecords } = await simulators()
  const late = power({ billersCode: '11000000002' })
  expect(await purchase(url, late)).toBeNull()
  await waitFor(async () =>
    expect((await providerRecords()).deliveries).toMatchObject([{ requestId: late.request_id }]),
  )

  expect((await vtpass('/pay', power({ billersCode: '11000000003' }))).json().code).toBe('016')

  const lost = power({ billersCode: '11000000004' })
  expect(await purchase(url, lost)).toBeNull()
  expect(await requery(url, lost)).toMatchObject({ code: '015' })
  expect((await providerRecords()).deliveries).toHaveLength(1)
})

test.each(['error_500', 'html', 'truncated', 'slow_bytes', 'timeout_then_deliver', 'unknown_then_delivered'])(
  'with the fault %s the purchase is delivered once, whatever its answer',
  async (behaviour) => {
    const { url, fault, providerRecords } = await simulators()
    await fault('vtpass', behaviour)
    const order = power()
    const response = await purchase(url, order)
    if (response?.status === 200) expect(() => JSON.parse(response.text ?? '')).toThrow()
    const codes = []
    for (let i = 0; i < 3; i += 1) codes.push((await requery(url, order)).code)
    expect(codes).toEqual(
      behaviour === 'unknown_then_delivered' ? ['015', '015', '000'] : ['000', '000', '000'],
    )
    expect((await providerRecords()).deliveries).toHaveLength(1)
  },
)

test.each([
  ['float_empty', '018'],
  ['not_processed', '091'],
  ['reversed', '040'],
])('with the fault %s a purchase gets the response %s and nothing is delivered', async (behaviour, code) => {
  const { url, vtpass, fault, providerRecords } = await simulators()
  await fault('vtpass', behaviour)
  const order = power()
  expect((await vtpass('/pay', order)).json().code).toBe(code)
  expect((await requery(url, order)).code).toBe(code)
  expect((await providerRecords()).deliveries).toEqual([])
})

test('a requery reports a timed-out purchase as failed, and a disconnected one as never received', async () => {
  const { url, fault, providerRecords } = await simulators()
  await fault('vtpass', 'timeout_then_fail')
  const failed = power()
  expect(await purchase(url, failed)).toBeNull()
  expect((await requery(url, failed)).code).toBe('016')

  await fault('vtpass', 'disconnect')
  const cut = power()
  expect(await purchase(url, cut)).toBeNull()
  expect((await requery(url, cut)).code).toBe('015')
  expect((await providerRecords()).deliveries).toEqual([])
})

test('a success can lack its token until the requery', async () => {
  const { url, vtpass, fault } = await simulators()
  await fault('vtpass', 'success_without_token')
  const order = power()
  expect((await vtpass('/pay', order)).json()).toMatchObject({ code: '000', token: '', purchased_code: '' })
  expect(await requery(url, order)).toMatchObject({ token: expect.stringMatching(/\d{20}/) })
})

test('a delivery to another meter or of another amount is reported and recorded as delivered', async () => {
  const { vtpass, fault, providerRecords } = await simulators(fast)
  await fault('vtpass', 'wrong_amount')
  expect((await vtpass('/pay', power())).json()).toMatchObject({ amount: '1000.00' })
  await fault('vtpass', 'wrong_meter')
  const other = (await vtpass('/pay', power())).json()
  expect(other.content.transactions.unique_element).toBe('1111111111112')
  expect((await providerRecords()).deliveries).toMatchObject([
    { amountKobo: 100_000, to: '1111111111111' },
    { amountKobo: 200_000, to: '1111111111112' },
  ])
})

test('a lookup fails while the biller is unreachable', async () => {
  const { vtpass, fault } = await simulators()
  await fault('vtpass', 'verify_down')
  const requeried = { billersCode: '1111111111111', serviceID: 'ikeja-electric', type: 'prepaid' }
  expect((await vtpass('/merchant-verify', requeried)).json().code).toBe('030')
  expect((await vtpass('/merchant-verify', requeried)).json().code).toBe('000')
})

test('the float decreases by the cost of a delivery, not by its price', async () => {
  const { vtpass } = await simulators()
  const balance = async () => (await vtpass('/balance')).json().contents.balance
  const before = await balance()
  await vtpass('/pay', power())
  expect(before - (await balance())).toBe(1970)
})

test('the catalogue lists services and their misspelt variations', async () => {
  const { vtpass } = await simulators()
  const services = (await vtpass('/services?identifier=electricity-bill')).json()
  expect(services.response_description).toBe('000')
  expect(services.content).toHaveLength(12)
  const dstv = (await vtpass('/service-variations?serviceID=dstv')).json().content
  expect(dstv.varations[0]).toEqual({
    variation_code: 'dstv-padi',
    name: 'DStv Padi',
    variation_amount: '4400.00',
    fixedPrice: 'Yes',
  })
})
