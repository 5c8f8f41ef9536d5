// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { queryClient } from '../../../islands/account/query-client.ts'
import Reviews from '../../../islands/management/reviews.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getReviews, type Review, requeryOrder } from '../../../shared/operations.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

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

const reviewList = (list: Review[]) => success({ list, next: null, count: list.length })

/** Opens the page with three orders in review. */
async function openPage() {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getReviews, () => reviewList([0, 1, 2].map(reviewOf)))
  render(page())
  await screen.findByRole('row', { name: new RegExp(referenceOf(0)) })
}
const opener = (index: number) => screen.getByRole('button', { name: `Details of ${referenceOf(index)}` })
const checkboxOf = (index: number) => screen.getByRole('checkbox', { name: `Select ${referenceOf(index)}` })

/** Loads the queue again, as after the action of another manager. */
async function reloadWith(list: Review[]) {
  respond(getReviews, () => reviewList(list))
  await act(() => queryClient().invalidateQueries({ queryKey: [getReviews.name] }))
}

test('j, k and the arrow keys move between the rows, Enter opens the side panel, Escape returns to the row', async () => {
  await openPage()
  expect(
    screen.getByText(
      'Keys in the table: j, k and the arrow keys move between the rows, Enter opens the details of a row, Escape closes them.',
    ),
  ).toBeInTheDocument()
  act(() => opener(0).focus())
  await userEvent.keyboard('j')
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

test('outside the table j, k and the arrow keys do nothing', async () => {
  await openPage()
  await userEvent.keyboard('jk{ArrowDown}{ArrowUp}')
  expect(document.body).toHaveFocus()
  const selectAll = screen.getByRole('checkbox', { name: 'Select all shown' })
  act(() => selectAll.focus())
  await userEvent.keyboard('jk{ArrowDown}{ArrowUp}')
  expect(selectAll).toHaveFocus()
}, 30_000)

test('a key with Shift, of an input method or that was handled does not move the focus', async () => {
  await openPage()
  act(() => opener(0).focus())
  fireEvent.keyDown(opener(0), { key: 'ArrowDown', shiftKey: true })
  expect(opener(0), 'with Shift').toHaveFocus()
  fireEvent.keyDown(opener(0), { key: 'j', isComposing: true })
  expect(opener(0), 'of an input method').toHaveFocus()
  opener(0).addEventListener('keydown', (event) => event.preventDefault(), { once: true })
  fireEvent.keyDown(opener(0), { key: 'j' })
  expect(opener(0), 'handled').toHaveFocus()
  fireEvent.keyDown(opener(0), { key: 'j' })
  expect(opener(1)).toHaveFocus()
}, 30_000)

test('the page scrolls with the arrow up on the first row and the arrow down on the last', async () => {
  await openPage()
  const isPrevented = (index: number, key: string) => {
    act(() => opener(index).focus())
    return !fireEvent.keyDown(opener(index), { key })
  }
  expect(isPrevented(0, 'ArrowUp')).toBe(false)
  expect(isPrevented(0, 'ArrowDown')).toBe(true)
  expect(isPrevented(2, 'ArrowDown')).toBe(false)
  expect(isPrevented(2, 'ArrowUp')).toBe(true)
}, 30_000)

/** Requeries the first orders, up to the PIN. */
async function startRequery(count: 2 | 3) {
  for (let index = 0; index < count; index++) await userEvent.click(checkboxOf(index))
  const name = `Requery ${count} orders`
  await userEvent.click(screen.getByRole('button', { name }))
  await userEvent.type(screen.getByLabelText('Reason'), 'Vendor is back')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  respond(verifyPin, () => success({}))
  await userEvent.type(screen.getByLabelText('Your 6-digit PIN'), '274916')
}
const verify = () => userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
const closeResults = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Close the results' }))
const resultTexts = () =>
  within(screen.getByRole('list', { name: 'Results' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the selected orders are requeried one at a time, and each shows its result', async () => {
  await openPage()
  expect(screen.getByRole('button', { name: 'Requery selected orders' })).toBeDisabled()
  await startRequery(2)
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
  await verify()
  expect(await screen.findByText('2 of 2 sent: 1 requeried, 1 failed.')).toBeVisible()
  expect(resultTexts()).toEqual([
    `${referenceOf(0)}Requeried.`,
    `${referenceOf(1)}Failed: This order is no longer in review.`,
  ])
  expect(screen.getByRole('progressbar', { name: 'Orders sent' })).toHaveValue(2)
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '274916', reason: 'Vendor is back' },
    { auth_pin: '274916', reason: 'Vendor is back' },
  ])
  const reloads = respond(getReviews, () => reviewList([]))
  await closeResults()
  expect(await screen.findByText('No orders need review')).toBeVisible()
  expect(reloads).toHaveLength(1)
}, 30_000)

