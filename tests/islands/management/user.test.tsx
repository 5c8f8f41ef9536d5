// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import User from '../../../islands/management/user.tsx'
import { getManagedOrders } from '../../../shared/management/orders.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { blockUser, requestUserScopes } from '../../../shared/management/user-actions.ts'
import { addUserNote, getUserNotes } from '../../../shared/management/user-records.ts'
import { getUserDetails, type UserDetails } from '../../../shared/management/users.ts'
import { type ManagerScope, scopes } from '../../../shared/scopes.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, pending, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const ada: UserDetails = {
  ...{ uniqueid: 'ADA234567890', id: 'ADA234567890', name: 'Ada Okafor', email: 'ada@example.com' },
  ...{
    picture: null,
    phone: '+2348030000001',
    role: 'user',
    scopes: [],
    email_verified: true,
    is_company: false,
  },
  ...{ company_name: null, has_pin: true, blocked: null, closed_at: null, is_own: false },
  ...{ created_at: '2026-11-21T10:00:00.000Z', wallet_balance: 5_000, wallet_held: 0, bonus: 0 },
  ...{ orders: 2, spent: 4_200 },
  record_counts: { orders: 12, cards: 0, meters: 1, tickets: 2, notes: 0 },
}

function openPage(overrides: Partial<UserDetails> = {}, owned: readonly ManagerScope[] = scopes) {
  respond(getManagementOverview, () => success(overview()))
  respond(getManagedOrders, () => success({ list: [], next: null }))
  const reads = respond(getUserDetails, () => success({ ...ada, ...overrides }))
  render(
    <User
      uniqueid={ada.uniqueid}
      note={null}
      brandName="Sanwo"
      helpUrl="/help"
      scopes={owned}
      signedIn
      simulated
    />,
  )
  return reads
}

test('blocking an account requires a reason and the PIN, and states what happens to the balance', async () => {
  openPage()
  respond(verifyPin, () => success({}))
  const blocked = respond(blockUser, () => success({}, 'The account is blocked.'))
  await userEvent.click(await screen.findByRole('button', { name: 'Block account' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('The wallet keeps its money.')
  await userEvent.type(screen.getByLabelText(/Reason/), 'Stolen phone')
  await userEvent.click(screen.getAllByRole('button', { name: 'Block account' }).at(-1) ?? dialog)
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
  await waitForToast('The account is blocked.')
  expect(blocked.map(({ body }) => body)).toEqual([{ auth_pin: '274916', reason: 'Stolen phone' }])
})

test('an unknown user is reported by the page, without a toast', async () => {
  openPage()
  respond(getUserDetails, () => errorResponse(404, 'No record found'))
  const orders = respond(getManagedOrders, () => errorResponse(404, 'No record found'))
  expect(await screen.findByRole('link', { name: 'Search users' })).toBeVisible()
  await screen.findByText(/Couldn't load this page/)
  expect(orders).toHaveLength(1)
  expect(screen.queryByText(/No record found/)).toBeNull()
})

test('the tabs say how many records each list has', async () => {
  openPage()
  expect(await screen.findByRole('tab', { name: 'Orders 12' })).toBeVisible()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim())).toEqual([
    ...['Orders 12', 'Wallet history', 'Saved cards 0', 'Meters and smartcards 1', 'Tickets 2', 'Notes 0'],
    'Sessions',
  ])
})

test('a blocked account shows since when and why it is blocked, and offers to unblock it', async () => {
  openPage({ blocked: { at: '2026-11-21T10:00:00.000Z', reason: 'Stolen phone' } })
  expect(await screen.findByText(/Blocked since/)).toHaveTextContent('Stolen phone. The user cannot sign in.')
  expect(screen.getByRole('button', { name: 'Unblock account' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Block account' })).toBeNull()
})

test('the own account offers no action', async () => {
  openPage({ is_own: true })
  expect(await screen.findByText(/your own account/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Block account' })).toBeNull()
})

test('records are read when their tab is opened, and a note is added', async () => {
  openPage()
  const reads = respond(getUserNotes, () => success({ list: [], next: null }))
  const added = respond(addUserNote, () =>
    success({ id: '1', author: 'Musa', text: 'Called', at: '2026-11-21T10:00:00.000Z' }, 'Added.'),
  )
  await screen.findByRole('button', { name: 'Block account' })
  expect(reads).toHaveLength(0)
  await userEvent.click(screen.getByRole('tab', { name: /^Notes/ }))
  await userEvent.type(await screen.findByLabelText('New note'), 'Called')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitForToast('Added.')
  expect(added.map(({ body }) => body)).toEqual([{ text: 'Called' }])
})

test('a manager sees the tabs and actions of their scopes only', async () => {
  openPage({}, ['operations'])
  expect(await screen.findByRole('tab', { name: /^Orders/ })).toBeInTheDocument()
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /Block account|Change scopes/ })).toBeNull()
})

test('an admin requests other scopes with a reason and the PIN', async () => {
  openPage()
  respond(verifyPin, () => success({}))
  const requested = respond(requestUserScopes, () => pending('Approval pending.', {}))
  await userEvent.click(await screen.findByRole('button', { name: 'Change scopes' }))
  await userEvent.click(screen.getByRole('checkbox', { name: /Support/ }))
  await userEvent.type(screen.getByLabelText(/Reason/), 'New in the team')
  await userEvent.click(screen.getByRole('button', { name: 'Request change' }))
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
  await waitForToast('Approval pending.')
  expect(requested.map(({ body }) => body)).toEqual([
    { auth_pin: '274916', reason: 'New in the team', scopes: ['support'] },
  ])
})
