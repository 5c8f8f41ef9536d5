// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Approvals, useApprovals } from '../../../islands/management/approvals.tsx'
import ApprovalsPage from '../../../islands/management/approvals-page.tsx'
import { type Approval, approve, getApprovals, reject } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const approval = (overrides: Partial<Approval> = {}): Approval => ({
  id: '5f0c2f0e-6a57-4a6e-9d5c-2f8f5b8f5b8f',
  kind: 'refund',
  state: 'pending',
  amount: 6_100,
  subject: 'No token for two days',
  user: null,
  order_reference: 'ABCDEFGH2345',
  unallocated_funds: null,
  changes: null,
  scopes: null,
  goodwill_method: null,
  requested_by: 'Musa Danjuma',
  requested_at: '2026-11-21T10:00:00.000Z',
  decided_by: null,
  decided_at: null,
  rejection_reason: null,
  can_decide: true,
  ...overrides,
})
const RefundApprovals = () => <Approvals query={useApprovals('refund')} caption="Refunds" />
const enterPin = (pin: string) => userEvent.type(screen.getByLabelText('Your 6-digit PIN'), pin)
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['Approve', approve, 'Approved.', {}],
  ['Reject', reject, 'Rejected.', { reason: 'Paid already' }],
] as const)('a second manager decides with the PIN: %s', async (name, endpoint, message, extraBody) => {
  const listRequests = respond(getApprovals, (_, index) =>
    success([
      index === 0 ? approval() : approval({ state: 'approved', can_decide: false, decided_by: 'Ngozi' }),
    ]),
  )
  respond(verifyPin, () => success({}))
  const requests = respond(endpoint, () => success({}, message))
  render(<RefundApprovals />)
  const row = within((await screen.findByRole('link', { name: 'ABCDEFGH2345' })).closest('tr') as HTMLElement)
  expect(row.getByText('₦6,100.00')).toBeVisible()
  await clickButton(name)
  if ('reason' in extraBody) {
    await userEvent.type(screen.getByLabelText('Reason for rejecting (optional)'), extraBody.reason)
    await clickButton('Reject request')
  }
  expect(screen.getByLabelText('Your 6-digit PIN')).toHaveFocus()
  await enterPin('246810')
  await clickButton('Verify Pin')
  await waitForToast(message)
  expect(requests.map(({ body }) => body)).toEqual([{ auth_pin: '246810', ...extraBody }])
  await screen.findByText('Approved by Ngozi')
  expect(listRequests[0]?.url).toContain('kind=refund')
})

test.each([
  [approval(), 'You approve ₦6,100.00 for the guest of order ABCDEFGH2345, requested by Musa Danjuma.'],
  [
    approval({ user: { uniqueid: 'ADA234567890', name: 'Ada Okafor' } }),
    'You approve ₦6,100.00 for Ada Okafor, requested by Musa Danjuma.',
  ],
  [
    approval({ order_reference: null, unallocated_funds: { note: 'Transfer', destination: 'back' } }),
    'You approve ₦6,100.00 for the payer, requested by Musa Danjuma.',
  ],
])('the PIN dialog names amount, receiver and requester', async (item, sentence) => {
  respond(getApprovals, () => success([item]))
  render(<RefundApprovals />)
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(screen.getByRole('dialog')).toHaveTextContent(sentence)
})

test('a wrong PIN is shown at the field, which has the focus, until a digit is typed', async () => {
  respond(getApprovals, () => success([approval()]))
  respond(verifyPin, () => errorResponse(422, 'Incorrect PIN.', { pin: ['Incorrect PIN.'] }))
  render(<RefundApprovals />)
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await enterPin('111111')
  await clickButton('Verify Pin')
  const field = screen.getByLabelText('Your 6-digit PIN')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Incorrect PIN.'))
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(field).toHaveValue('')
  await enterPin('2')
  expect(field).not.toBeInvalid()
})

test('the requesting manager sees a pending approval without decision buttons', async () => {
  respond(getApprovals, () => success([approval({ can_decide: false })]))
  render(<RefundApprovals />)
  await screen.findByText('Awaiting another manager')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('the page of approvals names the kind of each approval, and filters by kind', async () => {
  window.history.replaceState(null, '', '/management/approvals')
  respond(getManagementOverview, () => success(overview()))
  const listRequests = respond(getApprovals, () =>
    success([approval(), approval({ id: crypto.randomUUID(), kind: 'wallet_topup', order_reference: null })]),
  )
  render(<ApprovalsPage signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
  const table = within(await screen.findByRole('table', { name: 'Approvals' }))
  expect(table.getByRole('cell', { name: 'Refund' })).toBeVisible()
  expect(table.getByRole('cell', { name: 'Wallet credit' })).toBeVisible()
  expect(new URL(listRequests[0]?.url ?? '').search).toBe('')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Goodwill')
  await waitFor(() => expect(new URL(listRequests.at(-1)?.url ?? '').search).toBe('?kind=goodwill'))
  expect(window.location.search).toBe('?kind=goodwill')
})

test('a failed rejection keeps its dialog with the reason', async () => {
  respond(getApprovals, () => success([approval()]))
  respond(verifyPin, () => success({}))
  const rejections = respond(reject, (_, index) =>
    index === 0 ? errorResponse(422, 'Please try again.') : success({}, 'Rejected.'),
  )
  render(<RefundApprovals />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
  await userEvent.type(screen.getByLabelText('Reason for rejecting (optional)'), 'Paid already')
  for (const count of [1, 2]) {
    await clickButton('Reject request')
    await enterPin('246810')
    await clickButton('Verify Pin')
    await waitFor(() => expect(rejections).toHaveLength(count))
    await waitFor(() => expect(screen.queryByLabelText('Your 6-digit PIN')).toBeNull())
    if (count === 1)
      await waitFor(() => expect(screen.getByRole('button', { name: 'Reject request' })).toBeEnabled())
  }
  expect(rejections.map(({ body }) => body)).toEqual(
    Array(2).fill({ auth_pin: '246810', reason: 'Paid already' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an empty page of approvals leads to the overview, and with a filter to all kinds', async () => {
  window.history.replaceState(null, '', '/management/approvals')
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  render(<ApprovalsPage signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
  const link = await screen.findByRole('link', { name: 'Go to the overview' })
  expect(link).toHaveAttribute('href', '/management')
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Goodwill')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the search and filters' }))
  expect(screen.getByLabelText('Type')).toHaveValue('')
})

test('the count of the menu is fetched again after a decision', async () => {
  window.history.replaceState(null, '', '/management/approvals')
  const overviewRequests = respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([approval()]))
  respond(verifyPin, () => success({}))
  respond(approve, () => success({}, 'Approved.'))
  render(<ApprovalsPage signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await enterPin('246810')
  await clickButton('Verify Pin')
  await waitForToast('Approved.')
  await waitFor(() => expect(overviewRequests).toHaveLength(2))
})
