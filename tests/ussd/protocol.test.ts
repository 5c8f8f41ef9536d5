import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerCallback } from '../../server/http/index.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createLinkedPhone, createPhone, createPhoneOwner, newPhone, pin, postCallback } from './support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const ordersOf = (phone: string) =>
  app.db.q.selectFrom('orders').selectAll().where('phone', '=', phone).execute()
const paymentsOf = async (phone: string) => {
  const ids = (await ordersOf(phone)).map(({ id }) => id)
  return ids.length === 0
    ? []
    : app.db.q.selectFrom('payments').selectAll().where('order_id', 'in', ids).execute()
}

/** A wallet of N1,000 after one purchase of N200, before and after its delivery with 1 % cashback. */
const paidOnce = [80_000n, 80_200n]

describe('repeated requests', () => {
  test('a repeated request gets the same screen and does nothing again', async () => {
    const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    const first = await handset.dial()
    expect(await handset.repeat()).toBe(first)
    const summary = await handset.sendAll('2', '1', '200')
    expect(await handset.repeat()).toBe(summary)
    expect((await ordersOf(handset.phone)).length).toBe(1)
    const paid = await handset.sendAll('1', pin)
    expect(paid).toMatch(/^END Paid N200/)
    expect(await handset.repeat()).toBe(paid)
    expect((await paymentsOf(handset.phone)).length).toBe(1)
    expect(paidOnce).toContain(await user.walletKobo())
  })

  test('concurrent copies of a payment request pay once and all get its result', async () => {
    const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200', '1')
    const first = handset.send(pin)
    const responses = await Promise.all([first, handset.repeat(), handset.repeat()])
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^END Paid N200/)
    expect(paidOnce).toContain(await user.walletKobo())
    expect((await paymentsOf(handset.phone)).length).toBe(1)
  })

  test('a payment whose screen was lost in a crash is not made twice', async () => {
    const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200', '1')
    const before = await app.db.q
      .selectFrom('ussd_sessions')
      .selectAll()
      .where('session_id', '=', handset.sessionId)
      .executeTakeFirstOrThrow()
    const paid = await handset.send(pin)
    // The process ended after the payment and before the step was stored.
    await app.db.q
      .updateTable('ussd_sessions')
      .set({
        screen: JSON.stringify(before.screen),
        saved_screen: JSON.stringify(before.saved_screen),
        input_length: before.input_length,
        input_hash: before.input_hash,
      })
      .where('session_id', '=', handset.sessionId)
      .execute()
    expect(await handset.repeat()).toBe(paid)
    expect(paidOnce).toContain(await user.walletKobo())
    expect((await paymentsOf(handset.phone)).length).toBe(1)
  })

  test('a crash after the order was stored leads to the same order when the phone dials again', async () => {
    const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1')
    await handset.send('200')
    await handset.dial()
    expect(await handset.sendAll('2', '2', '1', '200')).toContain('Pay N200')
    expect((await ordersOf(handset.phone)).length).toBe(1)
  })
})

describe('lost sessions', () => {
  test('a phone that dials again within five minutes continues where it was', async () => {
    const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200')
    await app.advanceClock(4 * 60)
    expect(await handset.dial()).toBe('CON Your last session ended early.\n1. Continue\n2. Start again')
    expect(await handset.sendAll('1')).toContain('Pay N200')
    expect(await handset.sendAll('1', pin)).toMatch(/^END Paid N200/)
    expect(await handset.dial()).toContain('1. Electricity')
  })

  test('after five minutes the menu starts again', async () => {
    const { handset } = await createLinkedPhone(app)
    await handset.dial()
    await handset.sendAll('2', '1', '200')
    await app.advanceClock(5 * 60 + 1)
    expect(await handset.dial()).toContain('1. Electricity')
  })

  test('a session ends after 180 seconds, and nothing of it is lost', async () => {
    const { handset } = await createLinkedPhone(app)
    await handset.dial()
    await handset.sendAll('2', '1')
    await app.advanceClock(181)
    expect(await handset.send('200')).toBe('END This session has ended. Dial *347*80# again to continue.')
    expect((await ordersOf(handset.phone)).length).toBe(0)
    await handset.dial()
    expect(await handset.send('1')).toContain('Enter the amount in naira.')
  })

  test('an input after the last screen ends with a sentence', async () => {
    const { handset } = await createLinkedPhone(app)
    await handset.dial()
    await handset.sendAll('6', pin)
    expect(await handset.send('1')).toBe('END This session has ended. Dial *347*80# again to continue.')
  })
})

