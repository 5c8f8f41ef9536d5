// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ReviewActions } from '../../../islands/management/review-actions.tsx'
import type { Review } from '../../../shared/operations.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const review = (over: Partial<Review> = {}): Review => ({
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
  ...over,
})
const opens = async (over: Partial<Review>) => {
  render(<ReviewActions review={review(over)} onDone={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }))
  return screen.getByRole('dialog')
}

test('the refund dialog shows the possible loss while the vendor’s outcome is unknown', async () => {
  const dialog = await opens({ refund_risk: { type: 'vendor_may_deliver', amount: 2_000 } })
  expect(dialog).toHaveTextContent(
    'If it delivers after the refund, we lose ₦2,000.00. A second manager must approve.',
  )
})

test('the refund dialog shows the possible loss of repeating a refund with an unknown outcome', async () => {
  const dialog = await opens({ refund_risk: { type: 'gateway_may_refund', amount: 2_100 } })
  expect(dialog).toHaveTextContent('If it did, paying it again costs us ₦2,100.00.')
})

test('a refund with a known outcome shows no risk', async () => {
  expect(await opens({})).not.toHaveTextContent('second manager')
})
