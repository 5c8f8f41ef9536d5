// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import OverviewPage from '../../../islands/management/overview.tsx'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { mockApi, type RecordedRequest, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview, periodTotals } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const showOverview = () =>
  render(<OverviewPage signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
const since = '2026-11-21T08:00:00.000Z'
const lastSearch = (requests: readonly RecordedRequest[]) => new URL(requests.at(-1)?.url ?? '').search

test('an outage comes first, then low floats, disputes, reviews, approvals and other work', async () => {
  respond(getManagementOverview, () =>
    success(
      overview({
        outages: [
          {
            ...{ vendor: 'vtpass', service: 'power', status: 'unavailable' },
            ...{ reason: 'silent', paused_since: since },
            ...{ waiting_orders: 2, waiting_amount: 4_000, oldest_paid_at: since },
          },
        ],
        low_floats: [{ vendor: 'buypower', float: 120_000, threshold: 200_000, hours_left: null }],
        disputes: [
          {
            ...{ gateway: 'paystack', payment_reference: 'PAY-1', order_reference: 'ABCDEFGHJKLM' },
            ...{ amount: 2_000, evidence_due_at: since, overdue: false },
          },
        ],
        pending_approvals: [{ kind: 'wallet_topup', count: 1, oldest_requested_at: since }],
        open_breaks: 2,
        open_unallocated_funds: 1,
      }),
    ),
  )
  const { container } = showOverview()
  const list = await screen.findByRole('region', { name: 'Needs attention' })
  const items = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(items.map((text) => text?.split(/[:.]/)[0])).toEqual([
    expect.stringContaining('Power at VTpass'),
    'Low float at BuyPower',
    'Dispute of ₦2,000',
    '3 orders in review',
    expect.stringContaining('1 wallet credit awaits approval'),
    '1 item of unallocated funds to credit or return',
    '2 differences to reconcile',
    '1,204 tickets without a reply',
  ])
  expect(items[0]).toContain('(no response)')
  expect(items[0]).toContain('2 paid orders (₦4,000.00) waiting')
  expect(within(list).getByRole('link', { name: 'Decide' })).toHaveAttribute(
    'href',
    '/management/approvals?kind=wallet_topup',
  )
  expect(within(list).getByRole('link', { name: 'ABCDEFGHJKLM' })).toHaveAttribute(
    'href',
    '/management/transactions/ABCDEFGHJKLM',
  )
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a missed deadline is an error, is listed first and states how long ago it was', async () => {
  respond(getManagementOverview, () =>
    success(
      overview({
        low_floats: [{ vendor: 'buypower', float: 120_000, threshold: 200_000, hours_left: null }],
        disputes: [
          {
            ...{ gateway: 'paystack', payment_reference: 'PAY-1', order_reference: null },
            ...{ amount: 2_000, evidence_due_at: '2026-11-18T10:00:00.000Z', overdue: true },
          },
        ],
        late_reviews: { count: 1, oldest_due_at: '2026-11-21T08:55:00.000Z' },
        late_tickets: { count: 2, oldest_due_at: since },
      }),
    ),
  )
  showOverview()
  const list = await screen.findByRole('region', { name: 'Needs attention' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map(({ className }) => className)).toEqual([
    ...['attention-missed', 'attention-missed', 'attention-missed'],
    '',
  ])
  expect(items[0]).toHaveTextContent(
    'deadline missed. Evidence was due by 18 Nov 2026, 11:00 am, 3 days ago.',
  )
  expect(items[1]).toHaveTextContent(
    /^1 order in review is past its deadline; it was due by .*, 1 h 5 min ago\. 3 orders/,
  )
  expect(items[2]).toHaveTextContent(
    '2 tickets are past the reply time of 1 working day; the first was due by',
  )
})

test('waiting orders of a service whose public status is available are not called a delay', async () => {
  const waiting = {
    ...({ vendor: 'vtpass', service: 'airtime', reason: null, paused_since: null } as const),
    ...{ waiting_orders: 1, waiting_amount: 200, oldest_paid_at: since },
  }
  respond(getManagementOverview, () =>
    success(
      overview({
        outages: [
          { ...waiting, status: 'available' },
          { ...waiting, service: 'power', status: 'degraded' },
        ],
      }),
    ),
  )
  showOverview()
  const list = await screen.findByRole('region', { name: 'Needs attention' })
  const [airtime, power] = within(list).getAllByRole('listitem')
  expect(airtime).toHaveTextContent('Airtime at VTpass: 1 paid order (₦200.00) waiting')
  expect(power).toHaveTextContent('Power at VTpass: deliveries are delayed. 1 paid order')
})

test('a manager chooses the days of the overview, and days that cannot be are an error at their field', async () => {
  const requests = respond(getManagementOverview, () => success(overview()))
  showOverview()
  await screen.findByRole('region', { name: 'Metrics' })
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Other days')
  const from = screen.getByLabelText('From')
  expect(from).toHaveValue('2026-11-15')
  await waitFor(() => expect(lastSearch(requests)).toBe('?from=2026-11-15&to=2026-11-21'))
  fireEvent.change(from, { target: { value: '2026-11-22' } })
  expect(screen.getByLabelText('To')).toHaveAccessibleDescription('To cannot be before From.')
  fireEvent.change(from, { target: { value: '2025-01-01' } })
  expect(from).toHaveAccessibleDescription('Please choose at most 366 days.')
  fireEvent.change(from, { target: { value: '2026-11-01' } })
  await waitFor(() => expect(lastSearch(requests)).toBe('?from=2026-11-01&to=2026-11-21'))
  expect(window.location.search).toBe('?from=2026-11-01&to=2026-11-21')
})

test('each metric has its value in the previous period next to it', async () => {
  respond(getManagementOverview, () =>
    success(
      overview({
        totals: {
          current: periodTotals({
            ...{ turnover: 150_000, revenue: 1_500, attempts: 50, unknown: 2, success: 0.9 },
            ...{ median_seconds: 3.2, p95_seconds: 90, refunded: 3, refunded_amount: 6_000 },
          }),
          previous: periodTotals({ from: '2026-11-08', to: '2026-11-14', turnover: 100_000, revenue: 3_000 }),
        },
      }),
    ),
  )
  showOverview()
  const metrics = await screen.findByRole('region', { name: 'Metrics' })
  const valuesOf = (name: string) =>
    [...(within(metrics).getByText(name).nextElementSibling?.children ?? [])].map(
      ({ textContent }) => textContent,
    )
  expect(valuesOf('Sales volume')).toEqual(['₦150,000.00', 'Previously: ₦100,000.00 (+50\u00a0%)'])
  expect(valuesOf('Revenue')).toEqual(['₦1,500.00', 'Previously: ₦3,000.00 (−50\u00a0%)'])
  expect(valuesOf('Delivered rate')).toEqual([
    '90.0\u00a0%',
    'of 50 attempts, 2 of them unknown',
    'Previously: No data',
  ])
  expect(valuesOf('Paid to delivered').slice(0, 2)).toEqual([
    '3\u00a0s',
    'median; 95th percentile: 1\u00a0min 30\u00a0s',
  ])
  expect(valuesOf('Refunds')).toEqual([
    '₦6,000.00',
    '3 refunds, second payments included',
    'Previously: ₦0.00',
  ])
  expect(metrics).toHaveTextContent('Previous period: 8 Nov 2026 to 14 Nov 2026.')
})

test('a chart has its numbers in a table, and an abandoned checkout is not in progress', async () => {
  respond(getManagementOverview, () =>
    success(
      overview({
        orders: [
          { service: 'power', state: 'awaiting_payment', count: 1 },
          { service: 'power', state: 'expired', count: 2 },
          { service: 'power', state: 'paid', count: 4 },
          { service: 'power', state: 'delivered', count: 8 },
        ],
      }),
    ),
  )
  showOverview()
  const table = within(await screen.findByRole('region', { name: 'Orders by service and status' })).getByRole(
    'table',
    { hidden: true },
  )
  const cells = (role: 'columnheader' | 'cell') =>
    within(table)
      .getAllByRole(role, { hidden: true })
      .map(({ textContent }) => textContent)
  expect(cells('columnheader')).toEqual([
    'Service',
    'Delivered',
    'In progress',
    'Failed or refunded',
    'Not paid',
  ])
  expect(cells('cell')).toEqual(['Power', '8', '4', '0', '3'])
  expect(screen.getAllByText('No data for this period')).toHaveLength(3)
})

test('without open work the overview states that nothing needs a manager', async () => {
  const none = { under_one_hour: 0, under_one_day: 0, over_one_day: 0, oldest_since: null }
  respond(getManagementOverview, () => success(overview({ reviews: 0, review_ages: none, open_tickets: 0 })))
  showOverview()
  expect(await screen.findByText('Nothing needs a manager now.')).toBeVisible()
})
