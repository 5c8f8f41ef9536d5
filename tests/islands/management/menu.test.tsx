// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useMutation } from '../../../islands/account/use-mutation.ts'
import { ManagementMenu } from '../../../islands/management/menu.tsx'
import OverviewPage from '../../../islands/management/overview.tsx'
import { closeTicket, getManagementOverview } from '../../../shared/management/overview.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const link = (name: string) => screen.getByRole('link', { name })

test('the menu lists every page in its group and marks the current one', async () => {
  respond(getManagementOverview, () => success(overview()))
  const { container } = render(<ManagementMenu path="/management/top-ups" />)
  const linksOf = (group: string) =>
    within(screen.getByRole('list', { name: group }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  const groups = {
    Work: ['Overview', 'Reviews', 'Approvals', 'Tickets', 'Payment requests'],
    'Orders and money': ['Transactions', 'Wallet top-ups', 'Money', 'Reconciliation', 'Unallocated funds'],
    Actions: ['Buy power', 'Buy cable TV', 'Credit a wallet', 'Send email', 'Send SMS'],
    'People and settings': [
      'Users',
      'Providers',
      'Fees & limits',
      'Translations',
      'Audit log',
      'Sign-in protection',
    ],
  }
  for (const [group, names] of Object.entries(groups)) expect(linksOf(group), group).toEqual(names)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    Object.values(groups).flat(),
  )
  expect(screen.getAllByRole('link', { current: 'page' })).toEqual([link('Wallet top-ups')])
  await waitFor(() => expect(link('Reviews')).toHaveAccessibleDescription('3 in review'))
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the menu counts reviews, approvals, tickets and differences, and shows no count for 0', async () => {
  const requests = respond(getManagementOverview, () =>
    success(
      overview({
        pending_approvals: [
          { kind: 'refund', count: 2, oldest_requested_at: '2026-11-21T08:00:00.000Z' },
          { kind: 'scope_change', count: 1, oldest_requested_at: '2026-11-21T09:00:00.000Z' },
        ],
      }),
    ),
  )
  render(<ManagementMenu path="/management/users" />)
  expect(link('Tickets')).not.toHaveAccessibleDescription()
  await waitFor(() => expect(link('Tickets')).toHaveAccessibleDescription('1,204 open'))
  expect(link('Reviews')).toHaveAccessibleDescription('3 in review')
  expect(link('Approvals')).toHaveAccessibleDescription('3 awaiting approval')
  expect(link('Reconciliation')).not.toHaveAccessibleDescription()
  expect(screen.queryByText('0')).toBeNull()
  expect(requests).toHaveLength(1)
})

test('the menu counts outages next to the overview, which lists them', async () => {
  const outage = {
    ...{ service: 'power' as const, status: 'unavailable' as const, reason: null, paused_since: null },
    ...{ waiting_orders: 1, waiting_amount: 2_100, oldest_paid_at: null },
  }
  respond(getManagementOverview, (_, index) =>
    success(overview({ outages: [{ ...outage, vendor: 'vtpass' as const }].slice(index) })),
  )
  render(<ManagementMenu path="/management/users" />)
  await waitFor(() => expect(link('Overview')).toHaveAccessibleDescription('1 outage'))
})

test('unallocated funds have a count and a link of their own next to the reconciliation', async () => {
  respond(getManagementOverview, () => success(overview({ open_breaks: 4, open_unallocated_funds: 2 })))
  const menu = render(<ManagementMenu path="/management/reconciliation" />)
  await waitFor(() => expect(link('Unallocated funds')).toHaveAccessibleDescription('2 open'))
  expect(link('Reconciliation')).toHaveAccessibleDescription('4 open')
  expect(link('Unallocated funds')).toHaveAttribute(
    'href',
    '/management/reconciliation?kind=unallocated_funds',
  )
  expect(screen.getAllByRole('link', { current: 'page' })).toEqual([link('Reconciliation')])
  menu.unmount()
  window.history.replaceState(null, '', '/management/reconciliation?kind=unallocated_funds')
  render(<ManagementMenu path="/management/reconciliation" search="?kind=unallocated_funds" />)
  expect(screen.getAllByRole('link', { current: 'page' })).toEqual([link('Unallocated funds')])
})

test('a menu without counts reports no error', async () => {
  const requests = respond(getManagementOverview, () => errorResponse(503, 'Try again later.'))
  render(<ManagementMenu path="/management/users" />)
  await waitFor(() => expect(requests).toHaveLength(1))
  await userEvent.tab()
  expect(screen.queryByText(/Try again later/)).toBeNull()
  expect(link('Reviews')).not.toHaveAccessibleDescription()
})

test('the overview page and its menu share one request', async () => {
  const requests = respond(getManagementOverview, () => success(overview({ open_breaks: 2 })))
  render(<OverviewPage signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
  await screen.findByRole('link', { name: 'Open reviews' })
  expect(link('Reconciliation')).toHaveAccessibleDescription('2 open')
  expect(requests).toHaveLength(1)
})

test('the menu counts again after the manager’s own action, and not after a check of the PIN alone', async () => {
  const requests = respond(getManagementOverview, (_, index) =>
    success(overview({ open_tickets: index === 0 ? 2 : 1 })),
  )
  respond(verifyPin, () => success({}))
  respond(closeTicket, () => success({}, 'Closed.'))
  render(<ManagementMenu path="/management/tickets" />)
  const { result } = renderHook(() => ({ check: useMutation(verifyPin), close: useMutation(closeTicket) }))
  await waitFor(() => expect(link('Tickets')).toHaveAccessibleDescription('2 open'))
  await act(() => result.current.check.send({ body: { pin: '246810' } }))
  expect(requests).toHaveLength(1)
  await act(() => result.current.close.send({ params: { number: 'T-1' }, body: {} }))
  await waitFor(() => expect(link('Tickets')).toHaveAccessibleDescription('1 open'))
  expect(requests).toHaveLength(2)
})

test('the menu shows only the pages that the manager’s scopes cover', () => {
  respond(getManagementOverview, () => success(overview()))
  render(<ManagementMenu path="/management/tickets" scopes={['operations']} />)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Reviews',
    'Approvals',
    'Payment requests',
    'Transactions',
    'Money',
    // Where purchases made elsewhere are recorded.
    'Buy power',
    'Users',
    'Providers',
    'Sign-in protection',
  ])
})
