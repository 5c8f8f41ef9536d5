import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCampaignWork } from '../../server/campaigns/index.ts'
import type { MessageProgress, Template } from '../../shared/management/messages.ts'
import { managerOf } from '../management/house.ts'
import { type Person, personOf } from '../support/account.ts'
import { eventually, openShop, type Reply, type Shop } from '../support/shop.ts'

let shop: Shop
let musa: Person
beforeAll(async () => {
  shop = await openShop({ shared: true })
  musa = await managerOf(shop)
})
afterAll(() => shop.close())

interface Sent {
  id: string
  recipients: number
}

const good = {
  subject: 'Planned work',
  message: '<p>Hello</p>',
  user_group: 'guest_user',
  type: 'subscription',
  service: 'other',
  email_addresses: 'one@example.com',
}

/** As a browser sends a form with a file. */
async function mails(
  change: Record<string, string> = {},
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...good, ...change })) form.append(name, value)
  if (file) form.append('file', new Blob([file.bytes]), file.name)
  const response = await fetch(`${shop.origin}/api/v1/management/messages/email/send`, {
    method: 'POST',
    headers: musa.headers,
    body: form,
  })
  return { http: response.status, ...((await response.json()) as Omit<Reply<Sent>, 'http'>) }
}
const progress = async (id: string) => (await musa.get<MessageProgress>(`/management/messages/${id}`)).data
const until = async <T>(look: () => Promise<T>, is: (it: T) => boolean): Promise<T> => {
  let seen: T | undefined
  await eventually(async () => {
    seen = await look()
    return is(seen)
  })
  return seen as T
}
const arrived = async (to: string) => (await shop.mails()).filter((it) => it.to === to)
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

test('an e-mail reaches every guest that is named, once, and says how far it is', async () => {
  const { http, data, message } = await mails({
    email_addresses: 'a1@example.com, A1@example.com ,,b1@example.com',
  })
  expect({ http, recipients: data.recipients }).toEqual({ http: 200, recipients: 2 })
  expect(message).toBe('Your message is on its way to 2 people.')
  await until(
    async () => (await progress(data.id)).counts.sent,
    (sent) => sent === 2,
  )
  expect(await arrived('a1@example.com')).toHaveLength(1)
  const ended = () =>
    shop.db.q.selectFrom('campaigns').select('counts').where('id', '=', data.id).executeTakeFirst()
  await until(ended, (it) => it?.counts !== null)
  expect(await ended()).toEqual({ counts: { sent: 2 } })
  const { data: list } = await musa.get<MessageProgress[]>('/management/messages/all')
  expect(list.find((it) => it.id === data.id)?.counts).toEqual({ waiting: 0, sent: 2, failed: 0 })
  expect((await progress(data.id)).recipients).toEqual([
    { to: 'a1@example.com', state: 'sent', because: null },
    { to: 'b1@example.com', state: 'sent', because: null },
  ])
})

test('hostile HTML is cleaned to what the editor can make', async () => {
  await mails({
    email_addresses: 'clean@example.com',
    message:
      '<h1 onclick="x()">Hi</h1><script>alert(1)</script><a href="javascript:alert(1)">bad</a><a href="https://example.com">good</a><img src=x onerror=alert(1)><style>p{}</style>',
  })
  const [mail] = await until(
    () => arrived('clean@example.com'),
    (some) => some.length === 1,
  )
  const { html = '' } = mail as { html?: string }
  expect(html).toContain('<h1>Hi</h1>')
  expect(html).toContain('<a href="https://example.com">good</a>')
  expect(html).not.toMatch(/script|javascript:|onerror|onclick|<img|<style/)
})

test.each([
  [
    'a line break in an address',
    { email_addresses: 'a@example.com\r\nBcc: b@example.com' },
    'email_addresses',
  ],
  ['one bad address among good ones', { email_addresses: 'a@example.com, nobody' }, 'email_addresses'],
  ['nobody named', { email_addresses: ' , ' }, 'email_addresses'],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: b@example.com' }, 'subject'],
  ['an empty message', { message: '<p> </p>' }, 'message'],
  ['a service without a reference where it is needed', { service: 'power' }, 'reference'],
  ['an unknown group', { user_group: 'everybody' }, 'user_group'],
  ['no user chosen', { user_group: 'registered_user' }, 'user_id'],
])('an e-mail with %s is refused whole, and the field is named', async (_, change, field) => {
  const { http, errors } = await mails(change)
  expect(http).toBe(422)
  expect(Object.keys(errors ?? {})).toEqual([field])
})

test('a file is judged by what is in it', async () => {
  const text = new TextEncoder().encode('<html><script>1</script></html>')
  expect((await mails({ type: 'image' }, { name: 'picture.png', bytes: text })).http).toBe(422)
  expect((await mails({}, { name: 'page.html', bytes: text })).http).toBe(422)
  expect((await mails({}, { name: 'picture.pdf', bytes: png })).http).toBe(422)
  expect((await mails({}, { name: 'big.txt', bytes: new Uint8Array(6 * 1024 * 1024) })).http).toBe(413)
  const { http } = await mails(
    { email_addresses: 'file@example.com', type: 'image' },
    { name: 'picture.png', bytes: png },
  )
  expect(http).toBe(200)
  const [mail] = await until(
    () => arrived('file@example.com'),
    (some) => some.length === 1,
  )
  expect((mail as { attachments?: unknown }).attachments).toEqual([
    { name: 'picture.png', bytes: png.length },
  ])
})

