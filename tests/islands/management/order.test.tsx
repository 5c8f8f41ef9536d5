// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import Order from '../../../islands/management/order.tsx'
import type { DataOf } from '../../../shared/contract.ts'
import { getManagedOrder } from '../../../shared/management/orders.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const reference = 'ABCDEFGH2345'
const at = '2026-11-21T10:00:00.000Z'
const orderPage = (
  overrides: Partial<DataOf<typeof getManagedOrder>> = {},
): DataOf<typeof getManagedOrder> => ({
  order: {
    ...{ reference, service: 'power', title: 'Ikeja Electric', number: '45021155555', state: 'delivered' },
    ...{ customer_name: 'CHIOMA ADE', phone_number: '08031234567', email: null, user: null, review: null },
    ...{ amount: 2_000, service_charge: 100, total_amount: 2_100, payer: 'paystack', vendor: 'vtpass' },
    ...{ payment_reference: 'SNW-1', created_at: at, recorded: false },
  },
  money: { status: 'spent', message: 'Delivered. ₦2,100.00 charged.' },
  needs_account: false,
  steps: [
    { state: 'paid', at },
    { state: 'vending', at },
    { state: 'delivered', at },
  ],
  timeline: [],
  tickets: [],
  review: null,
  payments: [],
  notes: [],
  operations: null,
  delivery: null,
  delivered_actions: [],
  goodwill_limit: null,
  goodwill_gateway_limit: null,
  goodwill_paid: 0,
  ...overrides,
})
async function renderOrder(data: DataOf<typeof getManagedOrder>) {
  respond(getManagementOverview, () => success(overview()))
  respond(getManagedOrder, () => success(data))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  const { container } = render(<Order {...page} reference={reference} />)
  await screen.findByRole('region', { name: 'The order' })
  return container
}

test('the status of an order is next to its title, in its money line and in its timeline', async () => {
  const container = await renderOrder(orderPage())
  expect(within(screen.getByRole('banner')).getByText('Delivered')).toBeVisible()
  expect(screen.getAllByText(/Delivered/)).toHaveLength(3)
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getByText('Delivered')).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an unpaid order has no step in progress', async () => {
  const { order } = orderPage()
  await renderOrder(
    orderPage({
      order: { ...order, state: 'awaiting_payment' },
      money: { status: 'not_taken', message: 'No money was taken.' },
      steps: [
        { state: 'quoted', at },
        { state: 'awaiting_payment', at },
      ],
    }),
  )
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem')).toHaveLength(2)
  expect(timeline.queryByText(/Checking your payment/)).toBeNull()
})

test('a refund names its destination in the words that the customer sees', async () => {
  const message = 'Refund of ₦2,100.00 on the way.'
  await renderOrder(orderPage({ money: { status: 'returning', message } }))
  const view = within(screen.getByRole('region', { name: 'What the customer sees' }))
  expect(view.getByText(message)).toBeVisible()
})

test('a refund that needs a bank account has the same step as on the page of the customer', async () => {
  const { order } = orderPage()
  await renderOrder(
    orderPage({
      order: { ...order, state: 'refunding' },
      money: { status: 'returning', message: 'Add a bank account to get your refund.' },
      needs_account: true,
      steps: [{ state: 'refunding', at }],
    }),
  )
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getByText('Add bank account for refund')).toBeVisible()
  expect(timeline.queryByText('Your refund is on its way')).toBeNull()
})

test('a refund that waits for a dispute is not shown as on its way', async () => {
  const { order } = orderPage()
  await renderOrder(
    orderPage({
      order: { ...order, state: 'refunding' },
      money: { status: 'returning', message: 'Our refund waits for the decision of your bank.' },
      refund_held: true,
      steps: [{ state: 'refunding', at }],
    }),
  )
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getByText('Waiting for the decision of your bank')).toBeVisible()
  expect(timeline.queryByText('Your refund is on its way')).toBeNull()
})

test('the details name the vendor’s reference and the units of the delivery', async () => {
  await renderOrder(orderPage({ delivery: { vendor_reference: 'VT-20261121', units: '28.4' } }))
  const details = within(screen.getByRole('region', { name: 'The order' }))
  expect(details.getByText('VT-20261121')).toBeVisible()
  expect(details.getByText('28.4 kWh')).toBeVisible()
})

test('an open dispute is next to the title', async () => {
  const payment = {
    ...{ reference: 'SNW-1', gateway: 'paystack' as const, status: 'paid' as const, amount: 2_100 },
    ...{ currency: 'NGN', created_at: at, pays_order: true, refund: null },
  }
  const dispute = { amount: 2_100, evidence_due_at: null, overdue: false }
  await renderOrder(orderPage({ payments: [{ ...payment, dispute: { ...dispute, state: 'open' } }] }))
  expect(within(screen.getByRole('banner')).getByText('Disputed')).toBeVisible()
  expect(within(screen.getByRole('banner')).getByText('Delivered')).toBeVisible()
})

test('an unknown order reference is reported, with a link to the search', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getManagedOrder, () => errorResponse(404, 'No record found'))
  const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' }
  render(<Order {...page} reference={reference} />)
  expect(await screen.findByText(`There is no order ${reference}.`)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search transactions' })).toHaveAttribute(
    'href',
    '/management/transactions',
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.queryByText(/No record found/)).toBeNull()
})
