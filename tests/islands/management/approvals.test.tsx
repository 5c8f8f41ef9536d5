// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Approvals, useApprovals } from '../../../islands/management/approvals.tsx'
import { type Approval, allApprovals, approve, reject } from '../../../shared/management/approvals.ts'
import { verifyPin } from '../../../shared/security.ts'
import { network, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()

const asked = (over: Partial<Approval> = {}): Approval => ({
  id: '5f0c2f0e-6a57-4a6e-9d5c-2f8f5b8f5b8f',
  kind: 'refund',
  state: 'waiting',
  amount: 6_100,
  subject: 'No token for two days',
  user: null,
  order_reference: 'ABCDEFGH2345',
  set_apart: null,
  asked_by: 'Musa Danjuma',
  asked_at: '2026-11-21T10:00:00.000Z',
  decided_by: null,
  decided_at: null,
  because: null,
  may_decide: true,
  ...over,
})
const Waiting = () => <Approvals asked={useApprovals('refund')} caption="Refunds" />
const enters = (pin: string) => userEvent.type(screen.getByLabelText('Your 6-digit PIN'), pin)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['Approve', approve, 'Approved.', {}],
  ['Reject', reject, 'Rejected.', { reason: 'Paid already' }],
] as const)('a second manager decides with the PIN: %s', async (name, call, says, more) => {
  const lists = answer(allApprovals, (_, at) =>
    success([at === 0 ? asked() : asked({ state: 'approved', may_decide: false, decided_by: 'Ngozi' })]),
  )
  answer(verifyPin, () => success({}))
  const decided = answer(call, () => success({}, says))
  render(<Waiting />)
  const row = within((await screen.findByRole('link', { name: 'ABCDEFGH2345' })).closest('tr') as HTMLElement)
  expect(row.getByText('₦6,100.00')).toBeVisible()
  await press(name)
  if ('reason' in more) {
    await userEvent.type(screen.getByLabelText('Why not (optional)'), more.reason)
    await press('Reject it')
  }
  expect(screen.getByLabelText('Your 6-digit PIN')).toHaveFocus()
  await enters('246810')
  await press('Verify Pin')
  await toasted(says)
  expect(decided.map(({ body }) => body)).toEqual([{ auth_pin: '246810', ...more }])
  await screen.findByText('Approved by Ngozi')
  expect(lists[0]?.url).toContain('kind=refund')
})

test('who asked sees that it waits for another, and has nothing to press', async () => {
  answer(allApprovals, () => success([asked({ may_decide: false })]))
  render(<Waiting />)
  await screen.findByText('Waits for another manager')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
