// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Transactions from '../../../islands/management/transactions.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import {
  getManagedTransactions,
  getTransactionTotals,
  type ManagedTransaction,
} from '../../../shared/management/transactions.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
let uniqueid = 'musa'
beforeEach(() => {
  uniqueid = 'musa'
  respond(getManagementOverview, () => success(overview()))
  respond(getProfile, () => success(uniqueid))
  respond(getTransactionTotals, () =>
    success({ count: 3, paid: 9_200, refunded: 2_100, service_charges: 100, is_complete: true }),
  )
})

const order: ManagedTransaction = {
  ...{ id: '1', type: 'order', reference: 'ABCDEFGHJKLM', service: 'power', title: 'Ikeja Electric' },
  ...{
    number: '11000004001',
    customer_name: 'Chi Obi',
    phone_number: '08037650001',
    email: null,
    user: null,
  },
  ...{ state: 'delivered', top_up_state: null, top_up_kind: null, review: null, amount: 2_000 },
  ...{ service_charge: 100, total_amount: 2_100, paid: 2_100, refunded: 0, payer: 'wallet' },
  ...{ payment_reference: 'PAY-1', vendor: 'vtpass', vendor_reference: 'VT-900', units: '28.6' },
  ...{ created_at: '2026-11-21T10:00:00.000Z', paid_at: null, delivered_at: null },
}
const topUp: ManagedTransaction = {
  ...order,
  ...{ id: '2', type: 'top_up', reference: 'TOPUP-1', service: null, title: '', number: null, state: null },
  ...{ top_up_state: 'credited', top_up_kind: 'checkout', vendor: null, vendor_reference: null, units: null },
  user: { uniqueid: 'ada', name: 'Ada Okafor' },
}
const mockTransactionList = () =>
  respond(getManagedTransactions, () => success({ list: [order, topUp], next: null }))
const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' } as const
const columnHeads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('orders and top-ups are rows of one table, above it the totals of the filter', async () => {
  mockTransactionList()
  const { container } = render(<Transactions {...page} />)
  const rows = (await screen.findAllByRole('row')).slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Ikeja Electric',
    'Wallet top-up, Checkout',
  ])
  expect(screen.getByRole('link', { name: 'ABCDEFGHJKLM' })).toHaveAttribute(
    'href',
    '/management/transactions/ABCDEFGHJKLM',
  )
  expect(screen.queryByRole('link', { name: 'TOPUP-1' })).toBeNull()
  const totals = await screen.findByRole('region', { name: 'Totals of this list' })
  expect(totals).toHaveTextContent(
    'Transactions3Paid₦9,200.00Refunded₦2,100.00Service charges of delivered orders₦100.00',
  )
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an active filter is a chip that removes it', async () => {
  window.history.replaceState(
    null,
    '',
    '/management/transactions?service=power&state=delivered&from=2026-11-01',
  )
  const requests = mockTransactionList()
  render(<Transactions {...page} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter From: 1 Nov 2026' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Service: Power' }))
  expect(window.location.search).toBe('?state=delivered')
  await waitFor(() => expect(requests.at(-1)?.url).not.toContain('service=power'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(window.location.search).toBe('')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('the list of top-ups has no filter of orders', async () => {
  window.history.replaceState(null, '', '/management/transactions?service=power')
  mockTransactionList()
  render(<Transactions {...page} />)
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Type', hidden: true }),
    'Wallet top-up',
  )
  expect(window.location.search).toBe('?type=top_up')
})

test('filters that no view has are an unsaved view, and all transactions can be chosen again', async () => {
  window.history.replaceState(null, '', '/management/transactions?state=refunded')
  mockTransactionList()
  render(<Transactions {...page} />)
  await screen.findAllByRole('row')
  const view = () => screen.getByRole('combobox', { name: 'View' })
  expect(view()).toHaveDisplayValue('Unsaved view')
  await userEvent.selectOptions(view(), 'All transactions')
  expect(window.location.search).toBe('')
  expect(view()).toHaveDisplayValue('All transactions')
})

test('chosen columns and saved views stay in the browser, for this manager alone', async () => {
  window.history.replaceState(null, '', '/management/transactions?state=refunded')
  mockTransactionList()
  const { unmount } = render(<Transactions {...page} />)
  await screen.findAllByRole('row')
  expect(columnHeads()).not.toContain('Vendor reference')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Vendor reference', hidden: true }))
  expect(columnHeads()).toContain('Vendor reference')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save view' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the view' }), 'Refunds{Enter}')
  expect(screen.getByRole('combobox', { name: 'View' })).toHaveDisplayValue('Refunds')
  unmount()

  window.history.replaceState(null, '', '/management/transactions')
  const again = render(<Transactions {...page} />)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'View' }), 'Refunds')
  expect(window.location.search).toBe('?state=refunded')
  expect(columnHeads()).toContain('Vendor reference')
  again.unmount()

  uniqueid = 'ngozi'
  const { queryClient } = await import('../../../islands/account/query-client.ts')
  queryClient().clear()
  render(<Transactions {...page} />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save view' })).toBeEnabled())
  expect(screen.queryByRole('option', { name: 'Refunds' })).toBeNull()
  expect(columnHeads()).not.toContain('Vendor reference')
})

