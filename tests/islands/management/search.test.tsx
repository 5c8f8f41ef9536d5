// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { GlobalSearch } from '../../../islands/management/global-search.tsx'
import { navigate } from '../../../islands/purchase/navigate.ts'
import { type SearchResult, searchRecords } from '../../../shared/management/search.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const results: SearchResult[] = [
  {
    ...{ kind: 'order', key: 'ABCDEFGHJKLM', details: ['Ikeja Electric', '11000004321'] },
    ...{ order_reference: 'ABCDEFGHJKLM', created_at: '2026-11-21T10:00:00.000Z' },
  },
  {
    ...{ kind: 'user', key: 'ada', details: ['Ada Okafor', 'ada@example.com'] },
    ...{ order_reference: null, created_at: null },
  },
  { ...{ kind: 'meter', key: '11000004321', details: [] }, order_reference: null, created_at: null },
  {
    ...{ kind: 'ticket', key: 'T-7K4M2QXA', details: ['answered', 'The token is used.'] },
    ...{ order_reference: 'ABCDEFGHJKLM', created_at: '2026-11-21T10:00:00.000Z' },
  },
]
const field = () => screen.findByRole('combobox', { name: 'Reference, phone, meter, e-mail or name' })

test('the search opens by / and by Ctrl+K, not from a field, and gives the focus back', async () => {
  render(
    <>
      <input aria-label="Amount" />
      <GlobalSearch />
    </>,
  )
  await userEvent.click(screen.getByLabelText('Amount'))
  await userEvent.keyboard('/')
  expect(screen.getByLabelText('Amount')).toHaveValue('/')
  expect(screen.queryByRole('dialog')).toBeNull()
  for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
    await userEvent.keyboard(keys)
    expect(await field()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText('Amount')).toHaveFocus()
  }
  await userEvent.tab()
  await userEvent.keyboard('/')
  expect(await field()).toHaveValue('')
})

test('the keyboard alone chooses a result of any group and opens its page', async () => {
  const go = vi.spyOn(navigate, 'to').mockImplementation(() => {})
  const requests = respond(searchRecords, () => success(results))
  const { container } = render(<GlobalSearch />)
  await userEvent.click(screen.getByRole('button', { name: 'Search everything' }))
  await userEvent.type(await field(), '4321')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  expect(requests).toHaveLength(1)
  expect(screen.getByRole('status')).toHaveTextContent('4 results')
  expect(screen.getByRole('group', { name: 'Users' })).toHaveTextContent('Ada Okafor')
  const active = () =>
    document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')
  expect(active()).toHaveTextContent('ABCDEFGHJKLM')
  expect(active()).toHaveAttribute('aria-selected', 'true')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toHaveTextContent('ABCDEFGHJKLM')
  expect(go.mock.calls.map(([address]) => address)).toEqual([
    '/management/transactions/ABCDEFGHJKLM',
    '/management/users/ada',
    '/management/transactions?search=11000004321',
    '/management/tickets?state=answered&number=T-7K4M2QXA',
  ])
})

test('a short text sends no request, and an error is shown in the dialog', async () => {
  const requests = respond(searchRecords, () => errorResponse(503, 'Try again later.'))
  render(<GlobalSearch />)
  await userEvent.click(screen.getByRole('button', { name: 'Search everything' }))
  await userEvent.type(await field(), 'ab')
  expect(screen.getByRole('status')).toHaveTextContent('Type at least 3 letters or digits.')
  await userEvent.type(await field(), 'c')
  expect(await screen.findByText("Couldn't search. Please try again.")).toBeVisible()
  expect(requests).toHaveLength(1)
})
