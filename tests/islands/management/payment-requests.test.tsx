// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../../islands/account/query-client.ts'
import PaymentRequests from '../../../islands/management/payment-requests.tsx'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import {
  blockPaymentRequest,
  getManagedPaymentRequests,
  type ManagedRequest,
} from '../../../shared/management/payment-requests.ts'
import { mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => {
  respond(getManagementOverview, () => success(overview()))
})

const managedRequest = (overrides: Partial<ManagedRequest> = {}): ManagedRequest => ({
  id: '5f0c2f0e-6a57-4a6e-9d5c-2f8f5b8f5b8f',
  state: 'open',
  requester: 'Ada Okafor',
  user_id: 'ada',
  service: 'power',
  title: 'Ikeja Electric',
  number: '****0099',
  amount: 2_000,
  note: 'The meter at home',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-24T10:00:00.000Z',
  order_reference: null,
  reports: [{ reason: 'I do not know this person.', at: '2026-11-21T11:00:00.000Z' }],
  ...overrides,
})

const showPage = () =>
  render(<PaymentRequests note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)

test('reported requests are listed with their reports, and a state can be chosen', async () => {
  const requests = respond(getManagedPaymentRequests, () =>
    success({ list: [managedRequest(), managedRequest({ id: 'other', state: 'paid' })], next: null }),
  )
  const { container } = showPage()
  expect(await screen.findAllByText('I do not know this person.')).toHaveLength(2)
  const [open, paid] = screen.getAllByRole('button', { name: /^Details: Ikeja Electric/ })
  const openPanel = async (opener: HTMLElement | undefined) => {
    if (opener) await userEvent.click(opener)
    return within(screen.getByRole('dialog', { name: 'Ikeja Electric, ****0099' }))
  }
  const panel = await openPanel(open)
  expect(panel.getByText('Note: The meter at home')).toBeVisible()
  expect(panel.getByRole('button', { name: /^Block the request/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  // A paid request cannot be blocked.
  expect((await openPanel(paid)).queryByRole('button', { name: /^Block the request/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Expired')
  await waitFor(() => expect(requests.at(-1)?.url).toContain('view=expired'))
})

test('of several reports the latest reason is shown, and a request without an amount says that the payer chooses it', async () => {
  const reports = [
    { reason: 'It asks again and again.', at: '2026-11-21T12:00:00.000Z' },
    { reason: 'I do not know this person.', at: '2026-11-21T11:00:00.000Z' },
  ]
  respond(getManagedPaymentRequests, () =>
    success({
      list: [managedRequest(), managedRequest({ id: 'other', title: 'MTN', amount: null, reports })],
      next: null,
    }),
  )
  showPage()
  const [heading, withAmount, withoutAmount] = await screen.findAllByRole('row')
  const cellsOf = (row: HTMLElement | undefined) =>
    [...(row?.children ?? [])].slice(4, 6).map(({ textContent }) => textContent)
  expect(cellsOf(heading)).toEqual(['Report reasons', 'Amount'])
  expect(cellsOf(withAmount)).toEqual(['I do not know this person.', '₦2,000.00'])
  expect(cellsOf(withoutAmount)).toEqual([
    '2 reports. Latest: It asks again and again.',
    'The payer chooses the amount',
  ])
  const amount = screen.getByRole('cell', { name: 'The payer chooses the amount' })
  expect(amount, 'a line of its own on a phone').toHaveAttribute('data-place', 'line')
})

test('an open side panel shows the reloaded request', async () => {
  respond(getManagedPaymentRequests, (_, index) =>
    success({ list: [managedRequest({ state: index === 0 ? 'open' : 'cancelled' })], next: null }),
  )
  showPage()
  await userEvent.click(await screen.findByRole('button', { name: /^Details: Ikeja Electric/ }))
  const panel = within(screen.getByRole('dialog', { name: 'Ikeja Electric, ****0099' }))
  expect(panel.getByRole('button', { name: /^Block the request/ })).toBeVisible()
  await act(() => queryClient().invalidateQueries({ queryKey: [getManagedPaymentRequests.name] }))
  await waitFor(() => expect(panel.queryByRole('button', { name: /^Block the request/ })).toBeNull())
  expect(panel.getByText('Cancelled')).toBeVisible()
})

test('a request is blocked with a reason, and the list is loaded again', async () => {
  const listRequests = respond(getManagedPaymentRequests, (_, index) =>
    success({ list: [managedRequest({ state: index === 0 ? 'open' : 'blocked' })], next: null }),
  )
  const blockRequests = respond(blockPaymentRequest, () => success({}, 'The payment request is blocked.'))
  showPage()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Details: Ikeja Electric, requested by Ada Okafor' }),
  )
  await userEvent.click(
    await screen.findByRole('button', { name: 'Block the request of Ada Okafor for Ikeja Electric' }),
  )
  const dialog = within(screen.getByRole('dialog', { name: 'Block request' }))
  expect(dialog.getByRole('button', { name: 'Block request' })).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('Reason'), 'It asks strangers for money.{Enter}')
  await waitForToast('The payment request is blocked.')
  expect(blockRequests[0]?.body).toEqual({ reason: 'It asks strangers for money.' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(listRequests.length).toBeGreaterThan(1))
})
