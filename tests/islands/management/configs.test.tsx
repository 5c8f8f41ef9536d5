// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Configs from '../../../islands/management/configs.tsx'
import { getSiteConfigs, type ProviderState, updateSiteConfigs } from '../../../shared/management/configs.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const provider = (overrides: Partial<ProviderState>): ProviderState => ({
  name: 'VTpass',
  kind: 'vendor',
  configured: true,
  services: ['power'],
  health: [{ service: 'power', paused: false, reason: null, since: null }],
  last_success_at: '2026-11-21T10:00:00.000Z',
  last_hour: { completed: 12, succeeded: 11 },
  float: 2_000,
  ...overrides,
})
const idle = { last_success_at: null, last_hour: { completed: 0, succeeded: 0 } }
const paused = {
  service: 'power' as const,
  paused: true,
  reason: 'silent',
  since: '2026-11-21T09:00:00.000Z',
}
const services = { power_status: 1, cabletv_status: 1, data_status: 1, airtime_status: 1 } as const
const configs = {
  ...{ power_gateway: 'vtpass', cable_gateway: 'vtpass', data_gateway: 'vtpass', airtime_gateway: 'vtpass' },
  ...{ education_gateway: 'vtpass', insurance_gateway: 'vtpass', ticket_gateway: 'vtpass' },
  ...{ payment_gateway: 'paystack', util_service_vendor: 'vtpass', ...services },
  ...{ waec_status: 1, jamb_status: 1, education_status: 1, insurance_status: 0, ticket_status: 0 },
} as const

test('each provider has its state, its last success and its success rate of the last hour', async () => {
  respond(getManagementOverview, () => success(overview()))
  const providers = [
    provider({}),
    provider({ name: 'BuyPower', ...idle, health: [paused] }),
    provider({ name: 'iRecharge', configured: false, health: [], float: null, ...idle }),
    provider({ name: 'Paystack', kind: 'gateway', services: [], health: [], float: null }),
  ]
  respond(getSiteConfigs, () => success({ ...configs, _meta: { version: '1', providers } }))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  const { container } = render(<Configs {...page} />)
  const list = within(await screen.findByRole('region', { name: 'Provider status' }))
  const [vtpass, buypower, irecharge, paystack] = list
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(vtpass).toContain('VTpass Active')
  expect(vtpass).toMatch(/Last delivery 21\sNov\s2026.* 91 % of 12 attempts in the last hour delivered/)
  expect(buypower).toContain('BuyPower Paused')
  expect(buypower).toContain('Paused for Power: no response.')
  expect(buypower).toContain('No delivery in the last 24 hours. No attempts in the last hour.')
  expect(irecharge).toContain('iRecharge Not configured')
  expect(irecharge).not.toContain('in the last hour')
  expect(paystack).toMatch(/Last payment 21\sNov\s2026.* 91 % of 12 payments in the last hour succeeded/)
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a provider without keys, or without the service, cannot be selected and shows the reason', async () => {
  respond(getManagementOverview, () => success(overview()))
  const providers = [
    provider({ services: ['power', 'education'] }),
    provider({ name: 'BuyPower' }),
    provider({ name: 'iRecharge', configured: false, services: [] }),
    provider({ name: 'Monnify', kind: 'gateway', services: [], configured: false }),
  ]
  respond(getSiteConfigs, () => success({ ...configs, _meta: { version: '1', providers } }))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const column = within(await screen.findByRole('group', { name: 'Service Providers' }))
  const optionsOf = (label: string) =>
    within(column.getByLabelText(label))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ textContent, disabled }) => [textContent, disabled])
  expect(optionsOf('Education')).toEqual([
    ['iRecharge (not configured)', true],
    ['BuyPower (does not provide this service)', true],
    ['VTpass', false],
  ])
  expect(optionsOf('Power')).toContainEqual(['BuyPower', false])
  expect(optionsOf('Insurance')).toContainEqual(['BuyPower', false])
  expect(screen.getByRole('option', { name: 'Monnify (not configured)' })).toBeDisabled()
})

test('a saved value stays in the form until the stored values have been loaded', async () => {
  respond(getManagementOverview, () => success(overview()))
  const reloading = Promise.withResolvers<void>()
  respond(getSiteConfigs, async (_, index) => {
    if (index > 0) await reloading.promise
    const values = { ...configs, airtime_status: index > 0 ? 0 : 1 }
    return success({ ...values, _meta: { version: String(index), providers: [] } })
  })
  respond(updateSiteConfigs, () => success({}, 'Configuration updated successfully!'))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const statuses = within(await screen.findByRole('group', { name: 'Service Status' }))
  await userEvent.selectOptions(statuses.getByLabelText('Airtime'), 'Disable')
  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await waitForToast('Configuration updated successfully!')
  expect(statuses.getByLabelText('Airtime')).toHaveValue('0')
  reloading.resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update Configs' })).toBeNull())
  expect(statuses.getByLabelText('Airtime')).toHaveValue('0')
})

