import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '../../server/payments/gateway.ts'
import { configuredProvidersOf, gatewaysOf } from '../../server/providers.ts'
import { virtualAccountServerTexts } from '../../server/virtual-accounts/texts.ts'
import type { Profile } from '../../shared/accounts.ts'
import { gateways } from '../../shared/providers.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createAccountHolder, details, goodBvn } from './setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ shared: true })
})
afterAll(() => app.close())

const fetchChecks = (userId: string) =>
  app.db.q.selectFrom('bvn_checks').selectAll().where('user_id', '=', userId).execute()

test('a matching BVN returns the account owner’s name, and the profile shows the BVN masked', async () => {
  const ada = await createAccountHolder(app)
  expect(await ada.requirements()).toEqual({
    available: true,
    funding_fee: null,
    consent: virtualAccountServerTexts.bvnConsent(),
    bvn: null,
    bvn_account_name: null,
  })
  const verified = await ada.verifyBvn()
  expect(verified).toMatchObject({ httpStatus: 200, status: 'success' })
  const { account_name } = verified.data
  expect(account_name).toMatch(/^[A-Z]+ [A-Z]+$/)
  const { data: profile } = await ada.fetchJson<Profile>('/account/user/profile')
  expect(profile).toMatchObject({ bvn: '*******5678', bvn_account_name: account_name })
  expect(await ada.requirements()).toMatchObject({ bvn: '*******5678', bvn_account_name: account_name })
})

