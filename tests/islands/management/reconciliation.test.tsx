// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { BreakButtons, BreakDialog, type BreakSelection } from '../../../islands/management/break-actions.tsx'
import Reconciliation from '../../../islands/management/reconciliation.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getUserChoices } from '../../../shared/management/users.ts'
import {
  creditUnallocatedFunds,
  getReconciliation,
  type ReconciliationBreak,
  resolveBreak,
  returnUnallocatedFunds,
} from '../../../shared/operations.ts'
import { verifyPin } from '../../../shared/security.ts'
import { mockApi, pending, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const unallocatedBreak = (overrides: Partial<ReconciliationBreak> = {}): ReconciliationBreak => ({
  id: '7',
  kind: 'unallocated_funds',
  subject: 'MNFY-1',
  order_reference: null,
  our_amount: 2_000,
  provider_amount: null,
  note: 'Transfer MNFY-1 at monnify: paid into an unknown virtual account; held as unallocated funds.',
  owner: 'operations',
  since: '2026-11-21T10:00:00.000Z',
  age_hours: 2,
  resolved_at: null,
  resolution: null,
  allowed_actions: ['credit', 'return', 'explain'],
  return_methods: ['gateway', 'transfer'],
  ...overrides,
})
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const typeInto = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
let done = 0
function Line({ item }: { item: ReconciliationBreak }) {
  const [selection, setSelection] = useState<BreakSelection | null>(null)
  const close = () => setSelection(null)
  const finish = () => {
    done += 1
    close()
  }
  return (
    <>
      <BreakButtons item={item} onChoose={setSelection} />
      {selection && <BreakDialog {...selection} onClose={close} onDone={finish} />}
    </>
  )
}
const renderBreak = (item = unallocatedBreak()) => {
  done = 0
  respond(verifyPin, () => success({}))
  render(<Line item={item} />)
}
async function enterPin() {
  await typeInto('Your 6-digit PIN', '246810')
  await press('Verify Pin')
}
/** The submit button of the dialog, which has the same name as the button that opened it. */
const submit = () => screen.getAllByRole('button').find((button) => button.getAttribute('type') === 'submit')!

test('a manager credits unallocated funds to a user with a reason and the PIN', async () => {
  respond(getUserChoices, () =>
    success([{ uniqueid: 'ada', id: 'ada', name: 'Ada Okafor', email: 'ada@example.com', picture: null }]),
  )
  const requests = respond(creditUnallocatedFunds, () => success({}, 'The wallet was credited.'))
  renderBreak()
  await press('Credit')
  await typeInto('Reason', 'She telephoned')
  expect(submit()).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: /Select a User/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ada Okafor/ }))
  await userEvent.click(submit())
  await enterPin()
  await waitForToast('The wallet was credited.')
  expect(requests).toMatchObject([
    {
      url: expect.stringContaining('/management/reconciliation/7/credit'),
      body: { auth_pin: '246810', reason: 'She telephoned', user_id: 'ada' },
    },
  ])
  expect(requests[0]?.headers.get('idempotency-key')).toBeTruthy()
  expect(done).toBe(1)
})

test('unallocated funds are returned through the gateway or by transfer; a large amount needs approval', async () => {
  const requests = respond(returnUnallocatedFunds, (_, index) =>
    index === 0 ? success({}, 'Refund started.') : pending('It waits for one.', {}),
  )
  renderBreak()
  await press('Return')
  await typeInto('Reason', 'Sent by mistake')
  await userEvent.click(submit())
  await enterPin()
  await waitForToast('Refund started.')
  await press('Return')
  await typeInto('Reason', 'Sent by mistake')
  await typeInto('Reference of the bank transfer', 'NIP-1')
  await userEvent.click(submit())
  await enterPin()
  await waitForToast('It waits for one.')
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '246810', reason: 'Sent by mistake' },
    { auth_pin: '246810', reason: 'Sent by mistake', bank_reference: 'NIP-1' },
  ])
})

test('funds the gateway could not return require a bank transfer reference', async () => {
  renderBreak(unallocatedBreak({ return_methods: ['transfer'] }))
  await press('Return')
  await typeInto('Reason', 'The bank refused it')
  expect(submit()).toBeDisabled()
  await typeInto('Reference of the bank transfer', 'NIP-2')
  expect(submit()).toBeEnabled()
})

test('a manager resolves other breaks with an explanation', async () => {
  const requests = respond(resolveBreak, () => success({}, 'Difference resolved.'))
  renderBreak(unallocatedBreak({ kind: 'float', allowed_actions: ['explain'], return_methods: [] }))
  expect(screen.queryByRole('button', { name: 'Credit' })).toBeNull()
  await press('Explain')
  await typeInto('Explanation', 'Their statement was late')
  await userEvent.click(submit())
  await enterPin()
  await waitForToast('Difference resolved.')
  expect(requests.map(({ body }) => body)).toEqual([
    { auth_pin: '246810', reason: 'Their statement was late' },
  ])
})

test('the link of the menu lists unallocated funds only, and a link shows every difference', async () => {
  const search = '?kind=unallocated_funds'
  window.history.replaceState(null, '', `/management/reconciliation${search}`)
  respond(getManagementOverview, () => success(overview({ open_unallocated_funds: 1 })))
  respond(getApprovals, () => success([]))
  const requests = respond(getReconciliation, () =>
    success({ list: [unallocatedBreak()], next: null, daily_metrics: [] }),
  )
  render(
    <Reconciliation
      signedIn
      simulated={false}
      brandName="Sanwo"
      note={null}
      helpUrl="/help"
      search={search}
    />,
  )
  expect(await screen.findByRole('heading', { name: 'Unallocated funds' })).toBeVisible()
  expect(requests[0]?.url).toContain('kind=unallocated_funds')
  expect(screen.getByRole('link', { name: 'Show all differences' })).toHaveAttribute(
    'href',
    '/management/reconciliation',
  )
})
