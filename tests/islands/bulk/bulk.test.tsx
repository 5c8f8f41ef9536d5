// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import BulkPurchases from '../../../islands/bulk/page.tsx'
import { checkBulkFile, getBulkPurchase, getBulkPurchases, startBulkPurchase } from '../../../shared/bulk.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import { bulkPurchase, bulkPurchasesPage } from '../support/account-pages.ts'
import { balance, profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))

async function uploadFile() {
  const { container } = render(<BulkPurchases {...bulkPurchasesPage()} />)
  await userEvent.upload(
    screen.getByLabelText('File'),
    new File(['service,number'], 'staff.csv', { type: 'text/csv' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
  return container
}

test('bulk purchases are available only to company accounts; a personal account is led to its beneficiaries', () => {
  render(<BulkPurchases {...bulkPurchasesPage({ profile: profile(), files: null })} />)
  expect(screen.getByText(/Bulk purchases are for company accounts/)).toBeVisible()
  expect(screen.getByText(/register a company account/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Buy for a beneficiary' })).toHaveAttribute(
    'href',
    '/account/beneficiaries',
  )
  expect(screen.queryByLabelText('File')).toBeNull()
})

test('a checked file shows its total and the error of each row', async () => {
  respond(checkBulkFile, () => success(bulkPurchase() as never))
  const container = await uploadFile()
  expect(await screen.findByText('This is not a phone number.')).toBeVisible()
  expect(screen.getByText('₦5,100.00', { selector: '.amount' })).toBeVisible()
  expect(screen.getByText(/1 invalid/)).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the confirmation lists purchases that another file has made since this one was checked', async () => {
  const repeated = { rows: 2, started_at: '2026-11-27T13:05:00.000Z' }
  respond(getBulkPurchase, () => success(bulkPurchase({ repeated }) as never))
  respond(checkBulkFile, () => success(bulkPurchase() as never))
  respond(getWalletBalance, () => success(balance()))
  await uploadFile()
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Start this file?' }))
  expect(
    await dialog.findByText(/^2 purchases of this file are also in a file that you started on/),
  ).toHaveTextContent('Starting buys them again.')
  expect(dialog.getByRole('button', { name: 'Pay ₦5,100.00 and start' })).toBeEnabled()
})

test('Start sends an idempotency key, and the file is polled until it is done', async () => {
  // Registered first, so that the others take precedence: its path also matches theirs.
  // The confirmation reads the file first.
  const states = ['ready', 'running'] as const
  respond(getBulkPurchase, (_, index) => success(bulkPurchase({ state: states[index] ?? 'done' }) as never))
  respond(checkBulkFile, () => success(bulkPurchase() as never))
  const startRequests = respond(startBulkPurchase, () =>
    success(bulkPurchase({ state: 'running' }) as never, 'They are being made.'),
  )
  await uploadFile()
  respond(getWalletBalance, () => success(balance()))
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Start this file?' }))
  expect(await dialog.findByText('₦12,500.00')).toBeVisible()
  expect(dialog.getByText('₦7,400.00')).toBeVisible()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Pay ₦5,100.00 and start' }))
  await waitForToast('They are being made.')
  expect(await screen.findByRole('progressbar')).toBeVisible()
  expect(startRequests).toHaveLength(1)
  expect(startRequests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(screen.getByText(/^Done: 2 rows/)).toBeVisible())
  expect(screen.getByRole('button', { name: 'Download results (CSV)' })).toBeVisible()
})

test('Start asks for the PIN when the server requires it, keeps the dialog open after a wrong one, and sends it', async () => {
  respond(getBulkPurchase, () => success(bulkPurchase({ state: 'running' }) as never))
  respond(checkBulkFile, () => success(bulkPurchase() as never))
  respond(getWalletBalance, () => success(balance()))
  const errors = ['Enter your PIN: you asked for it on payments above ₦1,000.00.', 'Incorrect PIN.']
  const startRequests = respond(startBulkPurchase, (_, index) => {
    const error = errors[index]
    return error
      ? errorResponse(422, error, { auth_pin: [error] })
      : success(bulkPurchase({ state: 'running' }) as never, 'They are being made.')
  })
  await uploadFile()
  await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Start this file?' }))
  const pay = dialog.getByRole('button', { name: 'Pay ₦5,100.00 and start' })
  expect(dialog.queryByText('Your PIN')).toBeNull()
  await userEvent.click(pay)
  expect(await dialog.findByText(errors[0]!)).toBeVisible()
  expect(pay).toBeDisabled()
  const payWithPin = async (digits: string) => {
    await userEvent.click(dialog.getByLabelText(/Your PIN/))
    await userEvent.keyboard(digits)
    await userEvent.click(pay)
  }
  await payWithPin('000000')
  expect(await dialog.findByText(errors[1]!)).toBeVisible()
  await payWithPin('274916')
  await waitForToast('They are being made.')
  expect(startRequests.map(({ body }) => body)).toEqual([{}, { auth_pin: '000000' }, { auth_pin: '274916' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a user who returns to a running file sees its progress', async () => {
  const runningFile = bulkPurchase({ state: 'running' })
  respond(getBulkPurchase, () => success(runningFile as never))
  render(
    <BulkPurchases
      {...bulkPurchasesPage({ files: [bulkPurchase({ state: 'done', id: 'x' }), runningFile] })}
    />,
  )
  expect(await screen.findByRole('progressbar')).toBeVisible()
})

test('a file without a required column is rejected with an error next to the field', async () => {
  respond(checkBulkFile, () => errorResponse(422, 'The file has no column named number.'))
  await uploadFile()
  expect(
    await screen.findByText('The file has no column named number.', { selector: '.field-error' }),
  ).toBeVisible()
})

test('a large file is paginated, and polling reloads the visible page', async () => {
  const page = (line: number, next: string | null) => {
    const file = bulkPurchase({ state: 'running', next })
    return { ...file, rows: file.rows.slice(0, 1).map((row) => ({ ...row, line })) }
  }
  const requests = respond(getBulkPurchase, ({ url }) =>
    success((url.includes('cursor=2') ? page(3, null) : page(2, '2')) as never),
  )
  render(<BulkPurchases {...bulkPurchasesPage({ files: [bulkPurchase({ state: 'running' })] })} />)
  expect(await screen.findByText('Lines 2 to 2')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next rows' }))
  expect(await screen.findByText('Lines 3 to 3')).toHaveFocus()
  const reloads = () => requests.filter(({ url }) => url.includes('cursor=2'))
  await waitFor(() => expect(reloads().length).toBeGreaterThan(1))
  expect(screen.getByText('Lines 3 to 3')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Previous rows' }))
  expect(await screen.findByText('Lines 2 to 2')).toBeVisible()
})

test('the page shows that the server cannot be reached until a poll succeeds', async () => {
  respond(getBulkPurchase, (_, index) =>
    index === 1 ? errorResponse(503, 'Busy') : success(bulkPurchase({ state: 'running' }) as never),
  )
  render(<BulkPurchases {...bulkPurchasesPage({ files: [bulkPurchase({ state: 'running' })] })} />)
  expect(await screen.findByRole('progressbar')).toBeVisible()
  expect(await screen.findByText(/We can't reach the server right now/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/We can't reach the server/)).toBeNull())
})

test('an uploaded file is found after the response to its upload was an error', async () => {
  respond(checkBulkFile, () => errorResponse(503, 'Please try again.'))
  respond(getBulkPurchase, () => success(bulkPurchase({ state: 'checking' }) as never))
  respond(getBulkPurchases, () => success([bulkPurchase({ state: 'checking' })] as never))
  await uploadFile()
  expect(await screen.findByText(/^Being checked: 2 rows/)).toBeVisible()
  expect(screen.getByRole('progressbar')).toBeVisible()
})
