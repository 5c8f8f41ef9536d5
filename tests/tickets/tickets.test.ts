import { expect, test } from 'vitest'
import { listTicketsByState, sendTicketReply } from '../../server/tickets/index.ts'
import type { Ticket } from '../../shared/tickets.ts'
import { startTestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

const report = (user: TestUser, body: object) =>
  user.post<{ number: string }>('/account/tickets/create', body)
const all = async (user: TestUser) => (await user.get<Ticket[]>('/account/tickets/all')).data

test('a ticket about an order gets a number and is listed for its author', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const reference = await ada.buy('power')
  const created = await report(ada, {
    order_reference: reference,
    message: 'The meter says "reject".\nI tried twice.',
  })
  expect(created).toMatchObject({
    httpStatus: 200,
    status: 'success',
    data: { number: expect.stringMatching(/^T-[A-Z2-9]{8}$/) },
  })
  expect(created.message).toContain(created.data.number)
  const general = await report(ada, { message: 'How do I change my e-mail?' })
  expect(await all(ada)).toMatchObject([
    { number: general.data.number, order_reference: null, service: null, state: 'open' },
    {
      number: created.data.number,
      state: 'open',
      order_reference: reference,
      service: 'power',
      message: 'The meter says "reject".\nI tried twice.',
      answer: null,
      created_at: expect.any(String),
    },
  ])
})

test('repeated or concurrent tickets with the same message about the same order are one ticket', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const order_reference = await ada.buy('airtime')
  const body = { order_reference, message: 'It did not arrive.' }
  const responses = await Promise.all(Array.from({ length: 5 }, () => report(ada, body)))
  expect(new Set(responses.map((entry) => entry.data.number)).size).toBe(1)
  await report(ada, { ...body, message: 'It still did not arrive.' })
  expect(await all(ada)).toHaveLength(2)
})

test('orders and tickets of other users are reported as not found', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app)
  const order_reference = await ada.buy('airtime')
  await report(ada, { order_reference, message: 'It did not arrive.' })
  const foreign = await report(bola, { order_reference, message: 'It did not arrive.' })
  expect(foreign).toMatchObject({ httpStatus: 404, status: 'error' })
  expect(await report(bola, { order_reference: 'ABCDEFGH2345', message: 'It did not arrive.' })).toEqual(
    foreign,
  )
  expect(await all(bola)).toEqual([])
})

test('a guest can open a ticket only from the browser of the order or with its access token', async () => {
  const app = await startTestApp()
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity()
  const path = `/orders/${info.order_reference}/report`
  const message = 'I paid and got no token.'
  const created = await guest.postJson<{ number: string }>(path, { message, email: 'guest@example.com' })
  expect(created).toMatchObject({ httpStatus: 200, data: { number: expect.stringMatching(/^T-/) } })
  const otherVisitor = app.createGuest()
  expect(await otherVisitor.postJson(path, { message })).toMatchObject({ httpStatus: 404 })
  expect(await otherVisitor.postJson(path, { message, access_token: info.access_token })).toMatchObject({
    httpStatus: 200,
    data: { number: created.data.number },
  })
  expect(await otherVisitor.postJson(path, { message, access_token: 'x'.repeat(40) })).toMatchObject({
    httpStatus: 404,
  })
  expect(await otherVisitor.postJson('/orders/ABCDEFGH2345/report', { message })).toMatchObject({
    httpStatus: 404,
  })
  expect((await listTicketsByState(app.db, 'open')).list).toMatchObject([
    { number: created.data.number, reporter: { name: null, email: 'guest@example.com' } },
  ])
})

