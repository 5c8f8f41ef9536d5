import { expect, test } from 'vitest'
import { answerTicket, ticketsIn } from '../../server/tickets/index.ts'
import type { Ticket } from '../../shared/tickets.ts'
import { type Person, personOf } from '../support/account.ts'
import { openShop } from '../support/shop.ts'

const report = (person: Person, body: object) =>
  person.post<{ number: string }>('/account/tickets/create', body)
const all = async (person: Person) => (await person.get<Ticket[]>('/account/tickets/all')).data

test('a problem with an order is reported, gets a number, and is listed for who wrote it', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const reference = await ada.buys('power')
  const made = await report(ada, {
    order_reference: reference,
    message: 'The meter says "reject".\nI tried twice.',
  })
  expect(made).toMatchObject({
    http: 200,
    status: 'success',
    data: { number: expect.stringMatching(/^T-[A-Z2-9]{8}$/) },
  })
  expect(made.message).toContain(made.data.number)
  const general = await report(ada, { message: 'How do I change my e-mail?' })
  expect(await all(ada)).toMatchObject([
    { number: general.data.number, order_reference: null, service: null, state: 'open' },
    {
      number: made.data.number,
      state: 'open',
      order_reference: reference,
      service: 'power',
      message: 'The meter says "reject".\nI tried twice.',
      answer: null,
      created_at: expect.any(String),
    },
  ])
})

test('the same words about the same order, twice or at once, are one report', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const order_reference = await ada.buys('airtime')
  const body = { order_reference, message: 'It did not arrive.' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(ada, body)))
  expect(new Set(answers.map((it) => it.data.number)).size).toBe(1)
  await report(ada, { ...body, message: 'It still did not arrive.' })
  expect(await all(ada)).toHaveLength(2)
})

test('another’s order and another’s report are unknown', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop)
  const order_reference = await ada.buys('airtime')
  await report(ada, { order_reference, message: 'It did not arrive.' })
  const foreign = await report(bola, { order_reference, message: 'It did not arrive.' })
  expect(foreign).toMatchObject({ http: 404, status: 'error' })
  expect(await report(bola, { order_reference: 'ABCDEFGH2345', message: 'It did not arrive.' })).toEqual(
    foreign,
  )
  expect(await all(bola)).toEqual([])
})

test('a guest reports from the browser that made the order, or with its secret, and nobody else can', async () => {
  const shop = await openShop()
  const guest = shop.guest()
  const { info } = await guest.buys()
  const path = `/orders/${info.order_reference}/report`
  const message = 'I paid and got no token.'
  const made = await guest.send<{ number: string }>(path, { message, email: 'guest@example.com' })
  expect(made).toMatchObject({ http: 200, data: { number: expect.stringMatching(/^T-/) } })
  const stranger = shop.guest()
  expect(await stranger.send(path, { message })).toMatchObject({ http: 404 })
  expect(await stranger.send(path, { message, access_token: info.access_token })).toMatchObject({
    http: 200,
    data: { number: made.data.number },
  })
  expect(await stranger.send(path, { message, access_token: 'x'.repeat(40) })).toMatchObject({ http: 404 })
  expect(await stranger.send('/orders/ABCDEFGH2345/report', { message })).toMatchObject({ http: 404 })
  expect((await ticketsIn(shop.db, 'open')).list).toMatchObject([
    { number: made.data.number, by: { name: null, email: 'guest@example.com' } },
  ])
})

test('who found an old purchase by meter and phone reports it; a guest without an address is answered by SMS', async () => {
  const shop = await openShop()
  const { info } = await shop.guest().buys({ phone_number: '08031239876' })
  const { view_token } = await shop.orderRow(info.order_reference)
  const message = 'The meter rejects this token.'
  const path = `/orders/${info.order_reference}/report`
  const made = await shop.guest().send<{ number: string }>(path, { message, access_token: view_token })
  expect(made.http).toBe(200)
  const manager = await personOf(shop)
  const answer = 'We asked the company.\nA new token is on its way – ₦0 to pay.'
  await shop.db.inTransaction((tx) =>
    answerTicket(tx, {
      number: made.data.number,
      answer,
      by: manager.id,
      brandName: 'Sanwo',
      helpUrl: 'https://sanwo.test/help',
    }),
  )
  const told = await shop.db.q
    .selectFrom('outbox')
    .selectAll()
    .where('body', 'like', `%${made.data.number}%`)
    .execute()
  expect(told).toMatchObject([{ channel: 'sms', recipient: '+2348031239876' }])
  expect(told[0]?.body).toBe(
    `Sanwo: our answer to ${made.data.number}\nWe asked the company.\nA new token is on its way - NGN 0 to pay.`,
  )
})

test('an empty, endless or unprintable message is refused on its field; markup is kept as text', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  for (const message of ['', '    ', 'hi', 'x'.repeat(2_001), 'a\u0000bcdef', 42, null, { $ne: 1 }])
    expect((await report(ada, { message })).errors?.message, JSON.stringify(message)).toHaveLength(1)
  const message = '<img src=x onerror=alert(1)> ‮ =cmd|x'
  await report(ada, { message, state: 'closed', user_id: 'x', answer: 'y' })
  expect(await all(ada)).toMatchObject([{ message, state: 'open', answer: null }])
})

test('thirty reports a day are enough for one person', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const answers = []
  for (let at = 0; at < 31; at++) answers.push(await report(ada, { message: `Problem number ${at}` }))
  expect(answers.map((it) => it.http)).toEqual([...Array<number>(30).fill(200), 429])
})

test('an answer is told in the account and by mail, once', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const { data } = await report(ada, { message: 'How do I change my e-mail?' })
  const answers = await Promise.allSettled(
    ['You can do it in your settings.', 'Write to us.'].map((answer) =>
      shop.db.inTransaction((tx) =>
        answerTicket(tx, {
          number: data.number,
          answer,
          by: ada.id,
          brandName: 'Sanwo',
          helpUrl: 'https://sanwo.test/help',
        }),
      ),
    ),
  )
  expect(answers.filter((it) => it.status === 'fulfilled')).toHaveLength(1)
  expect(await all(ada)).toMatchObject([{ state: 'answered', answered_at: expect.any(String) }])
  const { data: told } = await ada.get<{ data: { subject: string; service: string } }[]>(
    '/account/notifications/all',
  )
  expect(told.map((it) => it.data)).toMatchObject([
    { service: 'other', subject: `We answered your report ${data.number}` },
  ])
  await shop.sweep()
  const mails = (await shop.db.q.selectFrom('outbox').selectAll().execute()).filter(
    (it) => it.recipient === ada.email,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`Sanwo: our answer to ${data.number}`)
})
