import { expect, onTestFinished, test } from 'vitest'
import { type AccountEvent, eventBeatMs } from '../../shared/notifications.ts'
import { type Person, personOf } from '../support/account.ts'
import { postgres } from '../support/database.ts'
import { eventually, openShop, type Shop } from '../support/shop.ts'

/** A page that listens, as our islands do: fetch with the bearer. */
async function listens(shop: Shop, person: Person) {
  const leave = new AbortController()
  const response = await fetch(`${shop.origin}/api/v1/account/events`, {
    headers: person.headers,
    signal: leave.signal,
  })
  const heard: AccountEvent[] = []
  let ended = false
  const read = async () => {
    let text = ''
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString()
      const lines = text.split('\n\n')
      text = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as AccountEvent)
    }
  }
  if (response.ok)
    read()
      .catch(() => undefined)
      .finally(() => {
        ended = true
      })
  onTestFinished(() => leave.abort())
  const hears = (about: AccountEvent['about'], what: object = {}) =>
    eventually(async () =>
      heard.find(
        (it) =>
          it.about === about && Object.entries(what).every(([key, value]) => it[key as never] === value),
      ),
    )
  return { response, heard, hears, leave: () => leave.abort(), hasEnded: () => eventually(async () => ended) }
}

test('a page hears of its owner’s orders and notifications as they happen, and of nobody else’s', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const bola = await personOf(shop, { walletKobo: 5_000_000n })
  const [page, other] = [await listens(shop, ada), await listens(shop, bola)]
  expect(page.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(page.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await page.hears('unread')).toEqual({ about: 'unread', unread: 0 })

  const reference = await ada.buys('power')
  expect(await page.hears('order', { state: 'delivered' })).toEqual({
    about: 'order',
    reference,
    service: 'power',
    state: 'delivered',
    page: 'success',
  })
  expect(await page.hears('notification')).toMatchObject({ unread: 1, subject: expect.any(String) })
  await ada.get('/account/notifications/mark-all-as-read')
  await eventually(async () => page.heard.filter((it) => it.about === 'unread').length === 2)

  await bola.buys('airtime')
  await other.hears('notification')
  expect(page.heard.filter((it) => it.about === 'notification')).toHaveLength(1)
  expect(other.heard.filter((it) => it.about === 'order' && it.service === 'power')).toEqual([])
})

test('what one process does is heard at another', async () => {
  const shop = await openShop()
  const ada = await personOf(shop, { walletKobo: 5_000_000n })
  const page = await listens(shop, ada)
  const another = await shop.another()
  const { data: info } = await ada.looksUp()
  await ada.paysFromWallet(info)
  const { id } = await shop.orderRow(info.order_reference)
  await another.engine.advance(id)
  await page.hears('notification')
  await page.hears('order', { state: 'delivered' })
  await another.stop()
})

test('the stream ends with the session it belongs to, and with the server', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const page = await listens(shop, ada)
  await page.hears('unread')
  await ada.post('/auth/logout')
  await page.hasEnded()
  expect(await ada.get('/account/notifications/all')).toMatchObject({ http: 401 })

  const bola = await personOf(shop)
  const last = await listens(shop, bola)
  await last.hears('unread')
  await shop.features.hush?.()
  await last.hasEnded()
  expect((await listens(shop, bola)).response.status).toBe(503)
})

test('a person has five streams at most; who leaves makes room', async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const pages = await Promise.all(Array.from({ length: 5 }, () => listens(shop, ada)))
  const sixth = await listens(shop, ada)
  expect(sixth.response.status).toBe(429)
  expect(sixth.response.headers.get('retry-after')).toBe('60')
  pages[0]?.leave()
  await eventually(async () => (await listens(shop, ada)).response.status === 200)
})

test('guests have no stream, and a HEAD asks for none', async () => {
  const shop = await openShop()
  const guest = await fetch(`${shop.origin}/api/v1/account/events`)
  expect(guest.status).toBe(403)
  const ada = await personOf(shop)
  const head = await fetch(`${shop.origin}/api/v1/account/events`, { method: 'HEAD', headers: ada.headers })
  expect(head.status).toBe(200)
})

test.runIf(postgres)('a quiet stream is kept alive by a beat', { timeout: 40_000 }, async () => {
  const shop = await openShop()
  const ada = await personOf(shop)
  const response = await fetch(`${shop.origin}/api/v1/account/events`, { headers: ada.headers })
  const reader = response.body!.getReader()
  const began = Date.now()
  let text = ''
  while (!text.includes(': beat')) text += Buffer.from((await reader.read()).value ?? []).toString()
  expect(Date.now() - began).toBeLessThan(eventBeatMs + 5_000)
  await reader.cancel()
})
