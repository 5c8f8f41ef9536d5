import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retentionPolicies } from '../../server/operations/index.ts'
import type { MeterInfo } from '../../shared/power.ts'
import { eventually, startTestApp, type TestApp } from '../support/test-app.ts'
import { createLinkedPhone, createPhone, createPhoneOwner, newPhone, pin } from './support.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true, polling: true })
})
afterAll(() => app.close())

const ordersOf = (phone: string) =>
  app.db.q.selectFrom('orders').selectAll().where('phone', '=', phone).orderBy('created_at').execute()

test('a linked phone buys electricity from the wallet with the PIN, and the token comes by SMS', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 500_000n })
  expect(await handset.dial()).toBe(
    'CON Sanwo: pay bills\n1. Electricity\n2. Airtime\n3. Data\n4. Last tokens\n5. Order status\n6. Wallet balance\n7. Language',
  )
  expect(await handset.send('1')).toBe('CON Enter the meter number.\n0. Menu')
  expect(await handset.send('11000000098')).toContain('1. Ikeja Electric\n2. Eko Electric')
  expect(await handset.send('1')).toBe('CON Type of meter\n1. Prepaid\n2. Postpaid\n0. Menu')
  expect(await handset.send('1')).toBe('CON Enter the amount in naira.\n0. Menu')
  const summary = await handset.send('2000')
  expect(summary).toContain('Electricity 11000000098\nPay N2,100 (fee N100)\n1. Wallet')
  expect(await handset.send('1')).toBe('CON Enter your PIN to pay N2,100 from your wallet.\n0. Menu')
  const [order] = await ordersOf(handset.phone)
  expect(await handset.send(pin)).toBe(
    `END Paid N2,100 from your wallet. The token comes by SMS. Reference ${order?.reference}.`,
  )
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
  expect(await user.walletKobo()).toBe(500_000n - 210_000n + 2_000n)
  expect((await ordersOf(handset.phone)).length).toBe(1)
  const { tokens } = await app.db.q
    .selectFrom('deliveries')
    .select('tokens')
    .where('order_id', '=', order?.id ?? '')
    .executeTakeFirstOrThrow()
  const digits = tokens[0]?.digits ?? ''
  await eventually(async () => (await handset.sms()).some((text) => text.replace(/\D/g, '').includes(digits)))

  // The next purchase offers the meter, and the tokens can be read again.
  await handset.dial()
  expect(await handset.send('4')).toContain('1. 11000000098')
  const tokenScreen = await handset.send('1')
  expect(tokenScreen).toMatch(/^END Meter 11000000098\n/)
  expect(tokenScreen.replace(/\D/g, '')).toContain(digits)
})

test('arrears that the electricity company deducts are on the summary, before the customer pays', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 500_000n })
  await handset.dial()
  const summary = await handset.sendAll('1', '11000010007', '1', '1', '2000')
  expect(summary).toMatch(/\nTaken for debt: N1,250\.50\nElectricity 11000010007\nPay N2,100 \(fee N100\)\n/)
})

test('a linked phone buys airtime for itself without choosing its network', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await handset.dial()
  expect(await handset.send('2')).toContain(`1. 0${handset.phone.slice(4)}, mine`)
  expect(await handset.send('1')).toBe('CON Enter the amount in naira.\n0. Menu')
  expect(await handset.send('500')).toContain('MTN airtime')
  expect(await handset.sendAll('1', pin)).toMatch(/^END Paid N500 from your wallet\./)
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
  expect(await user.walletKobo()).toBe(100_000n - 50_000n + 500n)
})

test('a user whose payments above a limit require the PIN pays with the PIN of the menu', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await app.db.q.updateTable('users').set({ pin_above_kobo: 10_000n }).where('id', '=', user.id).execute()
  await handset.dial()
  expect(await handset.sendAll('2', '1', '500', '1', pin)).toMatch(/^END Paid N500 from your wallet\./)
})

test('airtime for another number asks for its network', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await handset.dial()
  expect(await handset.sendAll('2', '2')).toBe('CON Enter the phone number.\n0. Menu')
  expect(await handset.send('080312')).toContain('Not a Nigerian mobile number.')
  expect(await handset.send('08010000099')).toContain('Network\n1. MTN')
  expect(await handset.sendAll('1', '200')).toContain('MTN airtime 08010000099\nPay N200')
})

test('a linked phone buys a data plan by price range', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 1_000_000n })
  await handset.dial()
  expect(await handset.sendAll('3', '1')).toContain('Price of the plan\n1. Up to N500')
  const plans = await handset.send('1')
  expect(plans).toMatch(/^CON Data plan\n1\. .* N\d+/)
  expect(await handset.send('1')).toMatch(/Pay N\d+/)
  expect(await handset.sendAll('1', pin)).toMatch(/^END Paid N\d+ from your wallet\./)
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
})

