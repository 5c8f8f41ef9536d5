import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '../../shared/contract.ts'
import type { showOrderCodes } from '../../shared/management/order-actions.ts'
import type { getManagedOrder } from '../../shared/management/orders.ts'
import type { AuditEntry } from '../../shared/operations.ts'
import type { PowerOrder } from '../../shared/power.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { correctPin, countAuditEvents, createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
let ada: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
  ada = await createUser(app, { walletKobo: 50_000_000n })
})
afterAll(() => app.close())

let meters = 0
/** A delivered order for a meter of its own. */
async function createDeliveredOrder(
  service: 'power' | 'education' | 'airtime' = 'power',
  form: Record<string, unknown> = {},
): Promise<string> {
  meters += 1
  const meter_number = `110000066${String(meters).padStart(2, '0')}`
  const reference = await ada.buy(service, service === 'power' ? { meter_number, ...form } : form)
  await app.runDueJobsUntil(async () => (await app.orderRow(reference)).state === 'delivered')
  return reference
}

type Codes = DataOf<typeof showOrderCodes>
const show = (reference: string, auth_pin = correctPin, manager = musa) =>
  manager.post<Codes>(`/management/orders/${reference}/show-codes`, { auth_pin })
const resend = (reference: string, body: object, headers = {}) =>
  musa.post(`/management/orders/${reference}/resend`, { auth_pin: correctPin, ...body }, headers)
const pageOf = async (reference: string) =>
  (await musa.get<DataOf<typeof getManagedOrder>>(`/management/orders/${reference}`)).data
const tokenOf = async (reference: string) => {
  const { access_token } = await app.orderRow(reference)
  const { data } = await ada.get<PowerOrder>(
    `/services/electricity/transaction/${access_token}/order/${reference}/details`,
  )
  return data.token ?? ''
}
const smsTo = async (phone: string, text: string) =>
  (await app.smsMessages()).filter((sms) => sms.to.endsWith(phone) && sms.text.includes(text))

test('a manager sees the token of one order with the PIN, and the audit log does not contain it', async () => {
  const reference = await createDeliveredOrder()
  const token = await tokenOf(reference)
  expect(token).toMatch(/^\d{20}$/)
  const page = await pageOf(reference)
  expect(page.delivered_actions).toEqual(['show_codes', 'resend'])
  expect(JSON.stringify(page)).not.toContain(token)

  const response = await show(reference)
  expect(response).toMatchObject({ httpStatus: 200, data: { codes: [{ code: token }] } })
  const link = new URL(response.data.whatsapp_url)
  expect(link.origin + link.pathname).toBe('https://wa.me/2348031234567')
  expect(link.searchParams.get('text')?.replace(/\D/g, '')).toContain(token)

  const { data } = await musa.get<{ list: AuditEntry[] }>(`/management/audit-logs/all?subject=${reference}`)
  const [event] = data.list.filter((item) => item.action === 'order.show_codes')
  expect(event).toMatchObject({ role: 'manager', actor: { name: 'Musa Danjuma' }, detail: { count: 1 } })
  expect(JSON.stringify(data)).not.toContain(token)
})

