// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Tickets from '../../../islands/management/tickets.tsx'
import {
  getManagedTickets,
  getManagementOverview,
  type ManagedTicket,
  replyToTicket,
} from '../../../shared/management/overview.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const ticket: ManagedTicket = {
  number: 'T-7K4M2QXA',
  order_reference: 'ABCDEFGH2345',
  service: 'power',
  message: 'The token says used.',
  answer: null,
  state: 'open',
  created_at: '2026-11-21T10:00:00.000Z',
  answered_at: null,
  reporter: { name: 'Ada Okafor', uniqueid: 'ADA2345', email: 'ada@example.com' },
  language: 'en',
  due_at: '2026-11-24T10:00:00.000Z',
  late: false,
}
function showTickets(search: string) {
  window.history.replaceState(null, '', `/management/tickets${search}`)
  respond(getManagementOverview, () => success(overview()))
  return render(<Tickets signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
}

test('a single ticket leads to its reporter, its order and all tickets', async () => {
  const requests = respond(getManagedTickets, () => success({ list: [ticket], next: null }))
  const { container } = showTickets('?state=open&number=T-7K4M2QXA')
  expect(await screen.findByRole('heading', { name: 'T-7K4M2QXA' })).toBeVisible()
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(addressOf('Ada Okafor (ada@example.com)')).toBe('/management/users/ADA2345')
  expect(addressOf('ABCDEFGH2345')).toBe('/management/transactions/ABCDEFGH2345')
  expect(screen.queryByLabelText('Status')).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show all tickets' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(new URL(requests[1]?.url ?? '').search).toBe('?state=open')
  expect(screen.getByLabelText('Status')).toHaveValue('open')
})

test('an unknown ticket number is reported', async () => {
  respond(getManagedTickets, () => success({ list: [], next: null }))
  showTickets('?number=T-ZZZZZZZZ')
  expect(await screen.findByText('There is no ticket T-ZZZZZZZZ.')).toBeVisible()
})

test('open tickets are rows; a row opens the ticket, whose reply is sent and removes it from the list', async () => {
  const lists = [[ticket, { ...ticket, number: 'T-2VYZTXNE', late: true }], []]
  respond(getManagedTickets, () => success({ list: lists.shift() ?? [], next: null }))
  const replies = respond(replyToTicket, () => success({ ...ticket, state: 'answered' as const }))
  const { container } = showTickets('')
  const row = await screen.findByRole('row', { name: /T-7K4M2QXA/ })
  expect(within(row).getByRole('link', { name: 'ABCDEFGH2345' })).toBeVisible()
  expect(within(screen.getByRole('row', { name: /T-2VYZTXNE/ })).getByText('Late')).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(within(row).getByRole('button', { name: 'Reply to T-7K4M2QXA' }))
  const panel = screen.getByRole('dialog', { name: 'T-7K4M2QXA' })
  expect(within(panel).getByLabelText('Reply')).toHaveFocus()
  await userEvent.type(within(panel).getByLabelText('Reply'), 'Please check the display.')
  await userEvent.click(within(panel).getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('No tickets with this status.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(replies).toHaveLength(1)
})
