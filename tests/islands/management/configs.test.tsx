// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import Configs from '../../../islands/management/configs.tsx'
import { getSiteConfigs, type ProviderState } from '../../../shared/management/configs.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { mockApi, success } from '../support/api.ts'
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
  expect(vtpass).toMatch(/Last delivery 21 Nov 2026.* 91 % of 12 attempts in the last hour delivered/)
  expect(buypower).toContain('BuyPower Paused')
  expect(buypower).toContain('No delivery in the last 24 hours. No attempts in the last hour.')
  expect(irecharge).toContain('iRecharge Not configured')
  expect(irecharge).not.toContain('in the last hour')
  expect(paystack).toMatch(/Last payment 21 Nov 2026.* 91 % of 12 payments in the last hour succeeded/)
  expect(await accessibilityViolations(container)).toEqual([])
})
