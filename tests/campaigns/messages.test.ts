import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignQueue } from '../../server/campaigns/index.ts'
import { createSecrets } from '../../server/secrets/index.ts'
import type { MessageProgress, Template } from '../../shared/management/messages.ts'
import { createTestManager } from '../management/setup.ts'
import { startQueue } from '../support/queues.ts'
import { type ApiResponse, eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { attachments, pngOf } from './attachments.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

interface SentCampaign {
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

/** Sends a form with a file, as a browser does. */
async function mails(
  change: Record<string, string> = {},
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> },
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...good, ...change })) form.append(name, value)
  if (file) form.append('file', new Blob([file.bytes]), file.name)
  const response = await fetch(`${app.origin}/api/v1/management/messages/email/send`, {
    method: 'POST',
    headers: musa.headers,
    body: form,
  })
  return {
    httpStatus: response.status,
    ...((await response.json()) as Omit<ApiResponse<SentCampaign>, 'httpStatus'>),
  }
}
const progress = async (id: string) => (await musa.get<MessageProgress>(`/management/messages/${id}`)).data
const until = async <T>(fetchProgress: () => Promise<T>, is: (item: T) => boolean): Promise<T> => {
  let progress: T | undefined
  await eventually(async () => {
    progress = await fetchProgress()
    return is(progress)
  })
  return progress as T
}
const mailsTo = async (to: string) => (await app.emails()).filter((item) => item.to === to)
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

test('an e-mail reaches every named guest once, and reports its progress', async () => {
  const { httpStatus, data, message } = await mails({
    email_addresses: 'a1@example.com, A1@example.com ,,b1@example.com',
  })
  expect({ httpStatus, recipients: data.recipients }).toEqual({ httpStatus: 200, recipients: 2 })
  expect(message).toBe('Message queued for 2 recipients.')
  await until(
    async () => (await progress(data.id)).counts.sent,
    (result) => result === 2,
  )
  expect(await mailsTo('a1@example.com')).toHaveLength(1)
  const ended = () =>
    app.db.q.selectFrom('campaigns').select('counts').where('id', '=', data.id).executeTakeFirst()
  await until(ended, (item) => item?.counts !== null)
  expect(await ended()).toEqual({ counts: { sent: 2 } })
  const { data: list } = await musa.get<MessageProgress[]>('/management/messages/all')
  expect(list.find((item) => item.id === data.id)?.counts).toEqual({
    pending: 0,
    sent: 2,
    failed: 0,
    cancelled: 0,
  })
  expect((await progress(data.id)).recipients).toEqual([
    { to: 'a1@example.com', state: 'sent', reason: null },
    { to: 'b1@example.com', state: 'sent', reason: null },
  ])
})

test("hostile HTML is sanitized to the editor's own elements", async () => {
  await mails({
    email_addresses: 'clean@example.com',
    message:
      '<h1 onclick="x()">Hi</h1><script>alert(1)</script><a href="javascript:alert(1)">bad</a><a href="https://example.com">good</a><img src=x onerror=alert(1)><style>p{}</style>',
  })
  const [mail] = await until(
    () => mailsTo('clean@example.com'),
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
  ['one bad address among good ones', { email_addresses: 'a@example.com, unknown' }, 'email_addresses'],
  ['no address', { email_addresses: ' , ' }, 'email_addresses'],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: b@example.com' }, 'subject'],
  ['an empty message', { message: '<p> </p>' }, 'message'],
  ['a service without a reference where it is needed', { service: 'power' }, 'reference'],
  ['an unknown group', { user_group: 'everyone' }, 'user_group'],
  ['no user chosen', { user_group: 'registered_user' }, 'user_id'],
])('an e-mail with %s is rejected entirely, and the field is named', async (_, change, field) => {
  const { httpStatus, errors } = await mails(change)
  expect(httpStatus).toBe(422)
  expect(Object.keys(errors ?? {})).toEqual([field])
})

test('all invalid addresses are named in one response', async () => {
  const { errors } = await mails({ email_addresses: 'a@example.com, unknown, b@, c@example.com, unknown' })
  expect(errors?.email_addresses).toEqual(['“unknown”, “b@” cannot receive messages. Nothing was sent.'])
  const sms = await musa.post('/management/messages/sms/send', {
    ...{ service: 'other', user_group: 'guest_user', phone_numbers: '0803, 08031112222, abc', message: 'Hi' },
  })
  expect(sms.errors?.phone_numbers).toEqual(['“0803”, “abc” cannot receive messages. Nothing was sent.'])
})

test('the number of recipients is known before a message is sent, and counting sends nothing', async () => {
  const before = (await musa.get<object[]>('/management/messages/all')).data.length
  const preview = async (body: object) =>
    (await musa.post<{ recipients: number; invalid_count: number }>('/management/messages/preview', body))
      .data
  const guests = {
    channel: 'email',
    user_group: 'guest_user',
    email_addresses: 'a@example.com, a@example.com, b@example.com',
  }
  expect(await preview(guests)).toMatchObject({ recipients: 2 })
  const { recipients } = await preview({ channel: 'email', user_group: 'all_users' })
  await createUser(app)
  expect(await preview({ channel: 'email', user_group: 'all_users' })).toMatchObject({
    recipients: recipients + 1,
  })
  expect(await preview({ ...guests, email_addresses: 'x' })).toMatchObject({
    recipients: 0,
    invalid_count: 1,
  })
  expect(
    (await musa.post('/management/messages/preview', { channel: 'sms', user_group: 'registered_user' }))
      .httpStatus,
  ).toBe(422)
  expect((await musa.get<object[]>('/management/messages/all')).data).toHaveLength(before)
})

test('a valid file of each allowed type is attached with its type', async () => {
  for (const [index, { name, bytes, type }] of attachments().entries()) {
    const result = await mails({ email_addresses: `type${index}@example.com` }, { name, bytes })
    expect({ name, httpStatus: result.httpStatus, message: result.message }).toMatchObject({
      httpStatus: 200,
    })
    const row = await app.db.q
      .selectFrom('campaigns')
      .select(['file_name', 'file_type'])
      .where('id', '=', result.data.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ file_name: name, file_type: type })
  }
})