test('a phone that is not linked gets a payment link by SMS and no wallet', async () => {
  const handset = createPhone(app, newPhone())
  expect(await handset.dial()).toContain('6. Link my account')
  const summary = await handset.sendAll('2', '1', '300')
  expect(summary).toContain('1. Payment link by SMS\n0. Cancel')
  expect(summary).not.toContain('Wallet')
  expect(await handset.send('1')).toMatch(/^END We sent you an SMS with a link to pay N300\. Valid until /)
  await eventually(async () =>
    (await handset.sms()).some((text) =>
      /pay N300 for MTN airtime .*, valid until .*: http\S+\/o\/[\w-]{22}$/.test(text),
    ),
  )
})

test('a payment link states until when it is valid: the time at which retention may delete the unpaid order', async () => {
  const handset = createPhone(app, newPhone())
  await handset.dial()
  await handset.sendAll('2', '1', '300')
  await app.db.q
    .updateTable('orders')
    .set({ created_at: new Date('2127-03-01T13:05:00Z') })
    .where('phone', '=', handset.phone)
    .execute()
  const until = '3 Mar, 2:05 pm'
  expect(await handset.send('1')).toContain(`Valid until ${until}.`)
  await eventually(async () => (await handset.sms()).some((text) => text.includes(`valid until ${until}: `)))
  const quotes = retentionPolicies.find(({ name }) => name === 'quoted orders without a payment')
  expect(quotes?.seconds).toBe(2 * 24 * 60 * 60)
})

/** Buys airtime by USSD for the phone itself. @returns the code of the payment link in its SMS */
async function buyAndReceiveLink(handset: ReturnType<typeof createPhone>, ...inputs: readonly string[]) {
  await handset.dial()
  await handset.sendAll('2', '1', '300', ...inputs)
  return eventually(async () => {
    const texts = await handset.sms()
    return texts.flatMap((text) => /\/o\/([\w-]{22})$/.exec(text)?.[1] ?? [])[0]
  })
}

/** A browser that opens the link of an unpaid order, and the order's details there. */
async function openLink(code: string) {
  const browser = app.createGuest()
  const { data } = await browser.postJson<{ reference: string; page: string }>('/orders/open-link', { code })
  const details = await browser.fetchJson<MeterInfo>(`/services/airtime/get-customer-info/${data.reference}`)
  return { browser, page: data.page, details }
}

test('the payment link is paid in a browser that never saw the order, and that browser sees the delivery', async () => {
  const handset = createPhone(app, newPhone())
  const code = await buyAndReceiveLink(handset, '1')
  const [order] = await ordersOf(handset.phone)
  const stranger = app.createGuest()
  const path = `/services/airtime/get-customer-info/${order?.reference}`
  expect(await stranger.fetchJson(path)).toMatchObject({ httpStatus: 404 })

  const { browser, page, details } = await openLink(code)
  expect([page, details.httpStatus, details.data.total_amount]).toEqual(['details', 200, 300])
  const { data } = await browser.initiatePayment(details.data, { payment_for: 'vtu_airtime' })
  await browser.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
  expect((await browser.getOrderStatus(details.data)).data.page).toBe('success')
  expect(await stranger.getOrderStatus(details.data)).toMatchObject({ httpStatus: 404 })
})

test("a guest who opens the link of an account's order pays with their own money; the order stays the user's", async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 0n })
  const { browser, details } = await openLink(await buyAndReceiveLink(handset, '3'))
  const { data } = await browser.initiatePayment(details.data, { payment_for: 'vtu_airtime' })
  await browser.payAtCheckout(data.checkoutUrl)
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
  const [order] = await ordersOf(handset.phone)
  const payment = await app.db.q
    .selectFrom('payments')
    .select(['user_id', 'session_hash'])
    .where('order_id', '=', order?.id ?? '')
    .executeTakeFirstOrThrow()
  expect([order?.user_id, payment.user_id]).toEqual([user.id, null])
  // A refund account is that of the paying browser, not of the account.
  expect(payment.session_hash).not.toEqual(order?.session_hash)
})

test('an account is linked by its PIN, which reads the balance', async () => {
  const { handset } = await createPhoneOwner(app, { walletKobo: 123_450n })
  await handset.dial()
  expect(await handset.send('6')).toContain('Enter the PIN of your account to link this phone.')
  expect(await handset.send('111222')).toContain('Wrong PIN. Try again.')
  expect(await handset.send(pin)).toContain('This phone is linked to your account.\n1. Electricity')
  expect(await handset.sendAll('6', pin)).toBe('END Wallet: N1,234.50. Bonus: 0 UTW.')
})

