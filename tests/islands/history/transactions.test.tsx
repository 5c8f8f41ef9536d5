// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import TransactionPage from '../../../islands/history/page.tsx'
import TicketPage from '../../../islands/tickets/page.tsx'
import { buyAgain, getTransactionReceipt, getTransactions } from '../../../shared/history.ts'
import { getOrderState } from '../../../shared/orders.ts'
import { createTicket, getTickets } from '../../../shared/tickets.ts'
import { noFilters, ticket, ticketsPage, transactionsPage } from '../support/account-pages.ts'
import { transaction } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { orderStatus } from '../support/orders.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))
const renderPage = (overrides = {}) => render(<TransactionPage {...transactionsPage(overrides)} />)

test('orders show their current state, and the form keeps the search values', async () => {
  const { container } = renderPage({ filters: { ...noFilters, search: '11000000000', state: 'delivered' } })
  expect(screen.getByRole('link', { name: /Electricity.*Delivered/ })).toBeVisible()
  expect(screen.getByLabelText('Search')).toHaveValue('11000000000')
  expect(screen.getByLabelText('Status')).toHaveValue('delivered')
  expect(screen.getByRole('form', { name: 'Find an order' })).toHaveAttribute(
    'action',
    '/account/transactions',
  )
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the button of the search and filters shows how many are set, and opens them', async () => {
  renderPage({ filters: { ...noFilters, search: '11000000000', state: 'delivered' } })
  const button = screen.getByRole('button', { name: 'Search and filters (2)' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(within(panel as HTMLElement).getByRole('form', { name: 'Find an order' })).toBeVisible()
})

test('a paid order shows how it was paid', () => {
  const list = [
    transaction({ paid_with: 'Card ending 4242' }),
    transaction({ reference: 'UNPAID222345', state: 'expired', paid_with: null }),
  ]
  renderPage({ transactions: { list, next: null } })
  const [paid, unpaid] = screen.getAllByRole('link', { name: /Electricity/ })
  expect(paid).toHaveTextContent('Paid with: Card ending 4242')
  expect(unpaid).not.toHaveTextContent('Paid with')
})

test('expired, failed, reversed and refunded orders differ in words from paid ones', () => {
  const money = (status: 'not_taken' | 'received' | 'returned') => ({ status, message: '', amount: 0 })
  const orders = [
    transaction({ reference: 'EXPIRED22345', state: 'expired', money: money('not_taken'), can_pay: false }),
    transaction({ reference: 'FAILED222345', state: 'vend_failed', money: money('received') }),
    transaction({ reference: 'REVERSED2345', state: 'vend_failed', money: money('returned') }),
    transaction({ reference: 'REFUNDED2345', state: 'refunded', money: money('returned') }),
    transaction({ reference: 'QUOTED222345', state: 'quoted', money: money('not_taken'), can_pay: true }),
  ]
  renderPage({ transactions: { list: orders, next: null } })
  const statusTextOf = (link: HTMLElement) => link.lastElementChild?.textContent?.replace(/^₦[\d,.]+/, '')
  expect(screen.getAllByRole('link', { name: /Electricity/ }).map(statusTextOf)).toEqual([
    'ExpiredNot charged',
    'FailedPaid',
    'FailedPayment reversed',
    'Refunded',
    'Awaiting payment',
  ])
})

test('an empty history and an empty search result show different messages', () => {
  const emptyPage = { list: [], next: null }
  const { rerender } = renderPage({ transactions: emptyPage })
  expect(screen.getByText('No transaction records.')).toBeVisible()
  rerender(
    <TransactionPage
      {...transactionsPage({ transactions: emptyPage, filters: { ...noFilters, search: 'x' } })}
    />,
  )
  expect(screen.getByText('No match found!')).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: 'Orders' })).getByRole('link', { name: 'Clear' }),
  ).toHaveAttribute('href', '/account/transactions')
})

test('the next page uses the same filters', async () => {
  const requests = respond(getTransactions, () =>
    success({ list: [transaction({ reference: 'ZZZZZZZZ2345', title: 'MTN airtime' })], next: null }),
  )
  renderPage({
    filters: { ...noFilters, service: 'airtime' },
    transactions: { list: [transaction()], next: 'cursor-1' },
  })
  await userEvent.click(screen.getByRole('link', { name: 'Show more' }))
  expect(await screen.findByText('MTN airtime')).toBeVisible()
  expect(requests[0]?.url).toMatch(/service=airtime&cursor=cursor-1/)
  expect(screen.queryByRole('link', { name: 'Show more' })).toBeNull()
})