test('the BVN is never stored in plain text', async () => {
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  const uniqueid = await ada.saveMeter()
  await ada.reserve(uniqueid)
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(app.db.q)
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.raw(name)} as it where it::text like ${`%${goodBvn}%`}`.execute(app.db.q)
    expect(rows, name).toEqual([])
  }
})

test('the consent text is committed before the gateway is called', async () => {
  let requests: unknown
  const ownApp = await startTestApp({
    providerOverrides: (config) => {
      const real = gatewaysOf(config)
      const banking = real.monnify?.banking
      if (!real.monnify || !banking?.matchBvn) throw new Error('Monnify is not configured')
      const matchBvn: typeof banking.matchBvn = async (total) => {
        requests = await ownApp.db.q.selectFrom('bvn_checks').select(['consent', 'outcome']).execute()
        return banking.matchBvn!(total)
      }
      const monnify: Gateway = { ...real.monnify, banking: { ...banking, matchBvn } }
      return { gateways: { ...real, monnify } }
    },
  })
  const ada = await createAccountHolder(ownApp)
  expect((await ada.verifyBvn()).httpStatus).toBe(200)
  expect(requests).toEqual([{ consent: virtualAccountServerTexts.bvnConsent(), outcome: null }])
})

test.each([
  ['another person’s BVN', { customer_bvn: '22212340003' }],
  ['an unknown BVN', { customer_bvn: '22212340005' }],
  ['an unknown account', { account_number: '0123450003' }],
  ['an unknown bank', { bank_code: '999' }],
])('%s gets the same error, no name, and nothing is stored', async (_, overrides) => {
  const ada = await createAccountHolder(app)
  const rejected = await ada.verifyBvn(overrides)
  expect(rejected).toMatchObject({
    httpStatus: 422,
    message:
      'We could not confirm that this BVN and bank account belong together. Please check them and try again.',
  })
  expect(rejected.data).toBeUndefined()
  expect(rejected.errors).toBeUndefined()
  expect(await fetchChecks(ada.id)).toMatchObject([
    { outcome: 'mismatch', consent: virtualAccountServerTexts.bvnConsent() },
  ])
  expect(await ada.requirements()).toMatchObject({ bvn: null, bvn_account_name: null })
})

test.each(['bvn_500', 'bvn_unfunded'])('%s is not a mismatch: the user may try again', async (behaviour) => {
  const ada = await createAccountHolder(app)
  await app.injectFault('monnify', behaviour)
  expect((await ada.verifyBvn()).httpStatus).toBe(503)
  expect((await ada.verifyBvn()).httpStatus).toBe(200)
  expect((await fetchChecks(ada.id)).map((entry) => entry.outcome).sort()).toEqual(['match', 'unavailable'])
})

test.each([
  ['customer_bvn', undefined],
  ['customer_bvn', ''],
  ['customer_bvn', '2221234567'],
  ['customer_bvn', '222123456789'],
  ['customer_bvn', '2221234567x'],
  ['customer_bvn', { $gt: '' }],
  ['bank_code', undefined],
  ['bank_code', ''],
  ['account_number', undefined],
  ['account_number', '123456789'],
  ['account_number', '012345678901'],
])('a check with %s = %s is rejected on that field, and no provider is called', async (field, value) => {
  const ada = await createAccountHolder(app)
  const rejected = await ada.verifyBvn({ [field]: value })
  expect(rejected.httpStatus).toBe(422)
  expect(Object.keys(rejected.errors ?? {})).toEqual([field])
  expect(await fetchChecks(ada.id)).toEqual([])
})

test('a verified identity is not checked again, and new details replace it', async () => {
  const ada = await createAccountHolder(app)
  await ada.verifyBvn()
  expect((await ada.verifyBvn()).httpStatus).toBe(200)
  expect(await fetchChecks(ada.id)).toHaveLength(1)
  expect((await ada.verifyBvn({ customer_bvn: '22299990001' })).httpStatus).toBe(200)
  expect(await fetchChecks(ada.id)).toHaveLength(2)
  expect(await ada.requirements()).toMatchObject({ bvn: '*******0001' })
  expect((await ada.verifyBvn({ customer_bvn: '22212340003' })).httpStatus).toBe(422)
  expect(await ada.requirements()).toMatchObject({ bvn: '*******0001' })
})

test('BVN checks are limited to ten per hour and user', async () => {
  const [ada, bola] = [await createAccountHolder(app), await createAccountHolder(app)]
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await ada.verifyBvn({ customer_bvn: `222123${attempt}0003` })).httpStatus).toBe(422)
  }
  expect(await ada.verifyBvn()).toMatchObject({ httpStatus: 429 })
  expect((await bola.verifyBvn()).httpStatus).toBe(200)
})

test('two concurrent BVN checks call the gateway once', async () => {
  const ada = await createAccountHolder(app)
  const responses = await Promise.all([ada.verifyBvn(), ada.verifyBvn()])
  expect(responses.some(({ httpStatus }) => httpStatus === 200)).toBe(true)
  expect(responses.every(({ httpStatus }) => httpStatus === 200 || httpStatus === 409)).toBe(true)
  expect(await fetchChecks(ada.id)).toHaveLength(1)
})

test('a check lost with its process blocks the user for at most a minute', async () => {
  const ada = await createAccountHolder(app)
  const remaining = {
    user_id: ada.id,
    gateway: 'monnify' as const,
    consent: virtualAccountServerTexts.bvnConsent(),
  }
  await app.db.q
    .insertInto('bvn_checks')
    .values({ ...remaining, outcome: null, answered_at: null })
    .execute()
  expect((await ada.verifyBvn()).httpStatus).toBe(409)
  await app.advanceClock(61)
  expect((await ada.verifyBvn()).httpStatus).toBe(200)
  expect((await fetchChecks(ada.id)).map((entry) => entry.outcome).sort()).toEqual(['match', 'unavailable'])
})

test('guests and users with an unverified e-mail cannot verify a BVN', async () => {
  expect(await app.createGuest().postJson('/account/user/verify-bvn', details)).toMatchObject({
    httpStatus: 403,
    message: 'Please sign in to continue.',
  })
  const ada = await createAccountHolder(app, { verified: false })
  expect(await ada.verifyBvn()).toMatchObject({ httpStatus: 403, message: 'Verify your e-mail first.' })
})

test('without an identity gateway, reservation is unavailable and no gateway is called', async () => {
  const ownApp = await startTestApp({
    providerOverrides: (config) => {
      return { gateways: { ...gatewaysOf(config), monnify: null } }
    },
  })
  const ada = await createAccountHolder(ownApp)
  expect(await ada.requirements()).toMatchObject({ available: false })
  expect((await ada.verifyBvn()).httpStatus).toBe(503)
  expect(await ownApp.db.q.selectFrom('bvn_checks').selectAll().execute()).toEqual([])
})

test('the identity gateway can be set to the gateways whose adapter matches a BVN', () => {
  const adapters = gatewaysOf(app.config)
  const { bvnGateways } = configuredProvidersOf(app.config)
  expect(bvnGateways).toEqual(gateways.filter((name) => adapters[name]?.banking?.matchBvn))
})
