import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incomingSmsTexts } from '../../server/incoming-sms/texts.ts'
import { optOutOfSms } from '../../server/outbox/index.ts'
import { notifyScheduleOwner } from '../../server/schedules/messages.ts'
import type { MessageProgress } from '../../shared/management/messages.ts'
import { createTestManager } from '../management/setup.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { linkPhone, newPhone, postCallback, smsTo } from '../ussd/support.ts'

let app: TestApp
let buyer: TestUser
let phone: string
let meter: string
let reference: string
beforeAll(async () => {
  app = await startTestApp({ shared: true, polling: true })
  buyer = await createUser(app, { walletKobo: 1_000_000n })
  phone = newPhone()
  meter = '11000007799'
  reference = await buyer.buy('power', { meter_number: meter, phone_number: phone })
  // The delivery SMS arrives before the tests, so that `replyTo` does not return it.
  await eventually(async () => (await smsTo(app, phone)).length > 0)
})
afterAll(() => app.close())

const send = (from: string, text: string, id: string = randomUUID()) =>
  postCallback(app, 'sms', { id, from, to: '34780', text, date: new Date().toISOString(), linkId: '' })

/** The SMS that a phone gets in reply to a text. */
async function replyTo(from: string, text: string): Promise<string[]> {
  const before = (await smsTo(app, from)).length
  expect(await send(from, text)).toMatchObject({ httpStatus: 200, text: 'OK' })
  return eventually(async () => {
    const all = await smsTo(app, from)
    return all.length > before && all.slice(before)
  })
}

const fetchTokenDigits = async () => {
  const { id } = await app.orderRow(reference)
  const { tokens } = await app.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return tokens[0]?.digits ?? ''
}

describe('TOKEN', () => {
  test('the phone that boughtReference a token gets it again', async () => {
    const [reply = ''] = await replyTo(phone, `token ${meter}`)
    expect(reply.replace(/\D/g, '')).toContain(await fetchTokenDigits())
  })

  test('the owner of the account gets the token on the linked phone', async () => {
    const ownPhone = newPhone()
    await app.db.q.updateTable('users').set({ phone: ownPhone }).where('id', '=', buyer.id).execute()
    expect((await replyTo(ownPhone, `TOKEN ${meter}`))[0]).toContain('this phone has no token of that meter')
    await linkPhone(app, buyer, ownPhone)
    expect((await replyTo(ownPhone, `TOKEN ${meter}`))[0]?.replace(/\D/g, '')).toContain(
      await fetchTokenDigits(),
    )
  })

  test('a token of more than 90 days ago is sent to no phone, also not to that of the account', async () => {
    const ada = await createUser(app, { walletKobo: 1_000_000n })
    const [ownPhone, number] = [newPhone(), '11000007797']
    const order = await ada.buy('power', { meter_number: number, phone_number: newPhone() })
    await eventually(async () => (await app.orderRow(order)).state === 'delivered')
    await app.db.q.updateTable('users').set({ phone: ownPhone }).where('id', '=', ada.id).execute()
    await linkPhone(app, ada, ownPhone)
    const setAge = (days: number) =>
      app.db.q
        .updateTable('orders')
        .set({ delivered_at: sql<Date>`app_now() - make_interval(days => ${days})` })
        .where('reference', '=', order)
        .execute()
    await setAge(89)
    expect((await replyTo(ownPhone, `TOKEN ${number}`))[0]).toContain(number)
    await setAge(91)
    expect((await replyTo(ownPhone, `TOKEN ${number}`))[0]).toContain('this phone has no token of that meter')
  })

  test("a phone that is not the order's gets no token", async () => {
    const [reply = ''] = await replyTo(newPhone(), `TOKEN ${meter}`)
    expect(reply).toContain('this phone has no token of that meter')
    expect(reply).not.toMatch(/\d{4}/)
  })

  test('the token is not stored with the reply', async () => {
    await replyTo(phone, `Token: ${meter}`)
    const digits = await fetchTokenDigits()
    await eventually(async () => {
      const rows = await app.db.q
        .selectFrom('outbox')
        .select('body')
        .where('recipient', '=', phone)
        .where('dedupe_key', 'like', 'incoming-sms:%')
        .execute()
      return rows.every(({ body }) => !body.replace(/\D/g, '').includes(digits))
    })
  })
})