test('a guest who found an old order by meter and phone can open a ticket; without an e-mail the reply is sent by SMS', async () => {
  const app = await startTestApp()
  const { info } = await app.createGuest().buyElectricity({ phone_number: '08031239876' })
  const { view_token } = await app.orderRow(info.order_reference)
  const message = 'The meter rejects this token.'
  const path = `/orders/${info.order_reference}/report`
  const created = await app
    .createGuest()
    .postJson<{ number: string }>(path, { message, access_token: view_token })
  expect(created.httpStatus).toBe(200)
  const manager = await createUser(app)
  const response = 'We asked the company.\nA new token is on its way – ₦0 to pay.'
  await app.db.inTransaction((tx) =>
    sendTicketReply(tx, {
      number: created.data.number,
      reply: response,
      managerId: manager.id,
      brandName: 'Sanwo',
      helpUrl: 'https://sanwo.test/help',
    }),
  )
  const results = await app.db.q
    .selectFrom('outbox')
    .selectAll()
    .where('body', 'like', `%${created.data.number}%`)
    .execute()
  expect(results).toMatchObject([{ channel: 'sms', recipient: '+2348031239876' }])
  expect(results[0]?.body).toBe(
    `Sanwo: reply to ticket ${created.data.number}\nWe asked the company.\nA new token is on its way - NGN 0 to pay.`,
  )
})

test('a ticket of a guest who found the order of an account by meter and phone is not a ticket of the account', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const reference = await ada.buy('power')
  const { view_token, access_token } = await app.orderRow(reference)
  const path = `/orders/${reference}/report`
  const stranger = app.createGuest()
  const viewed = await stranger.postJson<{ number: string }>(path, {
    ...{ message: 'Send the token to this address.', email: 'stranger@example.com' },
    access_token: view_token,
  })
  expect(viewed.httpStatus).toBe(200)
  expect(await all(ada)).toEqual([])
  const { list } = await listTicketsByState(app.db, 'open')
  expect(list).toMatchObject([
    { order_reference: reference, reporter: { name: null, uniqueid: null, email: 'stranger@example.com' } },
  ])
  const message = 'The meter rejects this token.'
  const byLink = await stranger.postJson<{ number: string }>(path, { message, access_token })
  expect(await all(ada)).toMatchObject([{ number: byLink.data.number, message }])
})

test('tickets of guests who can only view an order never keep its customer from reporting it', async () => {
  const app = await startTestApp()
  const { info } = await app.createGuest().buyElectricity()
  const { view_token, access_token } = await app.orderRow(info.order_reference)
  const path = `/orders/${info.order_reference}/report`
  const reportWith = (token: string, message: string) =>
    app.createGuest().postJson(path, { message, access_token: token })
  const viewed = []
  for (let index = 0; index < 11; index++)
    viewed.push((await reportWith(view_token, `Problem number ${index}`)).httpStatus)
  expect(viewed).toEqual([...Array<number>(10).fill(200), 429])
  expect((await reportWith(access_token, 'The meter rejects this token.')).httpStatus).toBe(200)
})

test('an empty, too long or unprintable message is rejected on its field; markup is stored as text', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  for (const message of ['', '    ', 'hi', 'x'.repeat(2_001), 'a\u0000bcdef', 42, null, { $ne: 1 }])
    expect((await report(ada, { message })).errors?.message, JSON.stringify(message)).toHaveLength(1)
  const message = '<img src=x onerror=alert(1)> ‮ =cmd|x'
  await report(ada, { message, state: 'closed', user_id: 'x', answer: 'y' })
  expect(await all(ada)).toMatchObject([{ message, state: 'open', answer: null }])
})

test('a user can open at most thirty tickets a day', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const responses = []
  for (let index = 0; index < 31; index++)
    responses.push(await report(ada, { message: `Problem number ${index}` }))
  expect(responses.map((entry) => entry.httpStatus)).toEqual([...Array<number>(30).fill(200), 429])
})

