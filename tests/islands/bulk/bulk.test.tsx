// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import BulkPurchases from '../../../islands/bulk/page.tsx'
import { allBulk, checkBulk, getBulk, startBulk } from '../../../shared/bulk.ts'
import { profile } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { freshPages, pageWith } from '../support/page.ts'
import { bulkFile, bulkPage } from '../support/rooms.ts'

freshPages()
const { answer } = network()
beforeEach(() => pageWith({ token: 'bearer' }))

async function uploads() {
  const { container } = render(<BulkPurchases {...bulkPage()} />)
  await userEvent.upload(
    screen.getByLabelText('File'),
    new File(['service,number'], 'staff.csv', { type: 'text/csv' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
  return container
}

test('it is for companies', () => {
  render(<BulkPurchases {...bulkPage({ profile: profile(), files: null })} />)
  expect(screen.getByText(/Buying by the file is for companies/)).toBeVisible()
  expect(screen.queryByLabelText('File')).toBeNull()
})

test('a checked file shows its total, and each row with what is wrong with it', async () => {
  answer(checkBulk, () => success(bulkFile() as never))
  const container = await uploads()
  expect(await screen.findByText('That is no phone number.')).toBeVisible()
  expect(screen.getByText('₦5,100.00', { selector: '.amount' })).toBeVisible()
  expect(screen.getByText(/1 wrong/)).toBeVisible()
  expect(await brokenRules(container)).toEqual([])
})

test('Start carries a key, and the file is watched to its end', async () => {
  // First, since its path fits the others' too.
  answer(getBulk, (_, at) => success(bulkFile({ state: at === 0 ? 'running' : 'done' }) as never))
  answer(checkBulk, () => success(bulkFile() as never))
  const started = answer(startBulk, () =>
    success(bulkFile({ state: 'running' }) as never, 'They are being made.'),
  )
  await uploads()
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Start' }))
  await toasted('They are being made.')
  expect(await screen.findByRole('progressbar')).toBeVisible()
  expect(started).toHaveLength(1)
  expect(started[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  await waitFor(() => expect(screen.getByText(/^Done: 2 rows/)).toBeVisible(), { timeout: 5000 })
  expect(screen.getByRole('button', { name: 'Download the result as CSV' })).toBeVisible()
})

test('who comes back while a file is being bought sees how far it is', async () => {
  const rows = bulkFile({ state: 'running' })
  answer(getBulk, () => success(rows as never))
  render(<BulkPurchases {...bulkPage({ files: [bulkFile({ state: 'done', id: 'x' }), rows] })} />)
  expect(await screen.findByRole('progressbar')).toBeVisible()
})

test('a file that cannot be read is refused beside the field', async () => {
  answer(checkBulk, () => refusal(422, 'The file has no column named number.'))
  await uploads()
  expect(
    await screen.findByText('The file has no column named number.', { selector: '.field-error' }),
  ).toBeVisible()
})

test('a large file is shown in parts, and the part that is shown is the one that is looked at again', async () => {
  const part = (line: number, next: string | null) => {
    const file = bulkFile({ state: 'running', next })
    return { ...file, rows: file.rows.slice(0, 1).map((row) => ({ ...row, line })) }
  }
  const asked = answer(getBulk, ({ url }) =>
    success((url.includes('cursor=2') ? part(3, null) : part(2, '2')) as never),
  )
  render(<BulkPurchases {...bulkPage({ files: [bulkFile({ state: 'running' })] })} />)
  expect(await screen.findByText('Lines 2 to 2')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Later rows' }))
  expect(await screen.findByText('Lines 3 to 3')).toHaveFocus()
  await waitFor(() => expect(asked).toHaveLength(3), { timeout: 5000 })
  expect(screen.getByText('Lines 3 to 3')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Earlier rows' }))
  expect(await screen.findByText('Lines 2 to 2')).toBeVisible()
})

test('while nobody answers, the page says of when its figures are, until an answer comes', async () => {
  answer(getBulk, (_, at) =>
    at === 1 ? refusal(503, 'Busy') : success(bulkFile({ state: 'running' }) as never),
  )
  render(<BulkPurchases {...bulkPage({ files: [bulkFile({ state: 'running' })] })} />)
  expect(await screen.findByRole('progressbar')).toBeVisible()
  expect(await screen.findByText(/We get no answer at the moment/, {}, { timeout: 5000 })).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/We get no answer/)).toBeNull(), { timeout: 5000 })
})

test('a file whose answer was lost on the way is found again', async () => {
  answer(checkBulk, () => refusal(503, 'Please try again.'))
  answer(getBulk, () => success(bulkFile({ state: 'checking' }) as never))
  answer(allBulk, () => success([bulkFile({ state: 'checking' })] as never))
  await uploads()
  expect(await screen.findByText(/^Being checked: 2 rows/)).toBeVisible()
  expect(screen.getByRole('progressbar')).toBeVisible()
})
