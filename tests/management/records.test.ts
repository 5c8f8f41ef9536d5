import { afterAll, beforeAll, expect, test } from 'vitest'
import { trialBalance } from '../../server/ledger/index.ts'
import type { DataOf } from '../../shared/contract.ts'
import type { Transaction } from '../../shared/history.ts'
import type { getManagedOrder, ManagedOrder } from '../../shared/management/orders.ts'
import type { PowerOrder, PowerRecord } from '../../shared/power.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { createTestManager } from './setup.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

const validRecord = {
  meter_number: '45012345678',
  meter_type: 'prepaid',
  phone_number: '08035556666',
  amount: '4000',
  meter_disco: 'ikeja',
  access_token: 'OLD-1',
  platform: 'irecharge',
  email_address: '',
  units: '55.4',
  token: '1234-5678-9012-3456-7890',
  description: '',
}
const uniqueidOf = async ({ id }: TestUser) =>
  (await app.db.q.selectFrom('users').select('uniqueid').where('id', '=', id).executeTakeFirstOrThrow())
    .uniqueid
const createRecord = (change: object = {}) =>
  musa.post<{ reference: string }>('/management/power/create-record', { ...validRecord, ...change })

test('a recorded purchase moves no money, and its token is found by meter and phone', async () => {
  const before = await trialBalance(app.db.q)
  const { httpStatus, data } = await createRecord()
  expect(httpStatus).toBe(200)
  expect(await trialBalance(app.db.q)).toEqual(before)
  const guest = app.createGuest()
  const { data: records } = await guest.postJson<PowerRecord[]>('/actions/get-power-history', {
    meter_number: validRecord.meter_number,
    phone_number: '0803 555 6666',
  })
  expect(records).toMatchObject([{ reference: data.reference, token: '12345678901234567890', units: '55.4' }])
  const { data: order } = await guest.fetchJson<PowerOrder>(
    `/services/electricity/transaction/${records[0]?.access_token}/order/${data.reference}/details`,
  )
  expect(order).toMatchObject({ meter_number: validRecord.meter_number, amount: 4_000, service_charge: 0 })
  const pdf = await musa.fetchFile(`/services/transaction/power/${data.reference}`)
  expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF')
})

test('a recorded purchase is not attached to an account whose e-mail is not verified', async () => {
  const mallory = await createUser(app)
  await app.db.q.updateTable('users').set({ email_verified_at: null }).where('id', '=', mallory.id).execute()
  const { data } = await createRecord({ access_token: 'OLD-9', email_address: mallory.email })
  const history = await mallory.get<{ list: Transaction[] }>('/account/transactions/all')
  expect(history).toMatchObject({ httpStatus: 200, data: { list: [] } })
  expect((await mallory.get(`/account/transactions/${data.reference}/receipt`)).httpStatus).toBe(404)
})

test('the same meter, token and reference are recorded once', async () => {
  await createRecord({ access_token: 'OLD-2' })
  expect(await createRecord({ access_token: 'OLD-2' })).toMatchObject({
    httpStatus: 409,
    message: 'This purchase is already recorded.',
  })
})

test('a record belongs to the user with that e-mail', async () => {
  const ada = await createUser(app)
  const { data } = await createRecord({ access_token: 'OLD-3', email_address: ada.email })
  const row = await app.db.q
    .selectFrom('power_records')
    .select(['user_id', 'recorded_by'])
    .where('reference', '=', data.reference)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ user_id: ada.id, recorded_by: musa.id })
})

test.each(['meter_number', 'units', 'token', 'meter_type', 'phone_number', 'amount', 'meter_disco'])(
  'a record without its %s is rejected',
  async (field) => {
    const { httpStatus, errors } = await createRecord({ [field]: '' })
    expect(httpStatus).toBe(422)
    expect(Object.keys(errors ?? {})).toContain(field)
  },
)

test.each([
  ['negative units', { units: '-5' }],
  ['letters in the amount', { amount: 'many' }],
  ['an unknown company', { meter_disco: 'acme' }],
  ['another platform', { platform: 'vtpass' }],
  ['a foreign phone', { phone_number: '+447911123456' }],
])('a record with %s is rejected', async (_, change) => {
  expect((await createRecord({ access_token: 'OLD-4', ...change })).httpStatus).toBe(422)
})