test('after a save the form continues from the saved values, also when they cannot be loaded again', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getSiteConfigs, (_, index) =>
    index === 0
      ? success({ ...configs, _meta: { version: '1', providers: [] } })
      : errorResponse(503, 'Try again later.'),
  )
  const requests = respond(updateSiteConfigs, (_, index) =>
    success({ version: `${index + 2}` }, `Saved ${index}.`),
  )
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const airtime = within(await screen.findByRole('group', { name: 'Service Status' })).getByLabelText(
    'Airtime',
  )
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await userEvent.selectOptions(airtime, 'Disable')
  await save()
  await waitForToast('Saved 0.')
  expect(screen.queryByRole('button', { name: 'Update Configs' })).toBeNull()

  await userEvent.selectOptions(airtime, 'Enable')
  await save()
  await waitForToast('Saved 1.')
  expect(airtime).toHaveValue('1')
  expect(requests.map(({ body }) => body)).toEqual([{ airtime_status: 0 }, { airtime_status: 1 }])
  expect(requests.map(({ headers }) => headers.get('if-match'))).toEqual(['"1"', '"2"'])
})

test('edits stay after another manager saved first: those of other settings are saved, and a conflict is shown', async () => {
  respond(getManagementOverview, () => success(overview()))
  let stored: object = configs
  let version = '1'
  respond(getSiteConfigs, () => success({ ...stored, _meta: { version, providers: [] } }))
  const requests = respond(updateSiteConfigs, ({ body, headers }) => {
    if (headers.get('if-match')?.replaceAll('"', '') !== version)
      return {
        status: 409,
        body: { status: 'error', message: 'Someone else changed these settings.', code: 'CONFIGS_CHANGED' },
      }
    stored = { ...stored, ...(body as object) }
    version += '1'
    return success({ version }, 'Configs updated.')
  })
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const column = async (name: string) => within(await screen.findByRole('group', { name }))
  const providers = await column('Service Providers')
  const statuses = await column('Service Status')
  await userEvent.selectOptions(providers.getByLabelText('Power'), 'BuyPower')
  await userEvent.selectOptions(statuses.getByLabelText('Airtime'), 'Disable')
  stored = { ...configs, power_gateway: 'irecharge', cable_gateway: 'buypower' }
  version = '2'
  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))

  await waitForToast('Someone else changed 2 settings. See the notes below the settings.')
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.body).toEqual({ airtime_status: 0 })
  await waitFor(() =>
    expect(providers.getByLabelText('Power')).toHaveAccessibleDescription(
      'Someone else set this to iRecharge. Your change is not saved.',
    ),
  )
  expect(providers.getByLabelText('Power')).toHaveValue('buypower')
  expect(providers.getByLabelText('Cable TV')).toHaveValue('buypower')
  expect(providers.getByLabelText('Cable TV')).toHaveAccessibleDescription(
    'Changed by someone else. Before: VTpass.',
  )
  expect(statuses.getByLabelText('Airtime')).toHaveValue('0')

  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await waitFor(() => expect(stored).toMatchObject({ power_gateway: 'buypower', airtime_status: 0 }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Update Configs' })).toBeNull())
})

test('edits stay in the form when saving fails', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getSiteConfigs, () => success({ ...configs, _meta: { version: '1', providers: [] } }))
  respond(updateSiteConfigs, () => errorResponse(503, 'Try again later.'))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const providers = within(await screen.findByRole('group', { name: 'Service Providers' }))
  await userEvent.selectOptions(providers.getByLabelText('Power'), 'BuyPower')
  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await waitFor(() => expect(screen.getByText(/Try again later/)).toBeVisible())
  expect(providers.getByLabelText('Power')).toHaveValue('buypower')
})

test('settings saved after a conflict stay in the form when they cannot be loaded again', async () => {
  respond(getManagementOverview, () => success(overview()))
  const changedByOther = { ...configs, power_gateway: 'irecharge' }
  const loads = respond(getSiteConfigs, (_, index) => {
    if (index === 0) return success({ ...configs, _meta: { version: '1', providers: [] } })
    // The form asks for the current values, then the page loads them; after the save both fail.
    return index < 3
      ? success({ ...changedByOther, _meta: { version: '2', providers: [] } })
      : errorResponse(503, 'Try again later.')
  })
  const requests = respond(updateSiteConfigs, async (_, index) => {
    if (index === 0)
      return {
        status: 409,
        body: { status: 'error', message: 'Someone else changed these settings.', code: 'CONFIGS_CHANGED' },
      }
    await waitFor(() => expect(loads.length).toBeGreaterThanOrEqual(3))
    return success({ version: '3' }, 'Configs updated.')
  })
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Configs {...page} />)
  const statuses = within(await screen.findByRole('group', { name: 'Service Status' }))
  await userEvent.selectOptions(statuses.getByLabelText('Airtime'), 'Disable')
  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await waitForToast('Configs updated.')
  expect(statuses.getByLabelText('Airtime')).toHaveValue('0')

  await userEvent.selectOptions(statuses.getByLabelText('Internet Data'), 'Disable')
  await userEvent.click(screen.getByRole('button', { name: 'Update Configs' }))
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests[2]?.headers.get('if-match')).toContain('3')
})
