import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionRoutes } from '../../server/actions/index.ts'
import { settingCommand } from '../../server/commands/settings-command.ts'
import { changeSetting, openSettings, type Settings, WrongSetting } from '../../server/settings/index.ts'
import { getAllStates, getPhoneCodes, getServiceStatuses } from '../../shared/actions.ts'
import { apiHouse, type House } from '../http/house.ts'

let house: House
let settings: Settings
beforeAll(async () => {
  house = await apiHouse((db) => {
    settings = openSettings(db)
    return { routes: actionRoutes({ db, settings }) }
  })
})
afterAll(() => house.close())

test('until somebody changes it a setting is what the code ships', async () => {
  expect(await settings.get('power_status')).toBe(1)
  expect(await settings.get('insurance_status')).toBe(0)
  expect(await settings.get('power_service_charge_kobo')).toBe(10_000)
})

test('a change made by another process is seen within a quarter of a second', async () => {
  const other = openSettings(house.db)
  expect(await other.get('power_service_charge_kobo')).toBe(10_000)
  await house.db.inTransaction((tx) => changeSetting(tx, 'power_service_charge_kobo', 0))
  await pause(260)
  expect(await other.get('power_service_charge_kobo')).toBe(0)
})

test('a value that a setting cannot have is refused and changes nothing', async () => {
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
  await expect(changeSetting(house.db.q, 'power_status', 7 as 1)).rejects.toThrow(WrongSetting)
  expect(await settings.get('power_status')).toBe(1)
})

test('a stored value that this version cannot read counts as not stored', async () => {
  const value = JSON.stringify({ odd: true })
  await house.db.q.insertInto('settings').values({ key: 'data_status', value }).execute()
  await pause(260)
  expect(await settings.get('data_status')).toBe(1)
})

test('a service that is switched off tells why, and its reason goes when it is back', async () => {
  expect(await settingCommand(settings, ['power_status', 'off'])).toEqual(['power_status 0'])
  await settingCommand(settings, ['power_reason', 'The companies are', 'being repaired.'])
  const off = getServiceStatuses.data.parse((await house.ask('/services/statuses/all')).body.data)
  expect(off.find(({ service }) => service === 'power')).toEqual({
    service: 'power',
    status: 0,
    reason: 'The companies are being repaired.',
  })
  expect(off).toHaveLength(6)
  await settingCommand(settings, ['power_status', 'on'])
  const on = getServiceStatuses.data.parse((await house.ask('/services/statuses/all')).body.data)
  expect(on.find(({ service }) => service === 'power')).toEqual({ service: 'power', status: 1, reason: null })
})

test('the list of settings names each with its value', async () => {
  const lines = await settingCommand(settings, [])
  expect(lines).toContain('payment_gateway paystack')
  expect(lines).toContain('limit_lookup_client (none)')
})

test('there are 36 states and the capital territory', async () => {
  const states = getAllStates.data.parse((await house.ask('/actions/get-all-states')).body.data)
  expect(states).toHaveLength(37)
  expect(states.map(({ name }) => name)).toContain('Lagos')
})

test('calling codes begin with the one that nearly everybody needs', async () => {
  const codes = getPhoneCodes.data.parse((await house.ask('/get/phone-codes')).body.data)
  expect(codes[0]).toEqual({ code: 'NG', name: 'Nigeria', dial_code: '+234' })
  expect(codes).toContainEqual({ code: 'GH', name: 'Ghana', dial_code: '+233' })
})
