import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import { settingCommand } from '../../server/commands/settings-command.ts'
import { serviceChargeSetting } from '../../server/service-data/index.ts'
import {
  type ConfiguredProviders,
  createSettings,
  InvalidSettingError,
  type Settings,
} from '../../server/settings/index.ts'
import { getPhoneCodes, getServiceStatuses, getStates } from '../../shared/actions.ts'
import { vendors } from '../../shared/providers.ts'
import { startTestApi, type TestApi } from '../http/setup.ts'

let api: TestApi
let settings: Settings
beforeAll(async () => {
  api = await startTestApi((db) => {
    settings = createSettings(db)
    return { routes: actionRoutes({ db, settings }), validatesOpenApi: true }
  })
})
afterAll(() => api.close())

test('a setting has its default value until it is changed', async () => {
  expect(await settings.get('power_status')).toBe(1)
  expect(await settings.get('insurance_status')).toBe(0)
  expect(await settings.get('power_service_charge_kobo')).toBe(10_000)
})

test('a change by another process takes effect within 250 ms', async () => {
  const other = createSettings(api.db)
  expect(await other.get('power_service_charge_kobo')).toBe(10_000)
  await settings.change('power_service_charge_kobo', 0)
  await pause(260)
  expect(await other.get('power_service_charge_kobo')).toBe(0)
})

test('an invalid value is rejected and changes nothing', async () => {
  for (const wrong of [
    ['power_status', '2'],
    ['power_status', 'maybe'],
    ['power_service_charge_kobo', '-1'],
    ['payment_gateway', 'mybank'],
  ]) {
    await expect(settingCommand(settings, wrong)).rejects.toThrow(`${wrong[0]} cannot be`)
  }
  await expect(settingCommand(settings, ['power_colour'])).rejects.toThrow(
    'There is no setting power_colour.',
  )
  await expect(settings.change('power_status', 7 as 1)).rejects.toThrow(InvalidSettingError)
  expect(await settings.get('power_status')).toBe(1)
})

test('a stored value that this version cannot read counts as not stored', async () => {
  const value = JSON.stringify({ odd: true })
  await api.db.q.insertInto('settings').values({ key: 'data_status', value }).execute()
  await pause(260)
  expect(await settings.get('data_status')).toBe(1)
})

test('a disabled service shows its reason, which is cleared when the service is enabled', async () => {
  expect(await settingCommand(settings, ['power_status', 'off'])).toEqual(['power_status 0'])
  await settingCommand(settings, ['power_reason', 'The companies are', 'being repaired.'])
  const disabledStatuses = getServiceStatuses.data.parse(
    (await api.request('/services/statuses/all')).body.data,
  )
  expect(disabledStatuses.find(({ service }) => service === 'power')).toEqual({
    service: 'power',
    status: 0,
    reason: 'The companies are being repaired.',
    service_charge_range: { min: 0, max: 0 },
  })
  expect(disabledStatuses).toHaveLength(6)
  await settingCommand(settings, ['power_status', 'on'])
  const statuses = getServiceStatuses.data.parse((await api.request('/services/statuses/all')).body.data)
  expect(statuses.find(({ service }) => service === 'power')).toEqual({
    service: 'power',
    status: 1,
    reason: null,
    service_charge_range: { min: 0, max: 0 },
  })
})

test('each service states the service charge of its orders', async () => {
  await settingCommand(settings, ['power_service_charge_kobo', '2550'])
  await settingCommand(settings, ['waec_service_charge_kobo', '10000'])
  const statuses = getServiceStatuses.data.parse((await api.request('/services/statuses/all')).body.data)
  expect(Object.fromEntries(statuses.map((status) => [status.service, status.service_charge_range]))).toEqual(
    {
      power: { min: 25.5, max: 25.5 },
      cabletv: { min: 100, max: 100 },
      airtime: { min: 0, max: 0 },
      data: { min: 0, max: 0 },
      education: { min: 0, max: 100 },
      insurance: undefined,
    },
  )
})

test('the list of settings names each with its value', async () => {
  const lines = await settingCommand(settings, [])
  expect(lines).toContain('payment_gateway paystack')
  expect(lines).toContain('limit_lookup_client (none)')
})

const noVendors = Object.fromEntries(vendors.map((name) => [name, null])) as ConfiguredProviders['vendors']
const oneProviderPerService: ConfiguredProviders = {
  gateways: ['monnify'],
  bvnGateways: ['monnify'],
  vendors: { ...noVendors, buypower: ['power', 'cabletv', 'airtime', 'data'] },
  sms: ['africastalking'],
}

test('a provider without keys cannot be chosen, nor a vendor for a service it does not sell', async () => {
  const mine = createSettings(api.db, oneProviderPerService)
  const rejectionMessage = async (name: string, value: string) => {
    const rejected = await mine.changeAll({ [name]: value }, 'command').catch((error: unknown) => error)
    expect(rejected).toBeInstanceOf(InvalidSettingError)
    return (rejected as InvalidSettingError).message
  }
  expect(await rejectionMessage('payment_gateway', 'paystack')).toBe(
    'payment_gateway cannot be "paystack": Paystack is not configured: its keys are missing.',
  )
  expect(await rejectionMessage('power_gateway', 'irecharge')).toContain('iRecharge is not configured')
  expect(await rejectionMessage('education_gateway', 'buypower')).toBe(
    'education_gateway cannot be "buypower": BuyPower does not provide exam PINs.',
  )
  expect(await rejectionMessage('sms_provider', 'termii')).toContain('Termii is not configured')
  await expect(settingCommand(mine, ['util_service_vendor', 'vtpass'])).rejects.toThrow(
    'VTpass is not configured',
  )
  expect(await settingCommand(mine, ['power_gateway', 'buypower'])).toEqual(['power_gateway buypower'])
})

