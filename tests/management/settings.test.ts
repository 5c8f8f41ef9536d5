import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeeOrLimit, ProviderState, SiteConfigs } from '../../shared/management/configs.ts'
import { prepaidMeter } from '../support/meters.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { createUser, type TestUser } from '../support/user.ts'
import { countAuditEvents, createTestManager, withFailingAuditLog } from './setup.ts'

let app: TestApp
let musa: TestUser
beforeAll(async () => {
  app = await startTestApp({ shared: true })
  musa = await createTestManager(app)
})
afterAll(() => app.close())

type Configs = SiteConfigs & {
  _meta: { version: string; providers: ProviderState[] }
}
const configs = async () => (await musa.get<Configs>('/management/configs/site-configs')).data
const update = (change: unknown, version?: string) =>
  musa.post<{ version: string }>(
    '/management/configs/update-site-configs',
    change,
    version ? { 'if-match': `"${version}"` } : {},
  )

test('the configuration has the gateways, states and providers of the specification', async () => {
  const current = await configs()
  expect(current).toMatchObject({
    power_gateway: 'vtpass',
    cable_gateway: 'vtpass',
    payment_gateway: 'paystack',
    power_status: 1,
    insurance_status: 0,
    ticket_status: 0,
  })
  expect(current._meta.providers.map((item) => item.name)).toEqual(
    expect.arrayContaining(['VTpass', 'BuyPower', 'Paystack']),
  )
})

test('a provider’s activity is its last success of the day and its results of the last hour', async () => {
  const ownApp = await startTestApp()
  const manager = await createTestManager(ownApp)
  const activityOf = async (name: string) => {
    const { data } = await manager.get<Configs>('/management/configs/site-configs')
    return data._meta.providers.find((provider) => provider.name === name)
  }
  const noActivity = { last_success_at: null, last_hour: { completed: 0, succeeded: 0 } }
  expect(await activityOf('VTpass')).toMatchObject({ configured: true, ...noActivity })
  expect(await activityOf('Paystack')).toMatchObject(noActivity)
  const { info } = await ownApp.createGuest().buyElectricity({ meter_number: prepaidMeter() })
  await ownApp.runDueJobsUntil(
    async () => (await ownApp.orderRow(info.order_reference)).state === 'delivered',
  )
  const oneSuccess = { last_success_at: expect.any(String), last_hour: { completed: 1, succeeded: 1 } }
  expect(await activityOf('VTpass')).toMatchObject(oneSuccess)
  expect(await activityOf('Paystack')).toMatchObject(oneSuccess)
  expect(await activityOf('BuyPower')).toMatchObject(noActivity)
  await ownApp.advanceClock(2 * 60 * 60)
  expect(await activityOf('VTpass')).toMatchObject({
    last_success_at: expect.any(String),
    last_hour: { completed: 0, succeeded: 0 },
  })
})

test('a changed provider takes effect on the next order', async () => {
  expect(await update({ power_gateway: 'buypower' })).toMatchObject({
    status: 'success',
    message: 'Configuration updated successfully!',
  })
  const ada = await createUser(app)
  const { data } = await ada.lookUpMeter()
  expect((await app.orderRow(data.order_reference)).vendor).toBe('buypower')
  await update({ power_gateway: 'vtpass' })
})

test('one invalid value, or the name of a setting of another page, changes nothing', async () => {
  const before = await configs()
  expect(await update({ power_status: 0, airtime_gateway: 'acme' })).toMatchObject({
    httpStatus: 422,
    errors: { airtime_gateway: expect.any(Array) },
  })
  const response = await update({ cabletv_status: 0, education_gateway: 'buypower' })
  expect(response).toMatchObject({ httpStatus: 422 })
  expect(response.message + JSON.stringify(response.errors)).toContain('does not provide')
  for (const unknown of ['wallet_minimum_deposit', 'power_service_charge_kobo', 'is_manager', '__proto__x'])
    expect(await update({ data_status: 0, [unknown]: 1 }), unknown).toMatchObject({
      httpStatus: 422,
      errors: { [unknown]: ['Unknown setting.'] },
    })
  const { _meta, ...values } = await configs()
  const { _meta: previousMeta, ...previousValues } = before
  expect(values).toEqual(previousValues)
  expect(_meta.version).toBe(previousMeta.version)
  expect(await app.context.settings.get('wallet_minimum_deposit')).toBe(500)
})

