// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Users from '../../../islands/management/users.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getUsers } from '../../../shared/management/users.ts'
import { mockApi, success } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

test('the search of the address stays when Search is clicked without a change', async () => {
  window.history.replaceState(null, '', '/management/users?search=ada')
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  const requests = respond(getUsers, () => success({ list: [], next: null }))
  render(<Users signedIn simulated={false} brandName="Sanwo" note={null} helpUrl="/help" />)
  await waitFor(() => expect(requests).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(window.location.search).toBe('?search=ada')
  await userEvent.type(screen.getByRole('searchbox'), 'eze')
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(window.location.search).toBe('?search=adaeze'))
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the search and filters' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Clear the search and filters' })).toBeNull()
})