describe('hostile text', () => {
  const hostile = [
    'abc',
    '*',
    '**',
    '#',
    '',
    ' ',
    '-1',
    '1e3',
    '1.5',
    '٣',
    '１',
    "'; drop table orders; --",
    '\u0000',
    '\ud83d',
    '💡'.repeat(20),
    'x'.repeat(1_000),
    '__proto__',
    'constructor',
    '9',
    '8',
    '99999999999999999999',
  ]

  test.each([
    ['the menu', [], /1\. Electricity/],
    ['the amount', ['2', '1'], /Enter the amount in naira\./],
    ['the phone number', ['2', '2'], /Enter the phone number\./],
    ['the summary', ['2', '1', '200'], /Pay N200/],
    ['the PIN', ['2', '1', '200', '1'], /Enter your PIN/],
    ['the reference', ['5'], /Enter the reference\./],
  ])('at %s gives the same screen with a reason, and orders nothing', async (_, inputs, screen) => {
    const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    for (const text of hostile) {
      await app.db.q.deleteFrom('ussd_sessions').where('phone', '=', handset.phone).execute()
      await handset.dial()
      await handset.sendAll(...inputs)
      const response = await handset.send(text)
      expect(response.slice(0, 4), JSON.stringify(text)).toBe('CON ')
      expect(response, JSON.stringify(text)).toMatch(screen)
      expect(response.length).toBeLessThanOrEqual(164)
      await app.context.limits.clear('ussd_phone', handset.phone)
    }
    expect(await user.walletKobo()).toBe(100_000n)
    expect((await ordersOf(handset.phone)).length).toBeLessThanOrEqual(1)
  })

  test('a text of 10,000 characters ends the session with a sentence', async () => {
    const handset = createPhone(app, newPhone())
    await handset.dial()
    expect(await handset.send('1'.repeat(10_000))).toBe(
      'END That was too long. Dial *347*80# again to continue.',
    )
  })

  test("another phone's session is not shown", async () => {
    const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200')
    const response = await postCallback(app, 'ussd', {
      sessionId: handset.sessionId,
      serviceCode: '*347*80#',
      phoneNumber: newPhone(),
      networkCode: '62130',
      text: '2*1*200*1',
    })
    expect(response.text).toBe('END This session belongs to another phone. Dial *347*80# to start your own.')
    expect(await handset.repeat()).toContain('Pay N200')
  })

  test('inputs that were dialled together with the code are ignored', async () => {
    const handset = createPhone(app, newPhone())
    const response = await postCallback(app, 'ussd', {
      sessionId: 'ATUid_shortcut',
      phoneNumber: handset.phone,
      text: '2*1*200',
    })
    expect(response.text).toContain('CON Sanwo: pay bills')
    expect((await ordersOf(handset.phone)).length).toBe(0)
  })

  test('a foreign phone and a malformed request are rejected', async () => {
    const foreign = createPhone(app, '+254711000111')
    expect(await foreign.dial()).toBe('END This service is for Nigerian phone numbers.')
    for (const form of [
      {},
      { sessionId: 'a b', phoneNumber: newPhone(), text: '' },
      { sessionId: 'x', phoneNumber: '0803', text: '' },
    ])
      expect(await postCallback(app, 'ussd', form as Record<string, string>)).toMatchObject({
        httpStatus: 400,
      })
  })

  test('a response is plain text', async () => {
    const response = await postCallback(app, 'ussd', { sessionId: 'p', phoneNumber: newPhone(), text: '' })
    expect(response).toMatchObject({ httpStatus: 200, type: expect.stringContaining('text/plain') })
  })
})