test('the response with a token is not cached, and nothing stores it', async () => {
  const reference = await createDeliveredOrder()
  const response = await fetch(`${app.origin}/api/v1/management/orders/${reference}/show-codes`, {
    method: 'POST',
    headers: { ...musa.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ auth_pin: correctPin }),
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const stored = await app.db.q.selectFrom('idempotency_keys').select('response').execute()
  expect(JSON.stringify(stored)).not.toContain(await tokenOf(reference))
})

test('without the correct PIN no token is shown and nothing is sent', async () => {
  const reference = await createDeliveredOrder()
  expect((await show(reference, '111111')).httpStatus).toBe(422)
  expect((await resend(reference, { channel: 'sms', auth_pin: '111111' })).httpStatus).toBe(422)
  expect((await show(reference, correctPin, ada)).httpStatus).toBe(403)
  expect(await countAuditEvents(app, 'order.show_codes', reference)).toBe(0)
  expect(await countAuditEvents(app, 'order.resend', reference)).toBe(0)
})

test('the PINs of an exam order are shown, and an order without a code has none to show', async () => {
  const exam = await createDeliveredOrder('education')
  expect((await show(exam)).data.codes).toMatchObject([{ code: expect.stringMatching(/\S{6,}/) }])
  const airtime = await createDeliveredOrder('airtime')
  expect((await pageOf(airtime)).delivered_actions).toEqual(['resend'])
  expect(await show(airtime)).toMatchObject({ httpStatus: 409, message: 'This order has no token or PIN.' })
})

test('an order that was not delivered has nothing to show or to send', async () => {
  const { data: info } = await ada.lookUpMeter()
  expect(await show(info.order_reference)).toMatchObject({
    httpStatus: 409,
    message: 'This order was not delivered.',
  })
  expect((await resend(info.order_reference, { channel: 'sms' })).httpStatus).toBe(409)
  expect((await pageOf(info.order_reference)).delivered_actions).toEqual([])
  expect((await show('AAAAAAAAAAAA')).httpStatus).toBe(404)
})

test('the token is sent again by SMS, once for each request', async () => {
  const reference = await createDeliveredOrder('power', { phone_number: '08031110001' })
  const key = { 'idempotency-key': 'resend-once-0001' }
  const first = await resend(reference, { channel: 'sms' }, key)
  expect(first).toMatchObject({ httpStatus: 200, message: 'The SMS is on its way to 08031110001.' })
  expect((await resend(reference, { channel: 'sms' }, key)).httpStatus).toBe(200)
  await app.runDueJobs()
  await eventually(async () => (await smsTo('8031110001', reference)).length === 2)
  expect(await countAuditEvents(app, 'order.resend', reference)).toBe(1)
})

test('a message to another phone has the token, no link to the order, and leaves the order’s phone as it is', async () => {
  const reference = await createDeliveredOrder('power', { phone_number: '08031110002' })
  const response = await resend(reference, { channel: 'sms', phone_number: '0803 111 0003' })
  expect(response).toMatchObject({ httpStatus: 200, message: 'The SMS is on its way to 08031110003.' })
  await app.runDueJobs()
  const token = await tokenOf(reference)
  await eventually(async () => (await smsTo('8031110003', '')).length === 1)
  const [sms] = await smsTo('8031110003', '')
  expect(sms?.text.replace(/\D/g, '')).toContain(token)
  expect(sms?.text).not.toContain('http')
  expect((await app.orderRow(reference)).phone).toBe('+2348031110002')
  expect((await resend(reference, { channel: 'sms', phone_number: '12' })).httpStatus).toBe(422)
  expect((await resend(reference, { channel: 'email', phone_number: '08031110003' })).httpStatus).toBe(422)
  const { timeline } = await pageOf(reference)
  expect(timeline).toContainEqual(
    expect.objectContaining({
      message: 'order.resend by Musa Danjuma',
      details: expect.arrayContaining([{ name: 'other_phone', value: '08031110003' }]),
    }),
  )
})

test('the token is sent again by e-mail to the address of the order only', async () => {
  const reference = await createDeliveredOrder()
  const { email } = await app.orderRow(reference)
  expect(await resend(reference, { channel: 'email' })).toMatchObject({
    httpStatus: 200,
    message: `The e-mail is on its way to ${email}.`,
  })
  const sent = await app.db.q
    .selectFrom('outbox')
    .select(['recipient', 'body'])
    .where('channel', '=', 'mail')
    .where('dedupe_key', 'like', '%:resent:%')
    .execute()
  expect(sent).toMatchObject([{ recipient: email }])
  await app.db.q.updateTable('orders').set({ email: null }).where('reference', '=', reference).execute()
  expect(await resend(reference, { channel: 'email' })).toMatchObject({
    httpStatus: 409,
    message: 'This order has no e-mail address.',
  })
})

test('a sixth message for one order within the hour is rejected', async () => {
  const reference = await createDeliveredOrder()
  for (let sent = 0; sent < 5; sent += 1)
    expect((await resend(reference, { channel: 'sms' })).httpStatus).toBe(200)
  expect((await resend(reference, { channel: 'sms' })).httpStatus).toBe(429)
})