test('a mail that is refused for good is told of, and one that is not answered is tried again', async () => {
  await shop.fault('smtp', 'reject')
  const { data } = await mails({ email_addresses: 'refused@example.com' })
  const told = await until(
    () => progress(data.id),
    (it) => it.counts.failed === 1,
  )
  expect(told.recipients[0]).toMatchObject({ state: 'failed', because: '550' })
})

test('all registered users get it, guests never', async () => {
  const ada = await personOf(shop)
  const unproved = await personOf(shop, { verified: false })
  const { data } = await mails({ user_group: 'all_users', email_addresses: 'guest@example.com' })
  await until(
    async () => (await progress(data.id)).counts.waiting,
    (waiting) => waiting === 0,
  )
  expect(await arrived(ada.email)).toHaveLength(1)
  expect(await arrived(unproved.email)).toHaveLength(0)
  expect(await arrived('guest@example.com')).toHaveLength(0)
})

test('one hand sends to each reader once, however often it is called; what a stop leaves in line another sends', async () => {
  const { q } = shop.db
  const letter = { channel: 'email' as const, service: 'other', subject: 'Hello', body: 'Hello' }
  const { id: campaign_id } = await q
    .insertInto('campaigns')
    .values({
      ...letter,
      sent_by: musa.id,
      html: '<p>Hello</p>',
      file_name: null,
      file_type: null,
      file: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const readers = Array.from({ length: 60 }, (_, at) => ({ campaign_id, recipient: `r${at}@example.com` }))
  await q
    .insertInto('campaign_recipients')
    .values(readers.map((it) => ({ ...it, because: null, sent_at: null })))
    .execute()

  const got: string[] = []
  const mail = {
    send: async ({ to }: { to: string }) => {
      got.push(to)
      return { is: 'accepted' as const, id: to }
    },
    close: () => undefined,
  }
  const parts = { db: shop.db, log: shop.parts.log, mail, sms: null, brandName: 'Sanwo' }
  const work = createCampaignWork(parts)
  const calls = [work.send(), work.send()]
  await eventually(async () => got.length === 50)
  work.stop()
  expect(await Promise.all(calls)).toEqual([50, 50])
  expect(await createCampaignWork(parts).send()).toBe(10)
  expect(got.toSorted()).toEqual(readers.map((it) => it.recipient).toSorted())
})

test('an SMS goes to the phones that are named, in the one form we keep', async () => {
  const { http, data } = await musa.post<Sent>('/management/messages/sms/send', {
    service: 'other',
    user_group: 'guest_user',
    phone_numbers: '08031112222, +2348031112222, 08033334444',
    message: 'Hello from us',
  })
  expect({ http, recipients: data.recipients }).toEqual({ http: 200, recipients: 2 })
  await until(
    async () => (await progress(data.id)).counts.sent,
    (sent) => sent === 2,
  )
  const wrong = { service: 'holiday', user_group: 'guest_user', phone_numbers: '0803', message: 'x' }
  expect((await musa.post('/management/messages/sms/send', wrong)).http).toBe(422)
  expect((await musa.post('/management/messages/sms/send', { ...wrong, service: 'other' })).http).toBe(422)
})

test('templates of a service are there from the start, are changed, cleaned, and removed', async () => {
  const list = async (query: string) =>
    (await musa.get<Template[]>(`/management/resources/email-templates?${query}`)).data
  expect((await list('type=power')).length).toBeGreaterThan(0)
  expect((await list('type=power&message_type=sms')).every((it) => !it.default_message.includes('<'))).toBe(
    true,
  )
  const wish = { type: 'other', name: 'Mine', subject: 'S', default_message: '<p>Hi<script>1</script></p>' }
  const { data: made } = await musa.post<Template>('/management/resources/email-templates', wish)
  expect(made.default_message).toBe('<p>Hi</p>')
  expect((await musa.post('/management/resources/email-templates', wish)).http).toBe(422)
  const changed = await musa.call<Template>('PUT', `/management/resources/email-templates/${made.id}`, {
    ...wish,
    subject: 'T',
  })
  expect(changed.data.subject).toBe('T')
  const other = await musa.post<Template>('/management/resources/email-templates', { ...wish, name: 'Other' })
  const path = `/management/resources/email-templates/${other.data.id}`
  expect(await musa.call('PUT', path, { ...wish, name: 'Mine' })).toMatchObject({
    http: 422,
    errors: { name: ['There is a template of this name.'] },
  })
  expect((await musa.call<Template>('PUT', path, { ...wish, name: 'Other' })).data.name).toBe('Other')
  expect((await musa.remove(`/management/resources/email-templates/${made.id}`)).http).toBe(200)
  expect((await musa.remove(`/management/resources/email-templates/${made.id}`)).http).toBe(404)
  const deeds = await shop.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', made.id)
    .execute()
  expect(deeds.map(({ action }) => action)).toEqual(['template.add', 'template.change', 'template.remove'])
})

test('an ordinary user writes to nobody', async () => {
  const bola = await personOf(shop)
  expect((await bola.post('/management/messages/sms/send', {})).http).toBe(403)
  expect((await bola.get('/management/resources/email-templates?type=power')).http).toBe(403)
  expect((await bola.get('/management/messages/all')).http).toBe(403)
})
