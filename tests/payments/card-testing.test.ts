import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCustomer } from '../support/customer.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
beforeEach(async () => {
  await app.db.q.deleteFrom('card_attempts').execute()
})
afterAll(() => app.close())

type Guest = ReturnType<TestApp['createGuest']>
const startPayment = async (guest: Guest, method = 'CARD') => {
  const { data: info } = await guest.lookUpMeter({ meter_number: prepaidMeter() })
  return { info, ...(await guest.initiatePayment(info, { payment_method: method })) }
}
async function payWithDeclinedCard(guest: Guest, times: number) {
  for (let attempt = 0; attempt < times; attempt++) {
    const { httpStatus, data, info } = await startPayment(guest)
    expect(httpStatus).toBe(200)
    await guest.payAtCheckout(data.checkoutUrl, { decline: true })
    await guest.processOrder(info)
  }
}

test('five declined cards rate limit a browser with growing delays; other methods and browsers are not limited', async () => {
  const eve = app.createGuest()
  await payWithDeclinedCard(eve, 5)
  const rejected = await startPayment(eve)
  expect(rejected).toMatchObject({
    httpStatus: 429,
    message: 'Too many card payments were declined. Please wait a little, or pay another way.',
  })
  expect((await startPayment(eve, 'ACCOUNT_TRANSFER')).httpStatus).toBe(200)
  expect((await startPayment(app.createGuest())).httpStatus).toBe(200)

  await app.advanceClock(61)
  await payWithDeclinedCard(eve, 1)
  await app.advanceClock(61)
  expect((await startPayment(eve)).httpStatus).toBe(429)
  await app.advanceClock(61)
  expect((await startPayment(eve)).httpStatus).toBe(200)
})

test('five declined cards delay an account on every device; its other methods and other accounts are not limited', async () => {
  const eve = await createCustomer(app)
  await payWithDeclinedCard(eve, 5)
  // Each payment came from a browser of its own.
  await sql`update card_attempts set device = decode(md5(payment_id::text), 'hex')`.execute(app.db.q)
  expect((await startPayment(eve)).httpStatus).toBe(429)
  expect((await startPayment(eve, 'ACCOUNT_TRANSFER')).httpStatus).toBe(200)
  expect((await startPayment(await createCustomer(app))).httpStatus).toBe(200)
})

test('a decline counts once however often the payment is verified, and a successful payment never counts', async () => {
  const ada = app.createGuest()
  const { data, info } = await startPayment(ada)
  await ada.payAtCheckout(data.checkoutUrl, { decline: true })
  for (let attempt = 0; attempt < 6; attempt++) await ada.processOrder(info)
  const { info: paid } = await ada.buyElectricity({ meter_number: prepaidMeter() })
  await ada.processOrder(paid)
  const counted = await app.db.q.selectFrom('card_attempts').select('declined_at').execute()
  expect(counted.filter(({ declined_at }) => declined_at !== null)).toHaveLength(1)
  expect(counted).toHaveLength(2)
})

test('many declines from one IP address rate limit guests and unverified users there; verified users are not limited', async () => {
  await startPayment(app.createGuest())
  const { client, created_at } = await app.db.q
    .selectFrom('card_attempts')
    .selectAll()
    .executeTakeFirstOrThrow()
  for (let guests = 0; guests < 40; guests++) await startPayment(app.createGuest(), 'USSD')
  const payments = await app.db.q.selectFrom('payments').select('id').where('method', '=', 'USSD').execute()
  const declines = payments.map(({ id }) => ({
    payment_id: id,
    device: Buffer.from(id),
    client,
    card: null,
    declined_at: created_at,
  }))
  await app.db.q.insertInto('card_attempts').values(declines).execute()
  const statuses: number[] = []
  for (let guests = 0; guests < 8; guests++) statuses.push((await startPayment(app.createGuest())).httpStatus)
  expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200])
  expect(statuses.slice(6)).toContain(429)
  const unverified = await createCustomer(app, { verified: false })
  const unverifiedStatuses: number[] = []
  for (let times = 0; times < 8; times++) unverifiedStatuses.push((await startPayment(unverified)).httpStatus)
  expect(unverifiedStatuses).toContain(429)
  const ada = await createCustomer(app)
  expect((await startPayment(ada)).httpStatus).toBe(200)
})

test('a saved card declined three times is rate limited for every user who saved it', async () => {
  const ada = await createCustomer(app, { walletKobo: 0n })
  const card = await ada.saveCard()
  const { signature } = await app.db.q
    .selectFrom('payment_cards')
    .select('signature')
    .where('uniqueid', '=', card.uniqueid)
    .executeTakeFirstOrThrow()
  const others = await Promise.all(Array.from({ length: 3 }, async () => startPayment(app.createGuest())))
  expect(others.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])
  await app.db.q
    .updateTable('card_attempts')
    .set((eb) => ({ card: signature, declined_at: eb.ref('created_at') }))
    .where('card', 'is', null)
    .where('device', 'is not', null)
    .execute()
  const { data: info } = await ada.lookUpMeter()
  expect((await ada.payWithSavedCard(info, card.uniqueid)).httpStatus).toBe(429)
})