test('the default provider gives way to the first configured provider', async () => {
  const mine = createSettings(api.db, oneProviderPerService)
  expect(await mine.get('payment_gateway')).toBe('monnify')
  expect(await mine.get('data_gateway')).toBe('buypower')
  expect(await mine.get('sms_provider')).toBe('africastalking')
  // No configured provider sells it: the name stays, and the service is not sold.
  expect(await mine.get('education_gateway')).toBe('vtpass')
})

test('the choices of each setting are listed with the reason why one is unavailable', () => {
  const choices = createSettings(api.db, oneProviderPerService).choices()
  expect(choices.payment_gateway).toEqual([
    {
      value: 'paystack',
      name: 'Paystack',
      unavailableReason: 'Paystack is not configured: its keys are missing.',
    },
    { value: 'flutterwave', name: 'Flutterwave', unavailableReason: expect.any(String) },
    { value: 'monnify', name: 'Monnify', unavailableReason: null },
  ])
  expect(choices.education_gateway?.find(({ value }) => value === 'buypower')?.unavailableReason).toBe(
    'BuyPower does not provide exam PINs.',
  )
  const services = ['power', 'cabletv', 'airtime', 'data', 'education', 'insurance', 'ticket']
  for (const service of services) expect(choices[`${service}_gateway` as 'power_gateway']).toHaveLength(3)
  expect(choices.power_status).toBeUndefined()
})

test('a change is stored with its previous value and its author; an equal value is not a change', async () => {
  const userId = '0b7f7d0e-0000-4000-8000-000000000001'
  const history = () =>
    api.db.q
      .selectFrom('setting_changes')
      .select(['name', 'old', 'new', 'changed_by'])
      .where('name', 'in', ['airtime_status', 'airtime_reason'])
      .orderBy('id')
      .execute()
  const changes = { airtime_status: 0, airtime_reason: 'Back at noon.' }
  expect(await settings.changeAll(changes, { userId })).toEqual(['airtime_status', 'airtime_reason'])
  expect(await settings.changeAll(changes, { userId })).toEqual([])
  await settingCommand(settings, ['airtime_status', 'on'])
  expect(await history()).toEqual([
    { name: 'airtime_status', old: 1, new: 0, changed_by: userId },
    { name: 'airtime_reason', old: null, new: 'Back at noon.', changed_by: userId },
    { name: 'airtime_status', old: 0, new: 1, changed_by: 'command' },
  ])
})

test('one invalid change among several rejects all of them', async () => {
  const changes = { jamb_status: 0, power_status: 5 }
  await expect(settings.changeAll(changes, 'command')).rejects.toThrow('power_status cannot be 5')
  await expect(settings.changeAll({ jamb_status: 0, colour: 'red' }, 'command')).rejects.toThrow(
    'There is no setting colour.',
  )
  expect(await settings.get('jamb_status')).toBe(1)
})

test('concurrent changes each record the value that they replaced', async () => {
  const [one, other] = [createSettings(api.db), createSettings(api.db)]
  const values = Array.from({ length: 12 }, (_, index) => 1_000 + index)
  await Promise.all(
    values.map((value, index) => (index % 2 ? one : other).change('data_service_charge_kobo', value)),
  )
  const rows = await api.db.q
    .selectFrom('setting_changes')
    .select(['old', 'new'])
    .where('name', '=', 'data_service_charge_kobo')
    .orderBy('id')
    .execute()
  expect(rows).toHaveLength(12)
  const replaced = rows.map((row) => row.old)
  expect(replaced).toEqual([0, ...rows.slice(0, -1).map((row) => row.new)])
})

test('insurance and tickets have the settings of the specification', async () => {
  const all = await settings.all()
  expect(all).toMatchObject({ insurance_gateway: 'vtpass', ticket_gateway: 'vtpass', ticket_status: 0 })
})

test('there are 36 states and the Federal Capital Territory', async () => {
  const states = getStates.data.parse((await api.request('/actions/get-all-states')).body.data)
  expect(states).toHaveLength(37)
  expect(states.map(({ name }) => name)).toContain('Lagos')
})

test('calling codes begin with Nigeria', async () => {
  const codes = getPhoneCodes.data.parse((await api.request('/get/phone-codes')).body.data)
  expect(codes[0]).toEqual({ code: 'NG', name: 'Nigeria', dial_code: '+234' })
  expect(codes).toContainEqual({ code: 'GH', name: 'Ghana', dial_code: '+233' })
})

test('the service charge of a product has one setting, that of its council for an examination', () => {
  expect(serviceChargeSetting('power', 'ikeja-electric')).toBe('power_service_charge_kobo')
  expect(serviceChargeSetting('airtime', 'mtn')).toBeUndefined()
  expect(serviceChargeSetting('education', 'jamb')).toBe('jamb_service_charge_kobo')
  expect(serviceChargeSetting('education', 'waec')).toBe('waec_service_charge_kobo')
  expect(serviceChargeSetting('education', 'waec-registration')).toBe('waec_service_charge_kobo')
})