describe('STATUS', () => {
  test('the phone of an order gets its status', async () => {
    expect((await replyTo(phone, `Status ${reference.toLowerCase()}`))[0]).toContain(reference)
  })

  test('another phone gets no status', async () => {
    expect((await replyTo(newPhone(), `STATUS ${reference}`))[0]).toContain('no order with that reference')
  })
})

describe('STOP', () => {
  test('a phone that sent STOP gets no campaign, but still gets its tokens', async () => {
    const ownPhone = newPhone()
    expect((await replyTo(ownPhone, ' stop '))[0]).toBe(incomingSmsTexts.stopped({ brand: 'Sanwo' }))
    const musa = await createTestManager(app)
    const other = newPhone()
    const campaign = {
      service: 'other',
      user_group: 'guest_user',
      phone_numbers: `${ownPhone}, ${other}`,
      message: 'A fine offer',
    }
    const { data } = await musa.post<{ id: string; recipients: number }>(
      '/management/messages/sms/send',
      campaign,
    )
    expect(data.recipients).toBe(1)
    await eventually(async () => (await smsTo(app, other)).some((text) => text.includes('A fine offer')))
    expect((await smsTo(app, ownPhone)).some((text) => text.includes('A fine offer'))).toBe(false)

    const boughtReference = await buyer.buy('power', { meter_number: '11000007798', phone_number: ownPhone })
    await eventually(async () => (await app.orderRow(boughtReference)).state === 'delivered')
    await eventually(async () => (await smsTo(app, ownPhone)).some((text) => text.includes('11000007798')))

    expect((await replyTo(ownPhone, 'START'))[0]).toBe(incomingSmsTexts.started({ brand: 'Sanwo' }))
    const { data: next } = await musa.post<{ recipients: number }>('/management/messages/sms/send', campaign)
    expect(next.recipients).toBe(2)
  })

  test('a STOP that arrives after a campaign was created also prevents its message', async () => {
    const musa = await createTestManager(app)
    const ownPhone = newPhone()
    await app.features.stop()
    const { data } = await musa.post<{ id: string }>('/management/messages/sms/send', {
      service: 'other',
      user_group: 'guest_user',
      phone_numbers: ownPhone,
      message: 'Too late',
    })
    await optOutOfSms(app.db.q, ownPhone)
    await app.restart()
    await app.features.runDueJobs()
    const progress = await eventually(async () => {
      const { data: current } = await musa.get<MessageProgress>(`/management/messages/${data.id}`)
      return current.counts.pending === 0 && current
    })
    expect(progress.recipients).toEqual([{ to: ownPhone, state: 'failed', reason: 'opted out' }])
    expect(await smsTo(app, ownPhone)).toEqual([])
  })

  test('a service alert is not sent to a phone that sent STOP', async () => {
    const [optedOutPhone, subscribedPhone] = [newPhone(), newPhone()]
    await optOutOfSms(app.db.q, optedOutPhone)
    await app.db.q
      .insertInto('service_alert_subscriptions')
      .values(
        [optedOutPhone, subscribedPhone].map((recipient) => ({
          service: 'airtime' as const,
          channel: 'sms' as const,
          recipient,
          notified_at: null,
        })),
      )
      .execute()
    await app.runDueJobsUntil(async () => (await smsTo(app, subscribedPhone)).length === 1)
    expect(await smsTo(app, optedOutPhone)).toEqual([])
  })

  test('a message about a schedule goes by e-mail to a user whose phone sent STOP, or who has none', async () => {
    const cases = [
      { phone: newPhone(), isStopped: false, channels: ['sms'] },
      { phone: newPhone(), isStopped: true, channels: ['mail'] },
      { phone: null, isStopped: false, channels: ['mail'] },
    ]
    for (const { phone, isStopped, channels } of cases) {
      const ada = await createUser(app)
      await app.db.q.updateTable('users').set({ phone }).where('id', '=', ada.id).execute()
      if (phone !== null && isStopped) await optOutOfSms(app.db.q, phone)
      const key = `schedule:${randomUUID()}`
      await app.db.inTransaction((tx) =>
        notifyScheduleOwner({ brandName: 'Sanwo', appUrl: app.origin }, tx, {
          userId: ada.id,
          channel: 'sms',
          key,
          subject: 'Your units run low',
          body: 'Buy soon.',
          link: { label: 'Schedules', path: '/account/schedules' },
        }),
      )
      const rows = await app.db.q
        .selectFrom('outbox')
        .select(['channel', 'recipient'])
        .where('dedupe_key', '=', key)
        .execute()
      expect(rows.map(({ channel }) => channel)).toEqual(channels)
      expect(rows.map(({ recipient }) => recipient)).toEqual([channels[0] === 'sms' ? phone : ada.email])
    }
  })
})

