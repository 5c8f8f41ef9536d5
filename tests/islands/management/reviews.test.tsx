// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Reviews from '../../../islands/management/reviews.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getReviews, type Review } from '../../../shared/operations.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const referenceOf = (index: number) => `ABCDEFGH${String(index).padStart(4, 'A')}`
const reviewOf = (index: number): Review => ({
  reference: referenceOf(index),
  service: 'power',
  state: 'vending',
  reason: 'overdue',
  message: 'Paid over 30 minutes ago, not delivered or refunded.',
  since: '2026-11-21T10:00:00.000Z',
  due_at: '2026-11-22T10:00:00.000Z',
  late: index === 0,
  number: '45021155555',
  total_amount: 2_100,
  vendor: 'vtpass',
  attempt: null,
  refund: null,
  refund_risk: null,
  refund_preview: { amount: 2_100, customer: 'Ada Okafor', method: 'wallet', gateway: null },
  allowed_actions: ['requery', 'refund'],
})

test('every order in review is a row with its customer, amount, reason and actions, from the 51st on too', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  const pages = [
    { list: Array.from({ length: 50 }, (_, index) => reviewOf(index)), next: 'cursor', count: 51 },
    { list: [reviewOf(50)], next: null, count: 51 },
  ]
  respond(getReviews, () => success(pages.shift() ?? { list: [], next: null, count: 0 }))
  const { container } = render(
    <Reviews signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />,
  )
  const first = await screen.findByRole('row', { name: new RegExp(referenceOf(0)) })
  for (const text of ['Ada Okafor', '45021155555', '₦2,100.00', 'Late'])
    expect(within(first).getByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const last = await screen.findByRole('row', { name: new RegExp(referenceOf(50)) })
  expect(within(last).getByText('Paid over 30 minutes ago, not delivered or refunded.')).toBeVisible()
  expect(within(last).queryByText('Late')).toBeNull()
  await userEvent.click(within(last).getByRole('button', { name: 'Requery' }))
  expect(screen.getByRole('dialog', { name: `Requery: ${referenceOf(50)}` })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
}, 60_000)
