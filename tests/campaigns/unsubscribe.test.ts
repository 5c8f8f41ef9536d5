import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageProgress } from '../../shared/management/messages.ts'
import { createTestManager } from '../management/setup.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

interface ReceivedMail {
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}
const mailTo = (to: string): Promise<ReceivedMail> =>
  eventually(async () => (await app.emails()).find((item) => item.to === to) as ReceivedMail | undefined)

const body = {
  ...{ subject: 'News', message: '<p>Hello</p>', user_group: 'guest_user', type: 'subscription' },
  service: 'other',
}
async function post<T>(path: string, fields: Record<string, string>, manager = musa) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const url = `${app.origin}/api/v1/management/messages/${path}`
  const response = await fetch(url, { method: 'POST', headers: manager.headers, body: form })
  const envelope = (await response.json()) as { message: string; data: T }
  return { httpStatus: response.status, ...envelope }
}
const sendTo = (addresses: string) =>
  post<{ id: string; recipients: number }>('email/send', { ...body, email_addresses: addresses })
const tokenOf = ({ headers }: ReceivedMail) =>
  /^<http.*\/unsubscribe\/(\S+)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? ''
const subscription = (path: string, fields: object) =>
  app.createGuest().postJson<{ subscribed: boolean }>(`/email-subscription${path}`, fields)

test('each campaign e-mail has the brand, a title, a reply address and its own link to unsubscribe', async () => {
  await app.context.settings.change('message_reply_to', 'help@sanwo.example')
  await sendTo('one@example.com, two@example.com')
  const [one, two] = [await mailTo('one@example.com'), await mailTo('two@example.com')]
  expect(one.html).toContain('<title>News</title>')
  expect(one.html).toContain('>Sanwo</p>')
  expect(one.headers).toMatchObject({
    'reply-to': 'help@sanwo.example',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  const [first, second] = [tokenOf(one), tokenOf(two)]
  expect(one.html).toContain(`/unsubscribe/${first}"`)
  expect(one.text).toContain(`/unsubscribe/${first}`)
  expect(first).not.toBe(second)
  for (const part of first.split('.'))
    expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/one|example/)
})

test('an unsubscribed person is left out, shown as such, still gets receipts, and can subscribe again', async () => {
  const ada = await createUser(app)
  await sendTo(ada.email)
  const token = tokenOf(await mailTo(ada.email))
  expect((await subscription('', { token, subscribed: false })).data).toEqual({ subscribed: false })
  expect((await subscription('', { token, subscribed: false })).httpStatus).toBe(200)
  expect((await subscription('/state', { token })).data).toEqual({ subscribed: false })

  const preview = {
    channel: 'email',
    user_group: 'guest_user',
    email_addresses: `${ada.email},b@example.com`,
  }
  expect((await musa.post('/management/messages/preview', preview)).data).toMatchObject({
    ...{ recipients: 1, unsubscribed: 1, segments: null, cost: null },
  })
  const { data } = await sendTo(preview.email_addresses)
  expect(data.recipients).toBe(1)
  const { data: progress } = await musa.get<MessageProgress>(`/management/messages/${data.id}`)
  expect(progress.unsubscribed).toBe(1)
  expect(progress.recipients.map(({ to }) => to)).toEqual(['b@example.com'])

  // A transactional e-mail.
  await app.createGuest().postJson('/auth/forgot-password', { email: ada.email })
  await eventually(async () => (await app.emails()).filter(({ to }) => to === ada.email).length > 1)

  await subscription('', { token, subscribed: true })
  expect((await sendTo(ada.email)).data.recipients).toBe(1)
})

test('an altered or forged token is rejected', async () => {
  await sendTo('target@example.com')
  const token = tokenOf(await mailTo('target@example.com'))
  const altered = `${token.slice(0, -6)}${token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`
  for (const wrong of [altered, 'target@example.com', 'v1.a.b.c'])
    expect((await subscription('', { token: wrong, subscribed: false })).httpStatus).toBe(404)
})

test("a test message goes to the manager's own address alone, and is no campaign", async () => {
  const before = (await musa.get<object[]>('/management/messages/all')).data.length
  const { httpStatus, message } = await post('test', {
    ...{ channel: 'email', subject: 'A test', message: '<p>Hello</p>' },
  })
  expect({ httpStatus, message }).toEqual({ httpStatus: 200, message: `A test was sent to ${musa.email}.` })
  expect(await mailTo(musa.email)).toMatchObject({ subject: 'A test' })
  expect((await musa.get<object[]>('/management/messages/all')).data).toHaveLength(before)
})

test('a manager sends at most twenty test messages an hour', async () => {
  const ngozi = await createTestManager(app)
  const send = async () =>
    (await post('test', { channel: 'email', message: '<p>Hello</p>' }, ngozi)).httpStatus
  await app.context.limits.consume('test_message', ngozi.id, 19)
  expect(await send()).toBe(200)
  expect(await send()).toBe(429)
})
