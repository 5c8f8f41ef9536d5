// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import FeesAndLimits from '../../../islands/management/fees-and-limits.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import {
  getConfigHistory,
  getFeesAndLimits,
  updateFeesAndLimits,
} from '../../../shared/management/configs.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { verifyPin } from '../../../shared/security.ts'
import { mockApi, pending, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const setting = (name: string, label: string, requires_approval: boolean) => ({
  ...{ name, label, requires_approval, group: 'Limits', unit: 'naira' as const },
  ...{ value: 50_000 as number | null, built_in_value: null as number | null, min: 0, max: 1_000_000 },
})

test('changing a limit that needs approval prompts for the PIN once and sends the version in a header', async () => {
  const settings = [
    setting('topup_second_manager_kobo', 'Top-up limit', true),
    setting('waec_service_charge_kobo', 'WAEC charge', false),
  ]
  const reads = respond(getFeesAndLimits, () => success({ version: '7', fees_and_limits: settings }))
  respond(getConfigHistory, () => success({ list: [], next: null }))
  respond(getManagementOverview, () => success(overview()))
  const approvals = respond(getApprovals, () => success([]))
  respond(verifyPin, () => success({}))
  const saved = respond(updateFeesAndLimits, () =>
    pending('This change needs a second manager.', { version: '7' }),
  )
  render(<FeesAndLimits note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  const limit = await screen.findByLabelText('Top-up limit (₦)')
  await userEvent.clear(limit)
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
  await waitForToast('This change needs a second manager.')
  expect(saved.map(({ body }) => body)).toEqual([
    { changes: { topup_second_manager_kobo: null }, auth_pin: '274916' },
  ])
  expect(saved[0]?.headers.get('if-match')).toBe('"7"')
  await waitFor(() => expect([reads.length, approvals.length]).toEqual([2, 2]))
  expect(screen.queryByLabelText('Your 6-digit PIN')).toBeNull()
})

function showSettings(settings: ReturnType<typeof setting>[]) {
  respond(getFeesAndLimits, () => success({ version: '7', fees_and_limits: settings }))
  respond(getConfigHistory, () => success({ list: [], next: null }))
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  render(<FeesAndLimits note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
}
/** Whether the browser would ask before the page is left. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a limit without a value shows its default, or that there is no limit', async () => {
  showSettings([
    { ...setting('limit_sign_in_account', 'Failed sign-ins', false), value: null, built_in_value: 60 },
    { ...setting('refund_second_manager_kobo', 'Refund limit', true), value: null },
  ])
  const limit = await screen.findByLabelText('Failed sign-ins (₦)')
  expect(limit).toHaveAttribute('placeholder', '60')
  expect(limit).toHaveAccessibleDescription('From 0 to 1,000,000. Empty: 60.')
  expect(screen.getByLabelText('Refund limit (₦)')).toHaveAttribute('placeholder', 'No limit')
})

test('a changed value is marked as not saved, and leaving the page asks until it is saved or discarded', async () => {
  showSettings([setting('waec_service_charge_kobo', 'WAEC charge', false)])
  const charge = await screen.findByLabelText('WAEC charge (₦)')
  expect(asksBeforeLeaving()).toBe(false)
  await userEvent.type(charge, '1')
  expect(charge).toHaveAccessibleDescription(/Not saved yet\./)
  expect(screen.getByText('1 change is not saved yet.')).toBeVisible()
  expect(asksBeforeLeaving()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(charge).toHaveValue('50,000')
  expect(asksBeforeLeaving()).toBe(false)
  await userEvent.clear(charge)
  await userEvent.type(charge, '50000')
  expect(asksBeforeLeaving()).toBe(false)
})

test('edits stay after another manager saved first, the new values are loaded, and the next save succeeds', async () => {
  const charge = (value: number) => ({ ...setting('waec_service_charge_kobo', 'WAEC charge', false), value })
  const deposit = (value: number) => ({ ...setting('wallet_minimum_deposit', 'Deposit', false), value })
  let stored = { version: '7', fees_and_limits: [charge(100), deposit(500)] }
  respond(getFeesAndLimits, () => success(stored))
  respond(getConfigHistory, () => success({ list: [], next: null }))
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  const saved = respond(updateFeesAndLimits, ({ headers }) =>
    headers.get('if-match') === `"${stored.version}"`
      ? success({ version: '9' }, 'Saved.')
      : {
          status: 409,
          body: { status: 'error', message: 'Someone else changed these settings.', code: 'CONFIGS_CHANGED' },
        },
  )
  render(<FeesAndLimits note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  const field = await screen.findByLabelText('WAEC charge (₦)')
  await userEvent.clear(field)
  await userEvent.type(field, '150')
  stored = { version: '8', fees_and_limits: [charge(120), deposit(600)] }
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

  await waitForToast('Someone else changed settings. Nothing was saved. Check your changes and save again.')
  await waitFor(() =>
    expect(screen.getByLabelText('WAEC charge (₦)')).toHaveAccessibleDescription(
      /Someone else set this to 120\./,
    ),
  )
  expect(screen.getByLabelText('WAEC charge (₦)')).toHaveValue('150')
  expect(screen.getByLabelText('Deposit (₦)')).toHaveValue('600')
  expect(screen.getByLabelText('Deposit (₦)')).toHaveAccessibleDescription(
    /Changed by someone else\. Before: 500\./,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitForToast('Saved.')
  expect(saved.map(({ headers }) => headers.get('if-match'))).toEqual(['"7"', '"8"'])
  expect(saved[1]?.body).toEqual({ changes: { waec_service_charge_kobo: 150 } })
  await waitFor(() => expect(screen.queryByText(/Someone else/)).toBeNull())
})