describe('limits', () => {
  test('a message that the provider sends twice gets one reply', async () => {
    const ownPhone = newPhone()
    const id = randomUUID()
    await Promise.all([send(ownPhone, 'HELP', id), send(ownPhone, 'HELP', id)])
    await send(ownPhone, 'HELP', id)
    await app.features.runDueJobs()
    await eventually(async () => (await smsTo(app, ownPhone)).length > 0)
    await pause(300)
    expect(await smsTo(app, ownPhone)).toEqual([incomingSmsTexts.help({ brand: 'Sanwo', ussd: '*347*80#' })])
  })

  test('a phone over its limit gets no replies, and its STOP is applied', async () => {
    const ownPhone = newPhone()
    await app.context.limits.consume('sms_phone', ownPhone, 10)
    await send(ownPhone, 'HELP')
    await send(ownPhone, 'STOP')
    const optOut = await app.db.q
      .selectFrom('sms_opt_outs')
      .select('phone')
      .where('phone', '=', ownPhone)
      .executeTakeFirst()
    expect(optOut).toBeDefined()
    await app.features.runDueJobs()
    expect(await smsTo(app, ownPhone)).toEqual([])
  })

  test('a phone abroad gets no reply, which would cost a multiple, and its STOP is applied', async () => {
    const phoneAbroad = `+8821${String(Date.now()).slice(-8)}`
    for (const text of ['HELP', `TOKEN ${meter}`, `STATUS ${reference}`, 'START', 'STOP'])
      expect(await send(phoneAbroad, text)).toMatchObject({ httpStatus: 200, text: 'OK' })
    const replies = await app.db.q
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', phoneAbroad)
      .execute()
    expect(replies).toEqual([])
    const optOut = await app.db.q
      .selectFrom('sms_opt_outs')
      .select('phone')
      .where('phone', '=', phoneAbroad)
      .executeTakeFirst()
    expect(optOut).toBeDefined()
  })

  test.each(['', 'hello', '💡', 'x'.repeat(1_000), '\u0000', '__proto__', "'; drop table orders"])(
    'the text %j gets no reply',
    async (text) => {
      const ownPhone = newPhone()
      expect(await send(ownPhone, text)).toMatchObject({ httpStatus: 200 })
      const stored = await app.db.q
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', ownPhone)
        .execute()
      expect(stored).toEqual([])
    },
  )

  test.each(['TOKEN', 'TOKEN abc', 'STATUS', 'STATUS 1'])('“%s” gets the help text', async (text) => {
    expect((await replyTo(newPhone(), text))[0]).toContain('TOKEN meter or STATUS reference')
  })

  test('replies without a value are one segment, in the GSM alphabet', () => {
    const brand = 'Sanwo'
    for (const text of [
      incomingSmsTexts.help({ brand, ussd: '*347*8000#' }),
      incomingSmsTexts.stopped({ brand }),
      incomingSmsTexts.started({ brand }),
      incomingSmsTexts.noToken({ brand }),
      incomingSmsTexts.noOrder({ brand }),
    ]) {
      expect(text.length, text).toBeLessThanOrEqual(160)
      expect(text).toMatch(/^[\x20-\x7e]+$/)
    }
  })

  test('a malformed request is rejected', async () => {
    expect(await postCallback(app, 'sms', { text: 'HELP' })).toMatchObject({ httpStatus: 400 })
  })
})
