// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ReviewActions } from '../../../islands/management/review-actions.tsx'
import type { Review } from '../../../shared/operations.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const review = (overrides: Partial<Review> = {}): Review => ({
  reference: 'ABCDEFGH2345',
  service: 'power',
  state: 'vending',
  reason: 'overdue',
  message: 'Paid over 30 minutes ago, not delivered or refunded.',
  since: '2026-11-21T10:00:00.000Z',
  due_at: '2026-11-22T10:00:00.000Z',
  late: false,
  number: '45021155555',
  total_amount: 2_100,
  vendor: 'vtpass',
  attempt: null,
  refund: null,
  refund_risk: null,
  refund_preview: null,
  allowed_actions: ['requery', 'refund'],
  ...overrides,
})
const openRefundDialog = async (overrides: Partial<Review>) => {
  render(<ReviewActions review={review(overrides)} onDone={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  return screen.getByRole('dialog')
}

test('the refund dialog shows the possible loss while the vendor’s outcome is unknown', async () => {
  const dialog = await openRefundDialog({ refund_risk: { type: 'vendor_may_deliver', amount: 2_000 } })
  expect(dialog).toHaveTextContent(
    'If it delivers after the refund, we lose ₦2,000.00. A second manager must approve.',
  )
})

test('the refund dialog shows the possible loss of a second refund while the outcome of the first is unknown', async () => {
  const dialog = await openRefundDialog({ refund_risk: { type: 'gateway_may_refund', amount: 2_100 } })
  expect(dialog).toHaveTextContent('If it did, paying it again costs us ₦2,100.00.')
})

test('a refund with a known outcome shows no risk, and focuses the reason', async () => {
  expect(await openRefundDialog({})).not.toHaveTextContent('second manager')
  expect(screen.getByLabelText('Reason')).toHaveFocus()
})

const stoppedRefund = {
  payment_reference: 'SW-1',
  gateway: 'paystack',
  state: 'needs_attention',
  reason: null,
  amount: 2_100,
}

test('the refund of a guest without a bank account requires the reference of a transfer, and offers no wallet', async () => {
  const dialog = await openRefundDialog({
    refund: stoppedRefund,
    refund_preview: { amount: 2_100, customer: 'ADA OKAFOR', method: 'transfer', gateway: null },
  })
  expect(dialog).toHaveTextContent('This customer has no wallet.')
  expect(dialog).not.toHaveTextContent('refund to the wallet')
  const refund = within(dialog).getByRole('button', { name: 'Refund' })
  await userEvent.type(screen.getByLabelText('Reason'), 'The gateway cannot refund the card')
  expect(refund).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Reference of the bank transfer'), 'FT-20261127-01')
  expect(refund).toBeEnabled()
})

test('the refund of a customer with a wallet goes to the wallet unless a transfer is named', async () => {
  const dialog = await openRefundDialog({
    refund: stoppedRefund,
    refund_preview: { amount: 2_100, customer: 'ADA OKAFOR', method: 'wallet', gateway: null },
  })
  expect(dialog).toHaveTextContent('Leave empty to refund to the wallet.')
  await userEvent.type(screen.getByLabelText('Reason'), 'The gateway cannot refund the card')
  expect(within(dialog).getByRole('button', { name: 'Refund' })).toBeEnabled()
})

test('the recommended action is the primary one, and an action that cannot be undone is marked', () => {
  render(
    <ReviewActions
      review={review({ allowed_actions: ['deliver', 'refund', 'requery'] })}
      onDone={() => {}}
    />,
  )
  expect(
    screen.getAllByRole('button').map(({ textContent, className }) => [textContent, className.trim()]),
  ).toEqual([
    ['Requery', 'btn btn-primary'],
    ['Refund', 'btn btn-plain btn-destructive'],
    ['Mark delivered', 'btn btn-plain'],
  ])
})

test('when a refund needs attention, another refund is recommended instead of a requery', () => {
  render(<ReviewActions review={review({ state: 'refunding', refund: stoppedRefund })} onDone={() => {}} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Refund', 'Requery'])
})
