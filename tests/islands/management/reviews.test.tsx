// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Reviews from '../../../islands/management/reviews.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getReviews, type Review, requeryOrder } from '../../../shared/operations.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
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

const page = () => <Reviews signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />

/** Opens the page with three orders in review. */
async function openPage() {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getReviews, () => success({ list: [0, 1, 2].map(reviewOf), next: null, count: 3 }))
  render(page())
  await screen.findByRole('row', { name: new RegExp(referenceOf(0)) })
}
const opener = (index: number) => screen.getByRole('button', { name: `Details of ${referenceOf(index)}` })

test('j, k and the arrow keys move between the rows, Enter opens the side panel, Escape returns to the row', async () => {
  await openPage()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.body, 'the arrow keys scroll until a row has the focus').toHaveFocus()
  await userEvent.keyboard('jj')
  expect(opener(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(opener(2), 'the last row').toHaveFocus()
  await userEvent.keyboard('k{Enter}')
  const panel = screen.getByRole('dialog', { name: referenceOf(1) })
  expect(within(panel).getByText('Ada Okafor')).toBeVisible()
  await userEvent.click(within(panel).getByRole('button', { name: 'Refund' }))
  const refund = screen.getByRole('dialog', { name: `Refund: ${referenceOf(1)}` })
  expect(within(refund).getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('jk{Escape}')
  expect(screen.queryByRole('dialog', { name: `Refund: ${referenceOf(1)}` })).toBeNull()
  expect(panel, 'Escape closes the inner dialog only').toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opener(1)).toHaveFocus()
}, 30_000)

test('the selected orders are requeried one at a time, and each shows its result', async () => {
  await openPage()
  expect(screen.getByRole('button', { name: 'Requery selected orders' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await userEvent.click(screen.getByRole('checkbox', { name: `Select ${referenceOf(2)}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Requery 2 orders' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Vendor is back')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Requery 2 orders' }))
  respond(verifyPin, () => success({}))
  let running = 0
  const requests = respond(requeryOrder, async ({ url }) => {
    running += 1
    expect(running, 'requests at a time').toBe(1)
    await Promise.resolve()
    running -= 1
    return url.includes(referenceOf(0))
      ? success({}, 'Requeried.')
      : errorResponse(409, 'This order is no longer in review.')
  })
  await userEvent.type(screen.getByLabelText('Your 6-digit PIN'), '274916')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
  expect(await screen.findByText('2 of 2 requeried.')).toBeVisible()
  const items = within(screen.getByRole('dialog')).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    `${referenceOf(0)}Requeried.`,
    `${referenceOf(1)}This order is no longer in review.`,
  ])
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '274916', reason: 'Vendor is back' },
    { auth_pin: '274916', reason: 'Vendor is back' },
  ])
  const reloads = respond(getReviews, () => success({ list: [], next: null, count: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Close the results' }))
  expect(await screen.findByText('No orders need review')).toBeVisible()
  expect(reloads).toHaveLength(1)
}, 30_000)

test('every order in review is a row with its customer, amount, reason and actions, from the 51st on too', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  const pages = [
    { list: Array.from({ length: 50 }, (_, index) => reviewOf(index)), next: 'cursor', count: 51 },
    { list: [reviewOf(50)], next: null, count: 51 },
  ]
  respond(getReviews, () => success(pages.shift() ?? { list: [], next: null, count: 0 }))
  const { container } = render(page())
  const first = await screen.findByRole('row', { name: new RegExp(referenceOf(0)) })
  for (const text of ['Ada Okafor', 'Power 45021155555', '₦2,100.00', 'Late'])
    expect(within(first).getByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const last = await screen.findByRole('row', { name: new RegExp(referenceOf(50)) })
  expect(within(last).getByText('Paid over 30 minutes ago, not delivered or refunded.')).toBeVisible()
  expect(within(last).queryByText('Late')).toBeNull()
  await userEvent.click(within(last).getByRole('button', { name: 'Requery' }))
  expect(screen.getByRole('dialog', { name: `Requery: ${referenceOf(50)}` })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
}, 60_000)
