import { expect, test } from 'vitest'
import type { ManagedTopUp } from '../../shared/management/top-ups.ts'
import { topUpReferenceOf } from '../support/customer.ts'
import { startTestApp } from '../support/test-app.ts'
import { createUser } from '../support/user.ts'
import { correctPin, createTestManager } from './setup.ts'

test('wallet top-ups are found by reference, e-mail and phone, both by checkout and by a manager', async () => {
  const app = await startTestApp()
  const musa = await createTestManager(app)
  const [ada, bola] = [await createUser(app), await createUser(app)]
  const { uniqueid } = await app.db.q
    .updateTable('users')
    .set({ phone: '+2348035557788' })
    .where('id', '=', ada.id)
    .returning('uniqueid')
    .executeTakeFirstOrThrow()
  const { data: checkout } = await ada.topUp(5_000)
  const paid = await ada.payAtCheckout(checkout.checkoutUrl)
  const reference = topUpReferenceOf(paid.callbackUrl)
  await ada.processTopUp(reference)
  const { data: other } = await bola.topUp(2_000)
  expect(other.checkoutUrl).toContain('http')
  const credited = await musa.post('/management/wallet/top-up', {
    ...{ amount: 700, subject: 'Goodwill', auth_pin: correctPin, user_id: uniqueid },
  })
  expect(credited.httpStatus).toBe(200)
  const findTopUps = async (query: string) =>
    (await musa.get<{ list: ManagedTopUp[]; next: string | null }>(`/management/top-ups/all?${query}`)).data
  const ofAda = [
    { kind: 'manager', amount: 700, state: 'credited', user: { uniqueid } },
    { kind: 'checkout', amount: 5_000, state: 'credited', reference, gateway: 'paystack' },
  ]
  for (const search of [ada.email, '08035557788', '+2348035557788'])
    expect((await findTopUps(`search=${encodeURIComponent(search)}`)).list, search).toMatchObject(ofAda)
  expect((await findTopUps(`search=${reference}`)).list).toMatchObject([ofAda[1]!])
  expect((await findTopUps(`search=${ada.email}&kind=checkout`)).list).toMatchObject([ofAda[1]!])
  expect((await findTopUps('')).list).toHaveLength(3)
  expect((await findTopUps('search=unknown')).list).toEqual([])
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'top_ups.read')
    .where('subject', '=', reference)
    .execute()
  expect(reads).toHaveLength(1)
})