test("a picture whose dimensions would exhaust the recipient's memory is rejected", async () => {
  for (const [width, height] of [
    [50_000, 50_000],
    [20_001, 10],
    [0, 10],
  ] as const) {
    const bytes = pngOf(width, height)
    expect(await mails({}, { name: 'bomb.png', bytes })).toMatchObject({ httpStatus: 422 })
  }
  expect((await mails({}, { name: 'large.png', bytes: pngOf(6_000, 4_000) })).httpStatus).toBe(200)
})

test('a file is validated by its content', async () => {
  const text = new TextEncoder().encode('<html><script>1</script></html>')
  expect((await mails({ type: 'image' }, { name: 'picture.png', bytes: text })).httpStatus).toBe(422)
  expect((await mails({}, { name: 'page.html', bytes: text })).httpStatus).toBe(422)
  expect((await mails({}, { name: 'picture.pdf', bytes: png })).httpStatus).toBe(422)
  expect((await mails({}, { name: 'big.txt', bytes: new Uint8Array(6 * 1024 * 1024) })).httpStatus).toBe(413)
  const { httpStatus } = await mails(
    { email_addresses: 'file@example.com', type: 'image' },
    { name: 'picture.png', bytes: png },
  )
  expect(httpStatus).toBe(200)
  const [mail] = await until(
    () => mailsTo('file@example.com'),
    (some) => some.length === 1,
  )
  expect((mail as { attachments?: unknown }).attachments).toEqual([
    { name: 'picture.png', bytes: png.length },
  ])
})

test('a permanently rejected e-mail is reported as failed, with the SMTP code', async () => {
  // The fault is for this message, not for those of earlier tests.
  await eventually(async () => {
    const unsent = app.db.q.selectFrom('campaign_recipients').select('recipient')
    return (await unsent.where('state', 'in', ['pending', 'sending']).execute()).length === 0
  })
  await app.injectFault('smtp', 'reject')
  const { data } = await mails({ email_addresses: 'refused@example.com' })
  const finalProgress = await until(
    () => progress(data.id),
    (item) => item.counts.failed === 1,
  )
  expect(finalProgress.recipients[0]).toMatchObject({ state: 'failed', reason: '550' })
})

test('all registered users with a verified e-mail receive a campaign, guests never', async () => {
  const ada = await createUser(app)
  const unproved = await createUser(app, { verified: false })
  const { data } = await mails({ user_group: 'all_users', email_addresses: 'guest@example.com' })
  await until(
    async () => (await progress(data.id)).counts.pending,
    (waiting) => waiting === 0,
  )
  expect(await mailsTo(ada.email)).toHaveLength(1)
  expect(await mailsTo(unproved.email)).toHaveLength(0)
  expect(await mailsTo('guest@example.com')).toHaveLength(0)
})

test('an SMS campaign goes to Nigerian phones only, also of registered users', async () => {
  const ada = await createUser(app)
  const { uniqueid } = await app.db.q
    .selectFrom('users')
    .select('uniqueid')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const countFor = async (phone: string | null, group: object) => {
    await app.db.q.updateTable('users').set({ phone }).where('id', '=', ada.id).execute()
    return musa.post<{ recipients: number }>('/management/messages/preview', {
      channel: 'sms',
      message: 'Hello',
      ...group,
    })
  }
  const everyone = { user_group: 'all_users' }
  const none = (await countFor(null, everyone)).data.recipients
  expect((await countFor('+447700900123', everyone)).data.recipients).toBe(none)
  expect((await countFor('+2348039990077', everyone)).data.recipients).toBe(none + 1)
  const one = { user_group: 'registered_user', user_id: uniqueid }
  expect((await countFor('+2348039990077', one)).data.recipients).toBe(1)
  expect(await countFor('+447700900123', one)).toMatchObject({
    ...{ httpStatus: 422, errors: { user_id: [expect.any(String)] } },
  })
})

