import { expect, onTestFinished, test, vi } from 'vitest'
import { type AccountEvent, eventKeepAliveMs } from '../../shared/notifications.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

/** A page with an event stream, opened like in the islands: fetch with a bearer token. */
async function openStream(app: TestApp, user: TestUser) {
  const controller = new AbortController()
  const response = await fetch(`${app.origin}/api/v1/account/events`, {
    headers: user.headers,
    signal: controller.signal,
  })
  const events: AccountEvent[] = []
  let isEnded = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const lines = text.split('\n\n')
      text = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as AccountEvent)
    }
  }
  if (response.ok)
    read()
      .catch(() => undefined)
      .finally(() => {
        isEnded = true
      })
  onTestFinished(() => controller.abort())
  const waitForEvent = (type: AccountEvent['type'], fields: object = {}) =>
    eventually(async () =>
      events.find(
        (entry) =>
          entry.type === type &&
          Object.entries(fields).every(([key, value]) => entry[key as never] === value),
      ),
    )
  return {
    response,
    events,
    waitForEvent,
    disconnect: () => controller.abort(),
    waitForEnd: () => eventually(async () => isEnded),
  }
}

test('a page receives events of its own user’s orders and notifications only, as they happen', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const bola = await createUser(app, { walletKobo: 5_000_000n })
  const [page, other] = [await openStream(app, ada), await openStream(app, bola)]
  expect(page.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(page.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await page.waitForEvent('unread')).toEqual({ type: 'unread', unread: 0 })

  const reference = await ada.buy('power')
  expect(await page.waitForEvent('order', { state: 'delivered' })).toEqual({
    type: 'order',
    reference,
    service: 'power',
    state: 'delivered',
    page: 'success',
  })
  expect(await page.waitForEvent('notification')).toMatchObject({ unread: 1, subject: expect.any(String) })
  await ada.get('/account/notifications/mark-all-as-read')
  await eventually(async () => page.events.filter((entry) => entry.type === 'unread').length === 2)

  await bola.buy('airtime')
  await other.waitForEvent('notification')
  expect(page.events.filter((entry) => entry.type === 'notification')).toHaveLength(1)
  expect(other.events.filter((entry) => entry.type === 'order' && entry.service === 'power')).toEqual([])
})

test('events of one process are streamed by another', async () => {
  const app = await startTestApp()
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const page = await openStream(app, ada)
  const another = await app.startSecondProcess()
  const { data: info } = await ada.lookUpMeter()
  await ada.payFromWallet(info)
  const { id } = await app.orderRow(info.order_reference)
  await another.orderProcessor.advance(id)
  await page.waitForEvent('notification')
  await page.waitForEvent('order', { state: 'delivered' })
  await another.stop()
})

test('the stream ends with the session it belongs to, and with the server', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const page = await openStream(app, ada)
  await page.waitForEvent('unread')
  await ada.post('/auth/logout')
  await page.waitForEnd()
  expect(await ada.get('/account/notifications/all')).toMatchObject({ httpStatus: 401 })

  const bola = await createUser(app)
  const last = await openStream(app, bola)
  await last.waitForEvent('unread')
  await app.features.closeStreams?.()
  await last.waitForEnd()
  expect((await openStream(app, bola)).response.status).toBe(503)
})

test('a user has at most five streams; closing one allows another', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const pages = await Promise.all(Array.from({ length: 5 }, () => openStream(app, ada)))
  const sixth = await openStream(app, ada)
  expect(sixth.response.status).toBe(429)
  expect(sixth.response.headers.get('retry-after')).toBe('60')
  pages[0]?.disconnect()
  await eventually(async () => (await openStream(app, ada)).response.status === 200)
})

test('guests get no stream, and a HEAD request opens none', async () => {
  const app = await startTestApp()
  const guest = await fetch(`${app.origin}/api/v1/account/events`)
  expect(guest.status).toBe(403)
  const ada = await createUser(app)
  const head = await fetch(`${app.origin}/api/v1/account/events`, { method: 'HEAD', headers: ada.headers })
  expect(head.status).toBe(200)
})

test('an idle stream receives keep-alive comments', async () => {
  const app = await startTestApp()
  const ada = await createUser(app)
  const response = await fetch(`${app.origin}/api/v1/account/events`, { headers: ada.headers })
  const reader = response.body!.getReader()
  const read = async () => Buffer.from((await reader.read()).value ?? []).toString()
  expect(await read()).toBe('data: {"type":"unread","unread":0}\n\n')

  const realNow = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + eventKeepAliveMs)
  onTestFinished(() => clock.mockRestore())
  expect(await read()).toBe(': keep-alive\n\n')
  await reader.cancel()
})