describe('abuse', () => {
  test.each(['wrong-secret', 'simulated-africastalking-callbacl', 'a%20b'])(
    'a callback with the secret %s is rejected',
    async (secret) => {
      const form = { sessionId: 'spoofed', phoneNumber: newPhone(), text: '' }
      expect(await postCallback(app, 'ussd', form, { secret })).toMatchObject({ httpStatus: 404 })
      expect(await postCallback(app, 'sms', form, { secret })).toMatchObject({ httpStatus: 404 })
      const stored = await app.db.q
        .selectFrom('ussd_sessions')
        .select('phone')
        .where('session_id', '=', 'spoofed')
        .execute()
      expect(stored).toEqual([])
    },
  )

  test('a callback from an address that is not on the list is rejected', async () => {
    const secret = 'a secret'
    const callbacks = { secret, addresses: ['196.201.214.0/24', '2001:db8::/32', '10.1.2.3'] }
    const webhook = providerCallback(callbacks, { provider: 'acme', name: 'x' }, async () => ({
      httpStatus: 200,
      text: 'taken',
    }))
    const statusFrom = async (ip: string) =>
      (
        await webhook.receive({
          raw: Buffer.from(''),
          headers: {},
          params: { secret },
          ip,
          requestId: 'r',
          log: app.context.log,
        })
      ).httpStatus
    for (const ip of ['196.201.214.7', '::ffff:196.201.214.7', '10.1.2.3', '2001:db8::1'])
      expect([ip, await statusFrom(ip)]).toEqual([ip, 200])
    for (const ip of ['196.201.215.7', '10.1.2.4', '::1', '', 'ussd'])
      expect([ip, await statusFrom(ip)]).toEqual([ip, 404])
  })

  test('the address is the one that the proxy saw, not one that the sender claims', async () => {
    const secret = 'simulated-africastalking-callback'
    const guarded = await startTestApp({
      config: { trustProxy: 1, phoneCallbacks: { secret, addresses: ['196.201.214.0/24'] } },
    })
    const statusFrom = async (forwardedFor: string) => {
      const form = { sessionId: 'proxied', phoneNumber: newPhone(), text: '' }
      const headers = { 'x-forwarded-for': forwardedFor }
      return (await postCallback(guarded, 'ussd', form, { headers })).httpStatus
    }
    expect(await statusFrom('196.201.214.7')).toBe(200)
    expect(await statusFrom('196.201.214.7, 203.0.113.9')).toBe(404)
    expect(await statusFrom('203.0.113.9')).toBe(404)
  })

  test('wrong PINs lock the PIN for the web too, and wrong PINs on the web lock it here', async () => {
    const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200', '1')
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await handset.send(`00000${attempt}`)).toContain('Wrong PIN. Try again.')
    expect(await handset.send(pin)).toMatch(/^END Your PIN is locked after too many wrong attempts\./)
    expect(await user.walletKobo()).toBe(100_000n)
    await expect(
      app.features.assertPin({ userId: user.id, role: 'user', emailVerified: true }, pin),
    ).rejects.toMatchObject({ code: 'PIN_LOCKED' })

    const other = await createLinkedPhone(app)
    const actor = { userId: other.user.id, role: 'user', emailVerified: true } as const
    for (let attempt = 0; attempt < 5; attempt++)
      await app.features.assertPin(actor, '000000').catch(() => undefined)
    await other.handset.dial()
    expect(await other.handset.sendAll('6', pin)).toMatch(/^END Your PIN is locked/)
  })

  test('a phone can try only a few PINs of an account that it is not linked to', async () => {
    const { user, handset } = await createPhoneOwner(app)
    await handset.dial()
    await handset.send('6')
    for (let attempt = 0; attempt < 5; attempt++) await handset.send(`00000${attempt}`)
    await app.db.q.deleteFrom('pin_failures').where('user_id', '=', user.id).execute()
    expect(await handset.send(pin)).toMatch(/^END /)
    const links = await app.db.q
      .selectFrom('verified_phones')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute()
    expect(links).toEqual([])
  })

  test('the phones of managers and of unverified users are not linked', async () => {
    for (const values of [{ role: 'manager' as const }, { email_verified_at: null }]) {
      const { user, handset } = await createLinkedPhone(app)
      await app.db.q.updateTable('users').set(values).where('id', '=', user.id).execute()
      expect(await handset.dial()).toContain('6. Link my account')
      expect(await handset.send('6')).toContain('No account has this number and a PIN.')
    }
  })

  test('a phone that sends too many requests gets a sentence, and others are not affected', async () => {
    const handset = createPhone(app, newPhone())
    await app.context.limits.consume('ussd_phone', handset.phone, 119)
    expect(await handset.dial()).toContain('CON ')
    expect(await handset.send('1')).toMatch(/^END Too many requests from this phone\./)
    expect(await createPhone(app, newPhone()).dial()).toContain('CON ')
  })

  test('the PIN is stored nowhere', async () => {
    const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
    await handset.dial()
    await handset.sendAll('2', '1', '200', '1', '385712', pin)
    const row = await app.db.q
      .selectFrom('ussd_sessions')
      .selectAll()
      .where('session_id', '=', handset.sessionId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/385712|274916/)
  })
})

test('a manager pauses the menu', async () => {
  await app.context.settings.change('ussd_status', 0)
  await pause(300)
  expect(await createPhone(app, newPhone()).dial()).toBe(
    'END Sanwo by USSD is not available now. Please try again later.',
  )
  await app.context.settings.change('ussd_status', 1)
  await pause(300)
})

test('a service that is switched off is announced as unavailable', async () => {
  await app.context.settings.change('airtime_status', 0)
  await pause(300)
  const { handset } = await createLinkedPhone(app)
  await handset.dial()
  expect(await handset.sendAll('2', '1', '200')).toMatch(/^END .*(unavailable|not available)/i)
  await app.context.settings.change('airtime_status', 1)
  await pause(300)
})