test('a reply is sent once, in the account and by mail', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const { data } = await report(ada, { message: 'How do I change my e-mail?' })
  const responses = await Promise.allSettled(
    ['You can do it in your settings.', 'Write to us.'].map((response) =>
      app.db.inTransaction((tx) =>
        sendTicketReply(tx, {
          number: data.number,
          reply: response,
          managerId: ada.id,
          brandName: 'Sanwo',
          helpUrl: 'https://sanwo.test/help',
        }),
      ),
    ),
  )
  expect(responses.filter((entry) => entry.status === 'fulfilled')).toHaveLength(1)
  expect(await all(ada)).toMatchObject([{ state: 'answered', answered_at: expect.any(String) }])
  const { data: results } = await ada.get<{ data: { subject: string; service: string } }[]>(
    '/account/notifications/all',
  )
  expect(results.map((entry) => entry.data)).toMatchObject([
    { service: 'other', subject: `We replied to ticket ${data.number}` },
  ])
  await app.runDueJobs()
  const mails = (await app.db.q.selectFrom('outbox').selectAll().execute()).filter(
    (entry) => entry.recipient === ada.email,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toBe(`Sanwo: reply to ticket ${data.number}`)
})

test('a reply repeats the message only to the account of its author, not to an e-mail that a guest entered', async () => {
  const app = await startTestApp()
  const [ada, manager] = [await createUser(app), await createUser(app)]
  const bodyOfReply = async (number: string) => {
    await app.db.inTransaction((tx) =>
      sendTicketReply(tx, {
        ...{ number, reply: 'We asked the company.', managerId: manager.id },
        ...{ brandName: 'Sanwo', helpUrl: 'https://sanwo.test/help' },
      }),
    )
    const mails = await app.db.q.selectFrom('outbox').selectAll().where('recipient', '=', ada.email).execute()
    return mails.find(({ subject }) => subject?.includes(number))?.body
  }
  const { data: own } = await report(ada, { message: 'How do I change my e-mail?' })
  expect(await bodyOfReply(own.number)).toContain('How do I change my e-mail?')
  const stranger = app.createGuest()
  const { info } = await stranger.buyElectricity()
  const { data: foreign } = await stranger.postJson<{ number: string }>(
    `/orders/${info.order_reference}/report`,
    { message: 'You won. Call 08030000000.', email: ada.email },
  )
  const body = await bodyOfReply(foreign.number)
  expect(body).toContain('We asked the company.')
  expect(body).not.toContain('You won')
})

test("the text around a reply is in the language of the ticket; of an earlier ticket, in its order's language", async () => {
  const app = await startTestApp()
  const manager = await createUser(app)
  const guest = app.createGuest()
  const { info } = await guest.buyElectricity({ phone_number: '08031239877' })
  const path = `/orders/${info.order_reference}/report`
  const reportInHausa = async (message: string, email?: string) => {
    const body = { message, ...(email !== undefined && { email }) }
    const { data } = await guest.postJson<{ number: string }>(path, body, { 'accept-language': 'ha' })
    return data.number
  }
  const reply = async (number: string) => {
    await app.db.inTransaction((tx) =>
      sendTicketReply(tx, {
        ...{ number, reply: 'We asked the company.', managerId: manager.id },
        ...{ brandName: 'Sanwo', helpUrl: 'https://sanwo.test/help' },
      }),
    )
    const rows = await app.db.q.selectFrom('outbox').selectAll().execute()
    return rows.find(({ body, subject }) => `${subject} ${body}`.includes(number))
  }
  const bySms = await reportInHausa('I got no token.')
  expect((await reply(bySms))?.body).toBe(`Sanwo: amsar tikiti ${bySms}\nWe asked the company.`)
  const { list } = await listTicketsByState(app.db, 'answered', { number: bySms })
  expect(list).toMatchObject([{ number: bySms, language: 'ha' }])
  const byMail = await reportInHausa('I still got no token.', 'guest@example.com')
  const mail = await reply(byMail)
  expect(mail?.subject).toBe(`Sanwo: amsar tikiti ${byMail}`)
  expect(mail?.body).toContain('We asked the company.')
  const earlier = await reportInHausa('Still nothing.')
  await app.db.q.updateTable('tickets').set({ language: null }).where('number', '=', earlier).execute()
  await app.db.q
    .updateTable('orders')
    .set({ language: 'ha' })
    .where('reference', '=', info.order_reference)
    .execute()
  expect((await reply(earlier))?.body).toContain(`Sanwo: amsar tikiti ${earlier}`)
})