test('a phone of several profiles asks for the customer ID, and links no other account', async () => {
  const { user, handset } = await createPhoneOwner(app)
  const other = await createPhoneOwner(app)
  await app.db.q.updateTable('users').set({ phone: handset.phone }).where('id', '=', other.user.id).execute()
  await app.db.q.updateTable('users').set({ uniqueid: 'ABCDEFGHJKLM' }).where('id', '=', user.id).execute()
  await handset.dial()
  expect(await handset.send('6')).toContain('Enter your customer ID.')
  expect(await handset.send('NOBODY')).toContain('Wrong customer ID.')
  expect(await handset.sendAll('abcdefghjklm', pin)).toContain('This phone is linked')
  const link = await app.db.q
    .selectFrom('verified_phones')
    .selectAll()
    .where('phone', '=', handset.phone)
    .executeTakeFirst()
  expect(link?.user_id).toBe(user.id)
})

test('a phone is no longer linked when the profile has another one', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await app.db.q.updateTable('users').set({ phone: newPhone() }).where('id', '=', user.id).execute()
  expect(await handset.dial()).toContain('6. Link my account')
})

test('a link ends when no PIN was entered for 180 days; the PIN renews it', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  const setAge = (days: number) =>
    app.db.q
      .updateTable('verified_phones')
      .set({ verified_at: sql<Date>`app_now() - make_interval(days => ${days})` })
      .where('phone', '=', handset.phone)
      .execute()
  await setAge(179)
  expect(await handset.dial()).not.toContain('Link my account')
  expect(await handset.sendAll('6', pin)).toContain('Wallet: N1,000')
  const { isRenewed } = await app.db.q
    .selectFrom('verified_phones')
    .select(sql<boolean>`verified_at > app_now() - interval '1 day'`.as('isRenewed'))
    .where('phone', '=', handset.phone)
    .executeTakeFirstOrThrow()
  expect(isRenewed).toBe(true)
  await setAge(181)
  expect(await handset.dial()).toContain('6. Link my account')
  await handset.send('6')
  expect(await handset.send(pin)).toContain('This phone is linked to your account.')
  expect(await handset.sendAll('6', pin)).toContain('Wallet: N1,000')
})

test('the phone of a blocked user reads no balance and buys nothing from the wallet', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  expect(await handset.dial()).not.toContain('Link my account')
  const block = { blocked_at: new Date(), blocked_reason: 'Reported as stolen.' }
  await app.db.q.updateTable('users').set(block).where('id', '=', user.id).execute()
  expect(await handset.dial()).toContain('6. Link my account')
  await handset.send('6')
  expect(await handset.send(pin)).not.toContain('linked to your account')
})

test('a wallet that is too low pays nothing and offers the virtual account with the bank’s own code', async () => {
  const { user, handset } = await createLinkedPhone(app, { walletKobo: 50_000n })
  await handset.dial()
  expect(await handset.sendAll('2', '1', '1000', '1', pin)).toContain('Your wallet balance is too low.')
  expect(await user.walletKobo()).toBe(50_000n)
  expect(await handset.send('2')).toContain('You have no virtual account.')
  await app.db.q
    .insertInto('virtual_accounts')
    .values({
      reference: `va-${user.id}`,
      user_id: user.id,
      type: 'power',
      number: '11000000097',
      gateway: 'monnify',
      state: 'reserved' as never,
      bank_name: 'Wema Bank',
      account_name: 'SANWO/ADA',
      account_number: '7000000001',
      funding_fee_kobo: 5_000n,
    })
    .execute()
  expect(await handset.send('2')).toContain('Your bank\n1. Access\n2. FCMB')
  expect(await handset.send('5')).toBe(
    'END Dial *737*2*550*7000000001# to send N550 to Wema Bank 7000000001. It goes to your wallet. Then dial *347*80# and continue.',
  )
  // The order is still there when the money has arrived.
  expect(await handset.dial()).toContain('1. Continue')
  expect(await handset.send('1')).toContain('Pay N1,000\n1. Wallet')
})

test('the status of an order is shown to its phone only', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await handset.dial()
  await handset.sendAll('2', '1', '500', '1', pin)
  await eventually(async () => (await ordersOf(handset.phone))[0]?.state === 'delivered')
  const reference = (await ordersOf(handset.phone))[0]?.reference ?? ''
  await handset.dial()
  expect(await handset.send('5')).toContain('1. Airtime N500')
  expect(await handset.send('1')).toBe(`END ${reference}: delivered, N500 paid.`)

  const stranger = createPhone(app, newPhone())
  await stranger.dial()
  expect(await stranger.send('5')).toContain('Enter the reference.')
  expect(await stranger.send(reference.toLowerCase())).toContain('This phone has no such order.')
  expect(await stranger.send('short')).toContain('A reference has 12 characters.')
})

test('an unknown meter and a small amount lead back to where they are corrected', async () => {
  const { handset } = await createLinkedPhone(app, { walletKobo: 100_000n })
  await handset.dial()
  expect(await handset.sendAll('1', '99999999999', '1', '1', '2000')).toContain('Enter the meter number.')
  expect(await handset.sendAll('11000000096', '1', '1', '10')).toContain('Enter the amount in naira.')
  expect((await ordersOf(handset.phone)).length).toBe(0)
})