test('the values for a message about an order are returned, and the read is audited', async () => {
  const ada = await createUser(app, { walletKobo: 5_000_000n })
  const power = await ada.buy('power')
  const { data } = await musa.get(`/management/services/get-details/power/${power}`)
  expect(data).toMatchObject({
    token: expect.stringMatching(/^\d{20}$/),
    units: expect.any(String),
    meter_number: '11000000099',
    amount: 2_000,
  })
  const airtime = await ada.buy('airtime')
  expect((await musa.get(`/management/services/get-details/airtime/${airtime}`)).data).toEqual({
    amount: 500,
    customer_number: '08010000099',
  })
  expect((await musa.get(`/management/services/get-details/power/${airtime}`)).httpStatus).toBe(404)
  expect((await musa.get('/management/services/get-details/power/ABCDEFGHJKLM')).httpStatus).toBe(404)
  const reads = await app.db.q
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'delivery.read')
    .execute()
  expect(reads.map((item) => item.subject)).toEqual([power, airtime])
})

interface OrderPage {
  list: ManagedOrder[]
  next: string | null
}

test('managers find a manual record by its values, and its page names the manager who recorded it', async () => {
  const ada = await createUser(app)
  const { data } = await createRecord({
    meter_number: '45098761234',
    phone_number: '08037778899',
    access_token: 'VEND-77',
    email_address: ada.email,
  })
  const findRecords = async (query: string) =>
    (await musa.get<OrderPage>(`/management/orders/all?${query}`)).data.list.map((item) => item.reference)
  const uniqueid = await uniqueidOf(ada)
  for (const search of [
    ...['45098761234', '1234', '08037778899', '+2348037778899', '8899', ada.email, data.reference, 'VEND-77'],
    data.reference.toLowerCase(),
  ])
    expect(await findRecords(`search=${encodeURIComponent(search)}`), search).toContain(data.reference)
  for (const query of [
    `user_id=${uniqueid}`,
    'service=power&state=delivered',
    'vendor=irecharge',
    'from=2026-01-01',
  ])
    expect(await findRecords(query), query).toContain(data.reference)
  for (const query of ['service=airtime', 'state=refunded', 'gateway=paystack', 'review=1', 'to=2020-01-01'])
    expect(await findRecords(query), query).not.toContain(data.reference)
  const { data: page } = await musa.get<DataOf<typeof getManagedOrder>>(
    `/management/orders/${data.reference}`,
  )
  expect(page.order).toMatchObject({
    recorded: true,
    state: 'delivered',
    user: { uniqueid },
    amount: 4_000,
  })
  expect(page.timeline).toMatchObject([{ kind: 'manager', message: 'Recorded by Musa Danjuma' }])
  expect(JSON.stringify(page)).not.toContain('1234-5678-9012')
})

test('records and orders share one list, page after page, without a gap', async () => {
  const bola = await createUser(app, { walletKobo: 5_000_000n })
  const uniqueid = await uniqueidOf(bola)
  const created: string[] = []
  for (let index = 0; index < 26; index++) {
    const change = { access_token: `MANY-${index}`, email_address: bola.email }
    created.unshift((await createRecord(change)).data.reference)
    if (index % 13 === 0) created.unshift(await bola.buy('airtime'))
  }
  for (let index = 26; index < 52; index++) {
    const change = { access_token: `MANY-${index}`, email_address: bola.email }
    created.unshift((await createRecord(change)).data.reference)
  }
  const { data: first } = await musa.get<OrderPage>(`/management/orders/all?user_id=${uniqueid}`)
  const { data: second } = await musa.get<OrderPage>(
    `/management/orders/all?user_id=${uniqueid}&cursor=${first.next}`,
  )
  expect([...first.list, ...second.list].map((item) => item.reference)).toEqual(created)
  expect(second.next).toBeNull()
})

test("a manual record is in the user's own history with its receipt, and does not count as a payment", async () => {
  const ada = await createUser(app)
  const { data } = await createRecord({ access_token: 'OWN-1', email_address: ada.email })
  const { data: ownRecord } = await ada.get<{ list: Transaction[] }>('/account/transactions/all')
  expect(ownRecord.list).toMatchObject([
    {
      reference: data.reference,
      recorded: true,
      money: { status: 'not_taken' },
      has_receipt: true,
      can_pay: false,
    },
  ])
  const records = await ada.get<{ list: Transaction[] }>(
    `/account/transactions/all?search=${validRecord.meter_number}`,
  )
  expect(records.data.list).toHaveLength(1)
  const receipt = await ada.fetchFile(`/account/transactions/${data.reference}/receipt`)
  expect(receipt.bytes.subarray(0, 4).toString()).toBe('%PDF')
  const bola = await createUser(app)
  expect((await bola.get<{ list: Transaction[] }>('/account/transactions/all')).data.list).toEqual([])
  expect((await bola.fetchFile(`/account/transactions/${data.reference}/receipt`)).httpStatus).toBe(404)
})
