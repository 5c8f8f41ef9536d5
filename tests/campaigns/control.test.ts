import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignQueue } from '../../server/campaigns/index.ts'
import type { MailSender, SendResult } from '../../server/messaging/index.ts'
import { createSecrets } from '../../server/secrets/index.ts'
import type { MessageProgress } from '../../shared/management/messages.ts'
import { correctPin, createTestManager } from '../management/setup.ts'
import { startQueue } from '../support/queues.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'

/** The application's own jobs are stopped: each test starts the workers that it needs. */
let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  await app.features.stop()
})
afterAll(() => app.close())

const addresses = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `r${String(index).padStart(2, '0')}@${domain}`)

const createEmail = (recipients: readonly string[], fields: Record<string, string> = {}) =>
  postForm('email/send', {
    ...{ subject: 'News', message: '<p>Hello</p>', user_group: 'guest_user', type: 'subscription' },
    ...{ service: 'other', email_addresses: recipients.join(',') },
    ...fields,
  })

async function postForm(path: string, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const response = await fetch(`${app.origin}/api/v1/management/messages/${path}`, {
    method: 'POST',
    headers: musa.headers,
    body: form,
  })
  const envelope = (await response.json()) as {
    message: string
    errors?: Record<string, string[]>
    data: { id: string; recipients: number }
  }
  return { httpStatus: response.status, ...envelope }
}
const progress = async (id: string) => (await musa.get<MessageProgress>(`/management/messages/${id}`)).data
const control = (id: string, action: 'pause' | 'continue' | 'stop') =>
  musa.post<{ state: string }>(`/management/messages/${id}/${action}`, {})

