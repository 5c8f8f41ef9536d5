import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAllowedEndpoint } from '../../server/push/endpoint.ts'
import { orderPushInsert } from '../../server/push/index.ts'
import { prepaidMeter } from '../support/meters.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'

/** Notifications through a simulated push service, over HTTP. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}
type Guest = Pick<ReturnType<TestApp['createGuest']>, 'postJson'>

/** A browser subscribes at the push service. */
const newBrowser = async (): Promise<Browser> =>
  (await (await fetch(`${app.simulators.url}/push/subscriptions`, { method: 'POST' })).json()) as Browser

async function subscribeBrowser(guest: Guest): Promise<Browser> {
  const browser = await newBrowser()
  expect(await guest.postJson('/push/subscribe', { ...browser })).toMatchObject({ httpStatus: 200 })
  return browser
}

/** Messages that the browser received, decrypted with its own key. */
const notificationsOf = async ({ endpoint }: Browser) =>
  (await (await fetch(endpoint.replace('/send/', '/received/'))).json()) as {
    title: string
    body: string
    path: string
  }[]

const subscriptionCount = async () =>
  (await app.db.q.selectFrom('push_subscriptions').selectAll().execute()).length
const fetchPendingMessages = () => app.db.q.selectFrom('push_messages').selectAll().execute()
/** A browser has a notification before its row is deleted. */
const waitUntilSent = () => eventually(async () => (await fetchPendingMessages()).length === 0)

/** Enqueues the notification of the delivery of a user's order, without a session. */
const enqueueDeliveryNotification = (userId: string) =>
  app.db.inTransaction(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    await (await orderPushInsert(tx, order, { name: 'again', title: 'Again', path: '/' })).execute()
  })

async function buy(guest: ReturnType<TestApp['createGuest']>) {
  await guest.buyElectricity({ meter_number: prepaidMeter('good') })
  await app.runDueJobs()
}

/** Runs due jobs until the only notification was sent this many times without success. */
const runUntilAttempt = (times: number) =>
  eventually(async () => {
    await app.runDueJobs()
    return (await fetchPendingMessages())[0]?.attempt_count === times
  })

test("a guest's browser is notified of the delivery, without the token, and opens the order", async () => {
  const guest = app.createGuest()
  const [browser, other] = [await subscribeBrowser(guest), await subscribeBrowser(app.createGuest())]
  await buy(guest)
  const [notification] = await eventually(async () => {
    await app.runDueJobs()
    const notifications = await notificationsOf(browser)
    return notifications.length > 0 && notifications
  })
  expect(notification).toMatchObject({
    title: expect.stringMatching(/^Your electricity token for meter/),
    body: 'Open your order.',
    path: expect.stringMatching(/^\/o\/[\w-]{22}$/),
  })
  expect(JSON.stringify(notification)).not.toMatch(/\d{20}/)
  expect(await notificationsOf(other)).toEqual([])
  await waitUntilSent()

  await guest.postJson('/push/unsubscribe', { endpoint: browser.endpoint })
  await buy(guest)
  expect(await notificationsOf(browser)).toHaveLength(1)
})

test('a notification is in the language of the order', async () => {
  const guest = app.createGuest()
  const browser = await subscribeBrowser(guest)
  const { info } = await guest.buyElectricity({ meter_number: prepaidMeter('good') })
  await app.db.q
    .updateTable('orders')
    .set({ language: 'ha' })
    .where('reference', '=', info.order_reference)
    .execute()
  await app.runDueJobsUntil(async () => (await notificationsOf(browser)).length > 0, { stepSeconds: 60 })
  const [notification] = await notificationsOf(browser)
  expect(notification).toMatchObject({ title: expect.stringMatching(/^Token/), body: 'Buɗe odarku.' })
})

test("a user's browsers are notified until their session ends", async () => {
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const browser = await subscribeBrowser(ada)
  await ada.buy('power')
  await eventually(async () => {
    await app.runDueJobs()
    return (await notificationsOf(browser)).length === 1
  })
  await waitUntilSent()
  await app.db.q
    .updateTable('session_tokens')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', ada.id)
    .execute()
  await enqueueDeliveryNotification(ada.id)
  expect(await fetchPendingMessages()).toEqual([])
})

test('a browser is notified of a refund, with the amount', async () => {
  const guest = app.createGuest()
  const browser = await subscribeBrowser(guest)
  await guest.buyElectricity({ meter_number: prepaidMeter('failed') })
  await app.runDueJobsUntil(async () => (await notificationsOf(browser)).length > 0, { stepSeconds: 60 })
  expect(await notificationsOf(browser)).toEqual([
    expect.objectContaining({
      title: expect.stringMatching(/refund/i),
      body: 'Open your order.',
      path: expect.stringMatching(/^\/o\/[\w-]{22}$/),
    }),
  ])
})