test('a worker sends to each campaign recipient once, and another worker resumes after a stop', async () => {
  // An app of its own: the queue of the shared one may still be finishing a batch of an earlier test.
  const app = await startTestApp()
  const musa = await createTestManager(app)
  const { q } = app.db
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
  const recipients = Array.from({ length: 60 }, (_, index) => ({
    campaign_id,
    recipient: `r${index}@example.com`,
  }))
  await q
    .insertInto('campaign_recipients')
    .values(recipients.map((item) => ({ ...item, failure_reason: null, sent_at: null })))
    .execute()

  const got: string[] = []
  const mail = {
    send: async ({ to }: { to: string }) => {
      got.push(to)
      return { type: 'accepted' as const, id: to }
    },
    close: () => undefined,
  }
  const deps = {
    ...app.context,
    ...{
      mail,
      sms: null,
      brandName: 'Sanwo',
      appUrl: app.origin,
      secrets: createSecrets([Buffer.alloc(32)]),
    },
  }
  const worker = startQueue(app.db, campaignQueue(deps))
  worker.trigger()
  worker.trigger()
  await eventually(async () => got.length === 50)
  expect(await worker.stop()).toBe(true)
  expect(got).toHaveLength(50)
  const another = startQueue(app.db, campaignQueue(deps))
  another.trigger()
  await eventually(async () => got.length === 60)
  await another.stop()
  expect(got.toSorted()).toEqual(recipients.map((item) => item.recipient).toSorted())
})

test('an SMS goes to the named phones, in their normalized form', async () => {
  const { httpStatus, data } = await musa.post<SentCampaign>('/management/messages/sms/send', {
    service: 'other',
    user_group: 'guest_user',
    phone_numbers: '08031112222, +2348031112222, 08033334444',
    message: 'Hello from us',
  })
  expect({ httpStatus, recipients: data.recipients }).toEqual({ httpStatus: 200, recipients: 2 })
  await until(
    async () => (await progress(data.id)).counts.sent,
    (result) => result === 2,
  )
  const wrong = { service: 'holiday', user_group: 'guest_user', phone_numbers: '0803', message: 'x' }
  expect((await musa.post('/management/messages/sms/send', wrong)).httpStatus).toBe(422)
  expect((await musa.post('/management/messages/sms/send', { ...wrong, service: 'other' })).httpStatus).toBe(
    422,
  )
})

test('service templates exist from the start, and are changed, sanitized and removed', async () => {
  const list = async (query: string) =>
    (await musa.get<Template[]>(`/management/resources/email-templates?${query}`)).data
  expect((await list('type=power')).length).toBeGreaterThan(0)
  expect(
    (await list('type=power&message_type=sms')).every((item) => !item.default_message.includes('<')),
  ).toBe(true)
  const input = { type: 'other', name: 'Mine', subject: 'S', default_message: '<p>Hi<script>1</script></p>' }
  const { data: created } = await musa.post<Template>('/management/resources/email-templates', input)
  expect(created.default_message).toBe('<p>Hi</p>')
  expect((await musa.post('/management/resources/email-templates', input)).httpStatus).toBe(422)
  const changed = await musa.call<Template>('PUT', `/management/resources/email-templates/${created.id}`, {
    ...input,
    subject: 'T',
  })
  expect(changed.data.subject).toBe('T')
  const other = await musa.post<Template>('/management/resources/email-templates', {
    ...input,
    name: 'Other',
  })
  const path = `/management/resources/email-templates/${other.data.id}`
  expect(await musa.call('PUT', path, { ...input, name: 'Mine' })).toMatchObject({
    httpStatus: 422,
    errors: { name: ['A template with this name already exists.'] },
  })
  expect((await musa.call<Template>('PUT', path, { ...input, name: 'Other' })).data.name).toBe('Other')
  expect((await musa.remove(`/management/resources/email-templates/${created.id}`)).httpStatus).toBe(200)
  expect((await musa.remove(`/management/resources/email-templates/${created.id}`)).httpStatus).toBe(404)
  const events = await app.db.q
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', created.id)
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['template.add', 'template.change', 'template.remove'])
})

test('an ordinary user cannot send messages', async () => {
  const bola = await createUser(app)
  expect((await bola.post('/management/messages/sms/send', {})).httpStatus).toBe(403)
  expect((await bola.get('/management/resources/email-templates?type=power')).httpStatus).toBe(403)
  expect((await bola.get('/management/messages/all')).httpStatus).toBe(403)
})