test('a requery ends with the session, and no order shows the error of another', async () => {
  await openPage()
  await startRequery(3)
  const requests = respond(requeryOrder, (_, index) =>
    index === 0
      ? errorResponse(409, 'This order is no longer in review.')
      : errorResponse(401, 'Please sign in.'),
  )
  await verify()
  await waitFor(() => expect(navigations).toEqual(['/login']))
  expect(resultTexts()).toEqual([
    `${referenceOf(0)}Failed: This order is no longer in review.`,
    `${referenceOf(1)}Not sent`,
    `${referenceOf(2)}Not sent`,
  ])
  expect(screen.getByText('1 of 3 sent: 0 requeried, 1 failed.')).toBeVisible()
  expect(requests).toHaveLength(2)
}, 30_000)

test('a requery is stopped after the current order, and the other orders stay selected', async () => {
  await openPage()
  await startRequery(3)
  const first = Promise.withResolvers<void>()
  const requests = respond(requeryOrder, async () => {
    await first.promise
    return success({}, 'Requeried.')
  })
  await verify()
  await userEvent.click(await screen.findByRole('button', { name: 'Stop after this order' }))
  expect(screen.queryByRole('button', { name: 'Close the results' })).toBeNull()
  expect(resultTexts()[1]).toBe(`${referenceOf(1)}Waiting`)
  first.resolve()
  await screen.findByText('1 of 3 sent: 1 requeried, 0 failed.')
  await waitFor(() => expect(resultTexts()[1]).toBe(`${referenceOf(1)}Not sent`))
  await closeResults()
  expect(requests).toHaveLength(1)
  expect([0, 1, 2].map((index) => checkboxOf(index).matches(':checked'))).toEqual([false, true, true])
}, 30_000)

test('after a bulk requery the list has the focus; after a cancelled one the selection stays', async () => {
  await openPage()
  await startRequery(2)
  await userEvent.keyboard('{Escape}{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Requery 2 orders' })).toHaveFocus()
  await userEvent.click(checkboxOf(0))
  await userEvent.click(checkboxOf(1))
  await startRequery(2)
  respond(requeryOrder, () => success({}, 'Requeried.'))
  await verify()
  await closeResults()
  expect(screen.getByRole('button', { name: 'Requery selected orders' })).toBeDisabled()
  expect(screen.getByRole('region', { name: 'Reviews' })).toHaveFocus()
}, 30_000)

test('an order that can no longer be requeried after a reload is not selected', async () => {
  await openPage()
  const selectAll = screen.getByRole('checkbox', { name: 'Select all shown' })
  await userEvent.click(selectAll)
  expect(selectAll).toBeChecked()
  await userEvent.click(checkboxOf(2))
  expect(selectAll).toBePartiallyChecked()
  await reloadWith([{ ...reviewOf(0), allowed_actions: ['refund'] }, reviewOf(1), reviewOf(2)])
  expect(await screen.findByRole('button', { name: 'Requery 1 order' })).toBeEnabled()
  await reloadWith([reviewOf(2)])
  expect(await screen.findByRole('button', { name: 'Requery selected orders' })).toBeDisabled()
  expect(selectAll).not.toBePartiallyChecked()
}, 30_000)

test('an open side panel shows the actions of the reloaded order, and closes with an order that left the queue', async () => {
  await openPage()
  await userEvent.click(opener(0))
  const panel = within(screen.getByRole('dialog', { name: referenceOf(0) }))
  expect(panel.getByRole('button', { name: 'Requery' })).toBeVisible()
  await reloadWith([{ ...reviewOf(0), allowed_actions: ['refund'] }])
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Requery' })).toBeNull())
  expect(panel.getByRole('button', { name: 'Refund' })).toBeVisible()
  await reloadWith([reviewOf(1)])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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