test('a browser is notified once when a service that its guest asked about is back', async () => {
  const guest = app.createGuest()
  const [subscriber, other] = [await subscribeBrowser(guest), await subscribeBrowser(app.createGuest())]
  await app.context.settings.change('education_status', 0)
  await eventually(
    async () =>
      (await guest.postJson('/services/education/tell-me', { email: 'back@example.com' })).httpStatus === 200,
  )
  await app.runDueJobs()
  expect(await notificationsOf(subscriber)).toEqual([])
  await app.context.settings.change('education_status', 1)
  await app.runDueJobsUntil(async () => (await notificationsOf(subscriber)).length > 0)
  await app.runDueJobs()
  expect(await notificationsOf(subscriber)).toEqual([
    expect.objectContaining({
      body: 'You can buy now.',
      path: expect.stringMatching(/^\/[a-z]+\/subscription$/),
    }),
  ])
  expect(await notificationsOf(other)).toEqual([])
})

test('the alert of a restored service is in the language of the request, by push, SMS and e-mail', async () => {
  const guest = app.createGuest()
  const subscriber = await subscribeBrowser(guest)
  await app.context.settings.change('data_status', 0)
  const subscribe = (contact: object, language: string) =>
    guest.postJson('/services/data/tell-me', contact, { 'accept-language': language })
  await eventually(async () => (await subscribe({ email: 'english@example.com' }, 'en')).httpStatus === 200)
  const hausaContact = { phone: '0803 444 5566', email: 'hausa@example.com' }
  expect(await subscribe(hausaContact, 'ha')).toMatchObject({ httpStatus: 200 })
  await app.context.settings.change('data_status', 1)
  await app.runDueJobsUntil(async () => (await notificationsOf(subscriber)).length > 0)
  expect(await notificationsOf(subscriber)).toEqual([
    expect.objectContaining({ title: 'Data ya sake samuwa a Sanwo', body: 'Za ku iya saya yanzu.' }),
  ])
  const mailTo = async (address: string) =>
    eventually(async () => (await app.emails()).find(({ to }) => to.includes(address)))
  expect((await mailTo('hausa@example.com')).text).toContain('Data ya sake samuwa.')
  expect((await mailTo('english@example.com')).text).toContain('Data is available again.')
  const sms = await eventually(async () =>
    (await app.smsMessages()).find(({ to }) => to.endsWith('8034445566')),
  )
  expect(sms.text).toMatch(/^Sanwo: Data ya sake samuwa\. http[\x20-\x7e]+$/)
})

test('a subscription that the push service reports as gone is deleted', async () => {
  const guest = app.createGuest()
  await subscribeBrowser(guest)
  const before = await subscriptionCount()
  await app.injectFault('push', 'gone')
  await buy(guest)
  await eventually(async () => {
    await app.runDueJobs()
    return (await subscriptionCount()) === before - 1
  })
  await waitUntilSent()
})

test('a notification is retried, and deleted after five failures', async () => {
  const guest = app.createGuest()
  const browser = await subscribeBrowser(guest)
  await app.injectFault('push', 'unavailable', 1)
  await buy(guest)
  await runUntilAttempt(1)
  await app.advanceClock(31)
  await app.runDueJobs()
  await eventually(async () => (await notificationsOf(browser)).length === 1)
  await waitUntilSent()

  await app.injectFault('push', 'unavailable', 5)
  await buy(guest)
  for (const [index, seconds] of [31, 121, 601, 3_601].entries()) {
    await runUntilAttempt(index + 1)
    await app.advanceClock(seconds)
    await app.runDueJobs()
  }
  await waitUntilSent()
  expect(await notificationsOf(browser)).toHaveLength(1)
})

test('a subscription at another host, or at an address of this network, is rejected', async () => {
  const { p256dh, auth } = await newBrowser()
  const guest = app.createGuest()
  for (const endpoint of [
    'http://127.0.0.1:5432/push/send/1',
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example.com/1',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://user@fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com.example.com/1',
    'https://fcm.googleapis.com@127.0.0.1/1',
    `${app.simulators.url}/simulators/reset`,
    'file:///etc/passwd',
    'no address',
  ])
    expect(await guest.postJson('/push/subscribe', { endpoint, p256dh, auth }), endpoint).toMatchObject({
      httpStatus: 422,
      errors: { endpoint: expect.any(Array) },
    })
  const fcm = 'https://fcm.googleapis.com/fcm/send/abc:def'
  expect(isAllowedEndpoint(fcm, null)).toBe(true)
  expect(isAllowedEndpoint('https://web.push.apple.com/abc', null)).toBe(true)
  expect(isAllowedEndpoint(`${app.simulators.url}/push/send/1`, null)).toBe(false)
})
