import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Gateway } from '../../server/payments/gateway.ts'
import { gatewaysOf } from '../../server/providers.ts'
import type { Profile } from '../../shared/accounts.ts'
import { bvnConsent } from '../../shared/virtual-accounts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { details, goodBvn, holderOf } from './house.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ shared: true })
})
afterAll(() => shop.close())

const checksOf = (userId: string) =>
  shop.db.q.selectFrom('bvn_checks').selectAll().where('user_id', '=', userId).execute()

test('a BVN that fits the account answers its owner’s name, and the profile shows it masked', async () => {
  const ada = await holderOf(shop)
  expect(await ada.terms()).toEqual({
    available: true,
    funding_fee: null,
    consent: bvnConsent,
    bvn: null,
    bvn_account_name: null,
  })
  const verified = await ada.verifies()
  expect(verified).toMatchObject({ http: 200, status: 'success' })
  const { account_name } = verified.data
  expect(account_name).toMatch(/^[A-Z]+ [A-Z]+$/)
  const { data: profile } = await ada.ask<Profile>('/account/user/profile')
  expect(profile).toMatchObject({ bvn: '*******5678', bvn_account_name: account_name })
  expect(await ada.terms()).toMatchObject({ bvn: '*******5678', bvn_account_name: account_name })
})

test('the BVN stands nowhere in the database as it was typed', async () => {
  const ada = await holderOf(shop)
  await ada.verifies()
  const uniqueid = await ada.savesMeter()
  await ada.reserves(uniqueid)
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(shop.db.q)
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } =
      await sql`select 1 from ${sql.raw(name)} as it where it::text like ${`%${goodBvn}%`}`.execute(shop.db.q)
    expect(rows, name).toEqual([])
  }
})

test('the consent is committed, word for word, before the question leaves', async () => {
  let seen: unknown
  const own = await openShop({
    counterparties: (config) => {
      const real = gatewaysOf(config)
      const banking = real.monnify?.banking
      if (!real.monnify || !banking?.matchBvn) throw new Error('Monnify is not configured')
      const matchBvn: typeof banking.matchBvn = async (of) => {
        seen = await own.db.q.selectFrom('bvn_checks').select(['consent', 'outcome']).execute()
        return banking.matchBvn!(of)
      }
      const monnify: Gateway = { ...real.monnify, banking: { ...banking, matchBvn } }
      return { gateways: { ...real, monnify } }
    },
  })
  const ada = await holderOf(own)
  expect((await ada.verifies()).http).toBe(200)
  expect(seen).toEqual([{ consent: bvnConsent, outcome: null }])
})

test.each([
  ['somebody else’s BVN', { customer_bvn: '22212340003' }],
  ['an unknown BVN', { customer_bvn: '22212340005' }],
  ['an unknown account', { account_number: '0123450003' }],
  ['an unknown bank', { bank_code: '999' }],
])('%s gets one and the same refusal, no name, and nothing is kept', async (_, more) => {
  const ada = await holderOf(shop)
  const refused = await ada.verifies(more)
  expect(refused).toMatchObject({
    http: 422,
    message:
      'We could not confirm that this BVN and bank account belong together. Please check them and try again.',
  })
  expect(refused.data).toBeUndefined()
  expect(refused.errors).toBeUndefined()
  expect(await checksOf(ada.id)).toMatchObject([{ outcome: 'mismatch', consent: bvnConsent }])
  expect(await ada.terms()).toMatchObject({ bvn: null, bvn_account_name: null })
})

test.each(['bvn_500', 'bvn_unfunded'])('%s is no mismatch: the person may try again', async (behaviour) => {
  const ada = await holderOf(shop)
  await shop.fault('monnify', behaviour)
  expect((await ada.verifies()).http).toBe(503)
  expect((await ada.verifies()).http).toBe(200)
  expect((await checksOf(ada.id)).map((it) => it.outcome).sort()).toEqual(['match', 'unavailable'])
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
])('a check with %s = %s is refused on that field, and asks nobody', async (field, value) => {
  const ada = await holderOf(shop)
  const refused = await ada.verifies({ [field]: value })
  expect(refused.http).toBe(422)
  expect(Object.keys(refused.errors ?? {})).toEqual([field])
  expect(await checksOf(ada.id)).toEqual([])
})

test('what was verified is not asked again, and other details replace it', async () => {
  const ada = await holderOf(shop)
  await ada.verifies()
  expect((await ada.verifies()).http).toBe(200)
  expect(await checksOf(ada.id)).toHaveLength(1)
  expect((await ada.verifies({ customer_bvn: '22299990001' })).http).toBe(200)
  expect(await checksOf(ada.id)).toHaveLength(2)
  expect(await ada.terms()).toMatchObject({ bvn: '*******0001' })
  expect((await ada.verifies({ customer_bvn: '22212340003' })).http).toBe(422)
  expect(await ada.terms()).toMatchObject({ bvn: '*******0001' })
})

test('guessing ends after ten tries in an hour, for that person alone', async () => {
  const [ada, bola] = [await holderOf(shop), await holderOf(shop)]
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await ada.verifies({ customer_bvn: `222123${tries}0003` })).http).toBe(422)
  }
  expect(await ada.verifies()).toMatchObject({ http: 429 })
  expect((await bola.verifies()).http).toBe(200)
})

test('two tabs that ask at once are one question', async () => {
  const ada = await holderOf(shop)
  const answers = await Promise.all([ada.verifies(), ada.verifies()])
  expect(answers.some(({ http }) => http === 200)).toBe(true)
  expect(answers.every(({ http }) => http === 200 || http === 409)).toBe(true)
  expect(await checksOf(ada.id)).toHaveLength(1)
})

test('a question that died with its process stands in nobody’s way for more than a minute', async () => {
  const ada = await holderOf(shop)
  const left = { user_id: ada.id, gateway: 'monnify' as const, consent: bvnConsent }
  await shop.db.q
    .insertInto('bvn_checks')
    .values({ ...left, outcome: null, answered_at: null })
    .execute()
  expect((await ada.verifies()).http).toBe(409)
  await shop.clockAhead(61)
  expect((await ada.verifies()).http).toBe(200)
  expect((await checksOf(ada.id)).map((it) => it.outcome).sort()).toEqual(['match', 'unavailable'])
})

test('nobody’s BVN is asked for a guest, or for somebody who has not proved their e-mail', async () => {
  expect(await shop.guest().send('/account/user/verify-bvn', details)).toMatchObject({
    http: 403,
    message: 'Please sign in to continue.',
  })
  const ada = await holderOf(shop, { verified: false })
  expect(await ada.verifies()).toMatchObject({ http: 403, message: 'Verify your e-mail first.' })
})

test('without a gateway that can tell, nothing is offered and nothing asked', async () => {
  const own = await openShop({
    counterparties: (config) => {
      const { monnify: _, ...others } = gatewaysOf(config)
      return { gateways: others }
    },
  })
  const ada = await holderOf(own)
  expect(await ada.terms()).toMatchObject({ available: false })
  expect((await ada.verifies()).http).toBe(503)
  expect(await own.db.q.selectFrom('bvn_checks').selectAll().execute()).toEqual([])
})