test('a receipt download shows success or failure', async () => {
  URL.createObjectURL = vi.fn(() => 'blob:x')
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  respond(getTransactionReceipt, (_, index) =>
    index === 0
      ? new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })
      : errorResponse(404, 'Not found.'),
  )
  renderPage()
  await userEvent.click(screen.getByRole('button', { name: /^Receipt of/ }))
  await waitForToast('Receipt downloaded successfully!')
  await userEvent.click(screen.getByRole('button', { name: /^Receipt of/ }))
  await waitForToast('Failed to download receipt.')
})

test('an undelivered order can be reordered once', async () => {
  const requests = respond(buyAgain, () => success({ reference: 'NEWORDER2345', link: '/electricity/x' }))
  renderPage({
    transactions: { list: [transaction({ state: 'refunded', can_buy_again: true })], next: null },
  })
  await userEvent.dblClick(screen.getByRole('button', { name: /^Buy again/ }))
  await waitFor(() => expect(navigations).toEqual(['/electricity/x']))
  expect(requests).toHaveLength(1)
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(screen.queryByText('Preparing your order, please wait...')).toBeNull()
})

test('reporting a problem shows a ticket number', async () => {
  respond(getOrderState, () => success(orderStatus()))
  const requests = respond(createTicket, () => success({ number: 'T-7K4M2QXA' }))
  renderPage()
  await userEvent.click(screen.getByText('Order details'))
  await userEvent.click(await screen.findByRole('button', { name: /^Report a problem/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Report a problem' })
  await userEvent.type(screen.getByLabelText('What happened?'), 'The token is rejected.')
  expect(await accessibilityViolations(dialog)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('T-7K4M2QXA')).toBeVisible()
  expect(requests[0]?.body).toEqual({ order_reference: 'ABCDEFGH2345', message: 'The token is rejected.' })
})

test('tickets show status, order and reply as plain text', async () => {
  const answeredTicket = ticket({
    number: 'T-22222222',
    state: 'answered',
    order_reference: null,
    service: null,
    message: '<b>How</b> do I change my e-mail?',
    answer: 'Write to us.\nWe do it for you.',
    answered_at: '2026-11-21T12:00:00.000Z',
  })
  const { container } = render(<TicketPage {...ticketsPage({ tickets: [ticket(), answeredTicket] })} />)
  const open = within(screen.getByRole('article', { name: 'T-7K4M2QXA' }))
  expect(open.getByText('Open')).toBeVisible()
  expect(open.getByRole('link', { name: 'ABCDEFGH2345' })).toHaveAttribute(
    'href',
    '/account/transactions?search=ABCDEFGH2345',
  )
  const other = within(screen.getByRole('article', { name: 'T-22222222' }))
  expect(other.getByText('<b>How</b> do I change my e-mail?')).toBeVisible()
  expect(other.getByText(/Write to us\..We do it for you\./s)).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a ticket without an order is created and appears immediately in the list', async () => {
  const requests = respond(createTicket, () => success({ number: 'T-7K4M2QXA' }))
  respond(getTickets, () => success([ticket({ order_reference: null, service: null })]))
  render(<TicketPage {...ticketsPage({ tickets: [] })} />)
  expect(screen.getByText('No data...')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'New ticket' }))
  await screen.findByRole('dialog', { name: 'Report a problem' })
  await userEvent.type(screen.getByLabelText('What happened?'), 'How do I change my e-mail?')
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByRole('article', { name: 'T-7K4M2QXA', hidden: true })).toBeInTheDocument()
  expect(requests[0]?.body).toEqual({ order_reference: null, message: 'How do I change my e-mail?' })
})

test('the status, money and timeline of an order are loaded when its details are opened', async () => {
  const requests = respond(getOrderState, () => success(orderStatus()))
  const { container } = renderPage()
  expect(requests).toHaveLength(0)
  openDetails()
  expect(await screen.findByRole('list', { name: 'Timeline' })).toBeVisible()
  expect(screen.getByRole('list', { name: 'Your money' })).toBeVisible()
  expect(screen.getByText('We have received your payment.')).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a ticket shows the status of its order', async () => {
  respond(getOrderState, () => success(orderStatus()))
  render(<TicketPage {...ticketsPage({ tickets: [ticket()] })} />)
  openDetails()
  expect(await screen.findByText('We have received your payment.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Report a problem' })).toBeNull()
})

/** Opens the details element, which jsdom does not open on a press. */
function openDetails() {
  const details = screen.getByText('Order details').closest('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
}