test('a summary opens in a side panel, leads to the page and gives the focus back', async () => {
  mockTransactionList()
  render(<Transactions {...page} />)
  const opener = await screen.findByRole('button', { name: 'Summary of ABCDEFGHJKLM' })
  await userEvent.click(opener)
  const panel = screen.getByRole('dialog', { name: 'Transaction ABCDEFGHJKLM' })
  expect(panel).toHaveTextContent('VT-900')
  expect(within(panel).getByRole('link', { name: 'Open order' })).toHaveAttribute(
    'href',
    '/management/transactions/ABCDEFGHJKLM',
  )
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(opener).toHaveFocus()
})

test('a list without a match shows a message', async () => {
  respond(getManagedTransactions, () => success({ list: [], next: null }))
  render(<Transactions {...page} />)
  expect(await screen.findByText('No transaction records.')).toBeVisible()
})

test('the totals of a chosen period are compared with the period of equal length before', async () => {
  window.history.replaceState(null, '', '/management/transactions?from=2026-11-08&to=2026-11-14')
  mockTransactionList()
  const requests = respond(getTransactionTotals, ({ url }) =>
    success({
      ...{ count: 3, refunded: 0, service_charges: 100, is_complete: true },
      paid: url.includes('from=2026-11-01&to=2026-11-07') ? 4_000 : 9_200,
    }),
  )
  render(<Transactions {...page} />)
  const totals = await screen.findByRole('region', { name: 'Totals of this list' })
  await waitFor(() => expect(totals).toHaveTextContent('Paid₦9,200.00Previously: ₦4,000.00'))
  expect(totals).toHaveTextContent('Previous period: 1 Nov 2026 to 7 Nov 2026.')
  expect(requests).toHaveLength(2)
})

test('the date heading sorts the list by keyboard, and announces the direction', async () => {
  const requests = mockTransactionList()
  const totals = respond(getTransactionTotals, () =>
    success({ count: 3, paid: 9_200, refunded: 2_100, service_charges: 100, is_complete: true }),
  )
  const { container } = render(<Transactions {...page} />)
  const heading = await screen.findByRole('columnheader', { name: 'Date' })
  expect(heading).toHaveAttribute('aria-sort', 'descending')
  within(heading).getByRole('button', { name: 'Date' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(requests.at(-1)?.url).toContain('sort=oldest'))
  expect(window.location.search).toBe('?sort=oldest')
  expect(await screen.findByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await accessibilityViolations(container)).toEqual([])
  expect(totals).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Sort: Oldest first' }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending'),
  )
})

test('filters are behind a button with the number of those that are set, and a long reference is copied in full', async () => {
  window.history.replaceState(null, '', '/management/transactions?type=top_up&from=2026-11-08')
  const reference = 'SW-D16F874DE874BBB3CC3CCC87B64A68'
  respond(getManagedTransactions, () => success({ list: [{ ...topUp, reference }], next: null }))
  render(<Transactions {...page} />)
  const button = screen.getByRole('button', { name: 'Search and filters (2)' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const copy = await screen.findByRole('button', { name: 'Copy SW-D16F8…B64A68' })
  expect(copy).toHaveTextContent('SW-D16F8…B64A68')
  expect(copy).toHaveAttribute('title', reference)
})