test('an invalid provider of cable TV is reported on the field of the request', async () => {
  const ownApp = await startTestApp({
    config: { vendors: { ...app.context.config.vendors, irecharge: null } },
  })
  const manager = await createTestManager(ownApp)
  const path = '/management/configs/update-site-configs'
  expect(await manager.post(path, { cable_gateway: 'irecharge' })).toMatchObject({
    httpStatus: 422,
    errors: {
      cable_gateway: [
        'cable_gateway cannot be "irecharge": iRecharge is not configured: its keys are missing.',
      ],
    },
  })
})

test('a change whose audit event cannot be stored is not made; a retry stores both', async () => {
  const change = { jamb_status: 0 }
  expect((await withFailingAuditLog(app, () => update(change))).httpStatus).toBe(500)
  expect(await configs()).toMatchObject({ jamb_status: 1 })
  expect((await update(change)).httpStatus).toBe(200)
  expect(await countAuditEvents(app, 'setting.change', 'jamb_status')).toBe(1)
  await update({ jamb_status: 1 })
})

test('an update without changes is reported as such', async () => {
  expect(await update({ power_status: 1 })).toMatchObject({
    httpStatus: 422,
    message: 'No changes detected.',
  })
})

test('two managers who edit concurrently do not undo each other', async () => {
  const current = (await configs())._meta.version
  expect((await update({ airtime_status: 0 }, current)).httpStatus).toBe(200)
  expect((await update({ airtime_status: 1, data_status: 0 }, current)).httpStatus).toBe(409)
  expect(await configs()).toMatchObject({ airtime_status: 0, data_status: 1 })
  const { data } = await update({ airtime_status: 1 }, (await configs())._meta.version)
  expect(data.version).toBe((await configs())._meta.version)
})

test('amounts are changed in naira, within their limits, and the history names the manager', async () => {
  const limits = async () =>
    (await musa.get<{ fees_and_limits: FeeOrLimit[] }>('/management/configs/figures')).data.fees_and_limits
  expect(await limits()).toContainEqual(
    expect.objectContaining({ name: 'power_service_charge_kobo', unit: 'naira', value: 100 }),
  )
  expect(await limits()).toContainEqual(
    expect.objectContaining({ name: 'limit_sign_in_account', value: null, built_in_value: 60 }),
  )
  const change = (changes: Record<string, number | null>) =>
    musa.post('/management/configs/update-figures', { changes })
  expect((await change({ power_service_charge_kobo: 120, education_quantity_limit: 500 })).httpStatus).toBe(
    422,
  )
  expect(await app.context.settings.get('power_service_charge_kobo')).toBe(10_000)
  expect((await change({ power_service_charge_kobo: 120 })).httpStatus).toBe(200)
  expect(await app.context.settings.get('power_service_charge_kobo')).toBe(12_000)
  expect((await change({ power_status: 0 })).httpStatus).toBe(422)
  expect((await change({ cashback_basis_points: 25 })).httpStatus).toBe(422)
  expect((await change({ data_service_charge_kobo: 1.5 })).httpStatus).toBe(200)
  expect(await app.context.settings.get('data_service_charge_kobo')).toBe(150)
  const event = await app.db.q
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'setting.change')
    .where('subject', '=', 'power_service_charge_kobo')
    .executeTakeFirst()
  expect(event).toEqual({ actor_id: musa.id, detail: { settings: 'power_service_charge_kobo' } })
  const { data } = await musa.get<{ list: object[] }>('/management/configs/history')
  expect(data.list[0]).toMatchObject({ name: 'data_service_charge_kobo', old: '₦0.00', new: '₦1.50' })
  expect(data.list[1]).toMatchObject({
    name: 'power_service_charge_kobo',
    label: 'Service charge, electricity',
    old: '₦100.00',
    new: '₦120.00',
    changed_by: 'Musa Danjuma',
  })
})