/** Starts a worker. While `isBlocked`, its mail server responds only after `release`. */
function startWorker({ isBlocked = false, result }: { isBlocked?: boolean; result?: SendResult } = {}) {
  const sent: string[] = []
  const blockedSends: (() => void)[] = []
  let isSendBlocked = isBlocked
  const mail: MailSender = {
    async send({ to }) {
      sent.push(to)
      if (isSendBlocked) await new Promise<void>((resolve) => blockedSends.push(resolve))
      return result ?? { type: 'accepted', id: to }
    },
    close: () => undefined,
  }
  const secrets = createSecrets([Buffer.alloc(32)])
  const deps = { ...app.context, mail, sms: null, brandName: 'Sanwo', appUrl: app.origin, secrets }
  const queue = startQueue(app.db, campaignQueue(deps))
  return {
    ...queue,
    sent,
    release() {
      isSendBlocked = false
      for (const resume of blockedSends.splice(0)) resume()
    },
  }
}
/** Runs workers until no recipient is due. @returns the addresses in the order of sending */
async function sendAllDue(): Promise<string[]> {
  const worker = startWorker()
  worker.trigger()
  await eventually(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from campaign_recipients where due_at <= app_now()`.execute(app.db.q)
    return rows[0]?.count === 0
  })
  await worker.stop()
  return worker.sent
}

test('a pause during a batch holds the remaining messages, and a resume sends each of them once', async () => {
  const to = addresses(60, 'pause.example')
  const { data } = await createEmail(to)
  const worker = startWorker({ isBlocked: true })
  worker.trigger()
  await eventually(async () => worker.sent.length === 10)
  expect((await control(data.id, 'pause')).data.state).toBe('paused')
  expect((await control(data.id, 'pause')).httpStatus).toBe(200)
  worker.release()
  expect(await worker.stop()).toBe(true)
  // The batch of 50 that was being sent is completed.
  expect(worker.sent).toHaveLength(50)
  expect(await sendAllDue()).toEqual([])
  expect(await progress(data.id)).toMatchObject({
    state: 'paused',
    counts: { pending: 10, sent: 50, failed: 0, cancelled: 0 },
  })
  expect((await control(data.id, 'continue')).data.state).toBe('sending')
  expect([...worker.sent, ...(await sendAllDue())].toSorted()).toEqual(to)
  expect(await progress(data.id)).toMatchObject({ state: 'sent', counts: { pending: 0, sent: 60 } })
  expect((await control(data.id, 'stop')).httpStatus).toBe(409)
})

test('a stop during a batch cancels the remaining messages, and a message with an unknown outcome is not sent again', async () => {
  const to = addresses(60, 'stop.example')
  const { data } = await createEmail(to)
  const worker = startWorker({ isBlocked: true, result: { type: 'unknown', reason: 'timeout' } })
  worker.trigger()
  await eventually(async () => worker.sent.length === 10)
  expect((await control(data.id, 'stop')).data.state).toBe('stopped')
  worker.release()
  await worker.stop()
  await app.advanceClock(3_600)
  expect(await sendAllDue()).toEqual([])
  expect(await progress(data.id)).toMatchObject({
    state: 'stopped',
    counts: { pending: 0, sent: 0, failed: 50, cancelled: 10 },
  })
  expect((await control(data.id, 'continue')).httpStatus).toBe(409)
})

test('a batch that a slow mail server is still accepting is not sent by a second worker', async () => {
  const to = addresses(50, 'slow.example')
  await createEmail(to)
  const worker = startWorker({ isBlocked: true })
  worker.trigger()
  await eventually(async () => worker.sent.length === 10)
  // Five rounds of ten messages, each with the time limit of an e-mail.
  await app.advanceClock(5 * 30)
  expect(await sendAllDue()).toEqual([])
  worker.release()
  await worker.stop()
  expect(worker.sent.toSorted()).toEqual(to)
})

test('a recipient whose worker crashed before a pause or stop gets nothing after it', async () => {
  for (const [action, counts] of [
    ['pause', { pending: 1, cancelled: 0 }],
    ['stop', { pending: 0, cancelled: 1 }],
  ] as const) {
    const { data } = await createEmail([`crashed-@example.com`])
    // Claimed by a worker that ended without a result.
    await sql`
      update campaign_recipients set state = 'sending', attempt_count = 1, due_at = app_now()
      where campaign_id = ${data.id}::uuid`.execute(app.db.q)
    await control(data.id, action)
    expect(await sendAllDue()).toEqual([])
    expect((await progress(data.id)).counts).toMatchObject({ ...counts, sent: 0 })
  }
})

test('a retry that is due after a pause waits until the manager resumes', async () => {
  const { data } = await createEmail(['retry@example.com'])
  const worker = startWorker({ isBlocked: true, result: { type: 'unknown', reason: 'timeout' } })
  worker.trigger()
  await eventually(async () => worker.sent.length === 1)
  await control(data.id, 'pause')
  worker.release()
  await worker.stop()
  await app.advanceClock(3_600)
  expect(await sendAllDue()).toEqual([])
  await control(data.id, 'continue')
  expect(await sendAllDue()).toEqual(['retry@example.com'])
  expect((await progress(data.id)).state).toBe('sent')
})

/** A minute in Lagos, this many minutes after the database's present time. */
async function toLagosDateTimeInput(minutes: number): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(app.db.q)
  return new Date((rows[0]?.now.getTime() ?? 0) + (minutes + 60) * 60_000).toISOString().slice(0, 16)
}

test('a scheduled campaign is sent at its Lagos time, and can be changed or cancelled until then', async () => {
  const send_at = await toLagosDateTimeInput(120)
  const { data, message } = await createEmail(['later@example.com'], { send_at })
  expect(message).toMatch(/^Message scheduled for .+, for 1 recipient\.$/)
  const cancelled = await createEmail(['never@example.com'], { send_at })
  expect((await control(cancelled.data.id, 'stop')).data.state).toBe('stopped')
  expect(await sendAllDue()).toEqual([])
  expect((await control(data.id, 'pause')).httpStatus).toBe(409)

  const changed = await musa.call<MessageProgress>('PUT', `/management/messages/${data.id}`, {
    send_at: await toLagosDateTimeInput(240),
    message: '<p>Changed<script>1</script></p>',
  })
  expect(changed).toMatchObject({ httpStatus: 200, data: { state: 'scheduled' } })
  expect((await progress(data.id)).message).toBe('<p>Changed</p>')
  await app.advanceClock(130 * 60)
  expect(await sendAllDue()).toEqual([])
  await app.advanceClock(120 * 60)
  expect(await sendAllDue()).toEqual(['later@example.com'])
  expect((await progress(data.id)).state).toBe('sent')
  const late = await musa.call('PUT', `/management/messages/${data.id}`, { subject: 'Too late' })
  expect(late.httpStatus).toBe(409)
  expect((await progress(cancelled.data.id)).counts.cancelled).toBe(1)
})

test('an SMS above the maximum length is rejected, also as a test message and as a change of a scheduled campaign', async () => {
  const sms = await musa.post<{ id: string }>('/management/messages/sms/send', {
    ...{ service: 'other', user_group: 'guest_user', phone_numbers: '08031112222', message: 'Short' },
    send_at: await toLagosDateTimeInput(120),
  })
  const longest = 'x'.repeat(1_600)
  const change = (message: string) => musa.call('PUT', `/management/messages/${sms.data.id}`, { message })
  expect((await change(longest)).httpStatus).toBe(200)
  expect(await change(`${longest}x`)).toMatchObject({
    httpStatus: 422,
    errors: { message: [expect.any(String)] },
  })
  expect((await progress(sms.data.id)).message).toBe(longest)
  expect(await postForm('test', { channel: 'sms', message: `${longest}x` })).toMatchObject({
    ...{ httpStatus: 422, errors: { message: [expect.any(String)] } },
  })
  await control(sms.data.id, 'stop')
})

test('a test SMS is sent only to a Nigerian phone of the manager', async () => {
  const phoneOf = (phone: string | null) =>
    app.db.q.updateTable('users').set({ phone }).where('id', '=', musa.id).execute()
  const sendTestSms = () => postForm('test', { channel: 'sms', message: 'Hello' })
  // None, a mobile number abroad and a premium number, whose owner is paid for each SMS.
  for (const phone of [null, '+447624800000', '+449098790000']) {
    await phoneOf(phone)
    expect(await sendTestSms()).toMatchObject({ httpStatus: 422, errors: { channel: [expect.any(String)] } })
  }
  await phoneOf('+2348031112229')
  expect(await sendTestSms()).toMatchObject({ httpStatus: 200, data: { to: '+2348031112229' } })
  await phoneOf(null)
})

test('a time in the past, beyond 90 days or that does not exist is rejected', async () => {
  for (const send_at of [
    await toLagosDateTimeInput(-10),
    await toLagosDateTimeInput(91 * 24 * 60),
    '2027-02-30T10:00',
    'tomorrow',
  ]) {
    const { httpStatus, errors } = await createEmail(['when@example.com'], { send_at })
    expect({ send_at, httpStatus, fields: Object.keys(errors ?? {}) }).toEqual({
      ...{ send_at, httpStatus: 422, fields: ['send_at'] },
    })
  }
})

test('a message to more recipients than the configured limit requires the PIN, and is stored only with it', async () => {
  await app.context.settings.change('message_pin_above', 2)
  const to = addresses(3, 'pin.example')
  expect(await createEmail(to)).toMatchObject({ httpStatus: 422, errors: { auth_pin: [expect.any(String)] } })
  expect((await createEmail(to, { auth_pin: '000001' })).httpStatus).toBe(422)
  expect((await createEmail(to, { auth_pin: correctPin })).data.recipients).toBe(3)
  expect((await createEmail(to.slice(1))).httpStatus).toBe(200)
  await app.context.settings.change('message_pin_above', 100)
})

test('a large campaign cannot be sent in parts without the PIN', async () => {
  const { limits } = app.context
  const preview = (count: number) =>
    musa.post<{ pin_required: boolean }>('/management/messages/preview', {
      ...{ channel: 'email', user_group: 'guest_user' },
      email_addresses: addresses(count, 'parts.example').join(','),
    })
  await limits.clear('message_recipients', musa.id)
  await limits.consume('message_recipients', musa.id, 960)
  expect((await preview(30)).data.pin_required).toBe(false)
  expect((await createEmail(addresses(30, 'parts.example'))).httpStatus).toBe(200)
  expect((await preview(30)).data.pin_required).toBe(true)
  const withoutPin = await createEmail(addresses(30, 'parts.example'))
  expect(withoutPin).toMatchObject({ httpStatus: 422, errors: { auth_pin: [expect.any(String)] } })
  expect((await createEmail(addresses(30, 'parts.example'), { auth_pin: correctPin })).httpStatus).toBe(200)
  await limits.clear('message_recipients', musa.id)
})

test('a preview shows recipients, unsubscribed recipients, segments, cost, and each invalid number with its reason', async () => {
  await app.context.settings.change('sms_segment_kobo', 550)
  const body = {
    ...{ channel: 'sms', user_group: 'guest_user', message: 'a'.repeat(161) },
    phone_numbers: `08031112222, +234 803 111 3333, 0803, =1+1, +447700900123`,
  }
  const { data } = await musa.post('/management/messages/preview', body)
  expect(data).toEqual({
    ...{ recipients: 2, unsubscribed: 0, segments: 2, cost: 22, pin_required: false, invalid_count: 3 },
    invalid: [
      { address: '0803', reason: 'malformed' },
      { address: '=1+1', reason: 'malformed' },
      { address: '+447700900123', reason: 'unknown' },
    ],
  })
  const response = await fetch(`${app.origin}/api/v1/management/messages/invalid-recipients`, {
    method: 'POST',
    headers: { ...musa.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await response.text()).toContain(`"'=1+1","Not a phone number"\r\n`)
  const many = { ...body, phone_numbers: Array.from({ length: 150 }, (_, index) => `x${index}`).join(',') }
  const { data: manyInvalid } = await musa.post<{ invalid: object[] }>('/management/messages/preview', many)
  expect(manyInvalid).toMatchObject({ invalid_count: 150 })
  expect(manyInvalid.invalid).toHaveLength(100)
})

test('an ordinary user can neither stop nor preview a campaign', async () => {
  const bola = await createUser(app)
  const { data } = await createEmail(['kept@example.com'])
  expect((await bola.post(`/management/messages/${data.id}/stop`, {})).httpStatus).toBe(403)
  expect((await bola.post('/management/messages/preview', {})).httpStatus).toBe(403)
  expect((await progress(data.id)).state).toBe('sending')
})
