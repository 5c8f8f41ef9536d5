// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OrderActions } from '../../../islands/management/order-actions/actions.tsx'
import { OrderNotes } from '../../../islands/management/order-actions/notes.tsx'
import { OrderPayments } from '../../../islands/management/order-actions/payments.tsx'
import { OrderTickets } from '../../../islands/management/order-actions/tickets.tsx'
import type { DataOf } from '../../../shared/contract.ts'
import {
  addOrderNote,
  payGoodwill,
  resendDelivery,
  showOrderCodes,
} from '../../../shared/management/order-actions.ts'
import type { getManagedOrder, ManagedOrder, ManagedPayment } from '../../../shared/management/orders.ts'
import { verifyPin } from '../../../shared/security.ts'
import { mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const reference = 'ABCDEFGH2345'
const order = (overrides: Partial<ManagedOrder> = {}): ManagedOrder => ({
  reference,
  service: 'power',
  title: 'Ikeja Electric',
  number: '45021155555',
  customer_name: 'CHIOMA ADE',
  phone_number: '08031234567',
  email: 'chioma@example.com',
  user: null,
  state: 'delivered',
  review: null,
  amount: 2_000,
  service_charge: 100,
  total_amount: 2_100,
  payer: 'paystack',
  payment_reference: 'SNW-1',
  vendor: 'vtpass',
  created_at: '2026-11-21T10:00:00.000Z',
  recorded: false,
  ...overrides,
})
const page = (overrides: Partial<DataOf<typeof getManagedOrder>> = {}): DataOf<typeof getManagedOrder> => ({
  order: order(),
  money: { status: 'spent', message: 'Delivered.' },
  needs_account: false,
  steps: [],
  timeline: [],
  tickets: [],
  review: null,
  payments: [],
  notes: [],
  operations: null,
  delivery: null,
  delivered_actions: ['show_codes', 'resend'],
  goodwill_limit: null,
  goodwill_gateway_limit: null,
  goodwill_paid: 0,
  ...overrides,
})
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function enterPin() {
  respond(verifyPin, () => success({}))
  await userEvent.type(screen.getByLabelText('Your 6-digit PIN'), '246810')
  await press('Verify Pin')
}

test('the token is shown after the PIN, with a link that sends it by WhatsApp, and is removed when the dialog closes', async () => {
  const requests = respond(showOrderCodes, () =>
    success({
      codes: [{ label: 'Token', code: '12345678901234567890' }],
      units: '34.5',
      whatsapp_url: 'https://wa.me/2348031234567?text=token',
    }),
  )
  const { container } = render(<OrderActions page={page()} onDone={() => {}} />)
  expect(await accessibilityViolations(container)).toEqual([])
  await press('Show token')
  await enterPin()
  const dialog = await screen.findByRole('dialog', { name: `Order ${reference}` })
  expect(dialog).toHaveTextContent('1234 5678 9012 3456 7890')
  expect(within(dialog).getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/2348031234567?text=token',
  )
  expect(requests.map(({ body }) => body)).toEqual([{ auth_pin: '246810' }])
  await press('Close')
  expect(document.body).not.toHaveTextContent('1234 5678')
})

test('the message is sent again, to another phone for this message only', async () => {
  const requests = respond(resendDelivery, () => success({ channel: 'sms' }, 'The SMS is on its way.'))
  render(<OrderActions page={page()} onDone={() => {}} />)
  await press('Send again')
  expect(screen.getByRole('radio', { name: /SMS/ })).toBeChecked()
  await userEvent.type(screen.getByLabelText('Another phone number'), '08031110003')
  await press('Send')
  await enterPin()
  await waitForToast('The SMS is on its way.')
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '246810', channel: 'sms', phone_number: '08031110003' },
  ])
  expect(requests[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('an e-mail goes to the address of the order, and an order without one offers SMS only', async () => {
  const requests = respond(resendDelivery, () => success({ channel: 'email' }, 'Sent.'))
  const { unmount } = render(<OrderActions page={page()} onDone={() => {}} />)
  await press('Send again')
  await userEvent.click(screen.getByRole('radio', { name: /E-mail/ }))
  expect(screen.queryByLabelText('Another phone number')).toBeNull()
  await press('Send')
  await enterPin()
  await waitForToast('Sent.')
  expect(requests.map(({ body }) => body)).toEqual([{ auth_pin: '246810', channel: 'email' }])
  unmount()
  render(<OrderActions page={page({ order: order({ email: null }) })} onDone={() => {}} />)
  await press('Send again')
  expect(screen.queryByRole('radio', { name: /E-mail/ })).toBeNull()
})

test('the refund dialog of the order page names amount, customer and method', async () => {
  const operations = {
    reference,
    service: 'power' as const,
    refund: null,
    refund_risk: null,
    refund_preview: {
      amount: 2_100,
      customer: 'CHIOMA ADE',
      method: 'gateway' as const,
      gateway: 'paystack' as const,
    },
    allowed_actions: ['requery' as const, 'refund' as const],
    unavailable_actions: [],
  }
  render(<OrderActions page={page({ operations, delivered_actions: [] })} onDone={() => {}} />)
  await press('Refund')
  expect(screen.getByRole('dialog')).toHaveTextContent('Refunds ₦2,100.00 to CHIOMA ADE through Paystack.')
})

test('actions that are not available are named in one line with the reason that they share', async () => {
  const operations = {
    ...{ reference, service: 'power' as const, refund: null, refund_risk: null, refund_preview: null },
    allowed_actions: [],
    unavailable_actions: (['requery', 'deliver', 'refund'] as const).map((action) => ({
      action,
      message: 'The order is delivered.',
    })),
  }
  const { container } = render(
    <OrderActions page={page({ operations, delivered_actions: [] })} onDone={() => {}} />,
  )
  expect(
    screen.getByText('Not available: Requery, Mark delivered, Refund. The order is delivered.'),
  ).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('goodwill that is not available is named with the reason', () => {
  const operations = {
    ...{ reference, service: 'power' as const, refund: null, refund_risk: null, refund_preview: null },
    allowed_actions: [],
    unavailable_actions: [{ action: 'goodwill' as const, message: 'The payment is disputed.' }],
  }
  render(<OrderActions page={page({ operations })} onDone={() => {}} />)
  expect(screen.getByText('Not available: Pay goodwill. The payment is disputed.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pay goodwill' })).toBeNull()
})

test('an order that its vendor may still deliver states what a refund requires', () => {
  const operations = {
    ...{ reference, service: 'power' as const, refund: null, refund_preview: null },
    refund_risk: { type: 'vendor_may_deliver' as const, amount: 2_000 },
    allowed_actions: ['requery' as const, 'deliver' as const, 'refund' as const],
    unavailable_actions: [],
  }
  render(<OrderActions page={page({ operations, delivered_actions: [] })} onDone={() => {}} />)
  expect(screen.getByText(/The vendor may still deliver. Requery first/)).toBeVisible()
})

test('goodwill needs an amount, a reason and the PIN; the dialog names the customer and the most that can be paid', async () => {
  const requests = respond(payGoodwill, () => success({}, 'The wallet was credited.'))
  const user = { uniqueid: 'u-1', name: 'Ada Okafor' }
  render(<OrderActions page={page({ order: order({ user }), goodwill_limit: 2_100 })} onDone={() => {}} />)
  await press('Pay goodwill')
  expect(screen.getByRole('dialog')).toHaveTextContent('Pays Ada Okafor from our own money.')
  expect(screen.getByRole('dialog')).toHaveTextContent('At most ₦2,100.00.')
  await userEvent.type(screen.getByLabelText('Amount'), '1,500')
  expect(screen.getByRole('button', { name: 'Pay' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Reason'), 'Wrong meter')
  await press('Pay')
  await enterPin()
  await waitForToast('The wallet was credited.')
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '246810', amount: '1500', reason: 'Wrong meter', method: 'wallet' },
  ])
})

test('a guest has no wallet: goodwill goes through the gateway, up to its own limit', async () => {
  const requests = respond(payGoodwill, () => success({}, 'The refund was started.'))
  render(<OrderActions page={page({ goodwill_gateway_limit: 900 })} onDone={() => {}} />)
  await press('Pay goodwill')
  expect(screen.getByRole('dialog')).toHaveTextContent('At most ₦900.00.')
  expect(screen.queryByRole('radio', { name: /Into the wallet/ })).not.toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Amount'), '500')
  await userEvent.type(screen.getByLabelText('Reason'), 'Late')
  await press('Pay')
  await enterPin()
  await waitForToast('The refund was started.')
  expect(requests.map(({ body }) => body)).toMatchObject([{ amount: '500', method: 'gateway' }])
})

test('earlier goodwill is named next to the actions', () => {
  const { rerender } = render(<OrderActions page={page({ goodwill_paid: 1_500 })} onDone={() => {}} />)
  expect(screen.getByText('Goodwill so far: ₦1,500.00.')).toBeVisible()
  rerender(<OrderActions page={page()} onDone={() => {}} />)
  expect(screen.queryByText(/Goodwill so far/)).toBeNull()
})

test('an order without actions has no empty section', () => {
  const { container } = render(<OrderActions page={page({ delivered_actions: [] })} onDone={() => {}} />)
  expect(container).toBeEmptyDOMElement()
})

const payment = (overrides: Partial<ManagedPayment> = {}): ManagedPayment => ({
  reference: 'SNW-1',
  gateway: 'paystack',
  status: 'paid',
  amount: 2_100,
  currency: 'NGN',
  created_at: '2026-11-21T10:00:00.000Z',
  pays_order: true,
  refund: null,
  dispute: null,
  ...overrides,
})

test('of two payments the paying one is marked, and the other shows its refund', async () => {
  const { container } = render(
    <OrderPayments
      payments={[
        payment(),
        payment({
          reference: 'SNW-2',
          gateway: 'flutterwave',
          pays_order: false,
          refund: { status: 'in_progress', amount: 2_100, currency: 'NGN' },
        }),
      ]}
    />,
  )
  const rowOf = (text: string) => screen.getByRole('cell', { name: text }).closest('tr')
  expect(rowOf('SNW-1')).toHaveTextContent('Paid for this order')
  expect(rowOf('SNW-2')).toHaveTextContent('Refund in progress')
  expect(rowOf('SNW-2')).not.toHaveTextContent('Paid for this order')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an open dispute of a payment is named with its amount, its deadline and the way to respond', async () => {
  const dispute = {
    state: 'open' as const,
    amount: 2_100,
    evidence_due_at: '2026-11-12T17:32:00.000Z',
    overdue: true,
  }
  const { container, rerender } = render(<OrderPayments payments={[payment({ dispute })]} />)
  expect(screen.getByText('Disputed')).toBeVisible()
  expect(screen.getByText(/^Deadline missed/)).toBeVisible()
  expect(container).toHaveTextContent(
    "The payer's bank disputes ₦2,100.00. The deadline for evidence is 12 Nov 2026",
  )
  expect(screen.getByRole('link', { name: 'Open disputes' })).toHaveAttribute(
    'href',
    '/management/money?section=disputes',
  )
  expect(await accessibilityViolations(container)).toEqual([])
  rerender(
    <OrderPayments
      payments={[payment({ dispute: { ...dispute, evidence_due_at: null, overdue: false } })]}
    />,
  )
  expect(container).toHaveTextContent('The gateway gave no deadline.')
  rerender(<OrderPayments payments={[payment({ dispute: { ...dispute, state: 'lost' } })]} />)
  expect(screen.getByText('Dispute lost')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open disputes' })).toBeNull()
})

test('a note is added once, and the field is empty again', async () => {
  const requests = respond(addOrderNote, () =>
    success({ at: '2026-11-21T10:00:00.000Z', author: 'Musa', text: 'Called' }, 'Note added.'),
  )
  render(<OrderNotes reference={reference} notes={[]} onDone={() => {}} />)
  expect(screen.getByText('No notes yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add note' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('New note'), 'Called')
  await press('Add note')
  await waitForToast('Note added.')
  expect(requests.map(({ body }) => body)).toEqual([{ text: 'Called' }])
  expect(screen.getByLabelText('New note')).toHaveValue('')
})

test('each ticket of the order is a link with its status', () => {
  render(<OrderTickets tickets={[{ number: 'T-7K4M2QXA', state: 'answered' }]} />)
  expect(screen.getByRole('link', { name: 'Ticket T-7K4M2QXA' })).toHaveAttribute(
    'href',
    '/management/tickets?state=answered&number=T-7K4M2QXA',
  )
  expect(screen.getByText('Replied')).toBeVisible()
})
