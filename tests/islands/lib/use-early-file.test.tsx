// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import BulkPurchases from '../../../islands/bulk/page.tsx'
import { FileChoice } from '../../../islands/management/file-choice.tsx'
import { ProfilePicture } from '../../../islands/settings/picture.tsx'
import { checkBulkFile, getBulkPurchases } from '../../../shared/bulk.ts'
import { bulkPurchase, bulkPurchasesPage } from '../support/account-pages.ts'
import { mockApi, success } from '../support/api.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** Chooses a file in the server's HTML, then hydrates it. */
async function hydrateAfterChoosing(element: ReactElement, label: RegExp, file: File) {
  const container = document.createElement('div')
  container.innerHTML = renderToString(element)
  document.body.append(container)
  await userEvent.upload(screen.getByLabelText(label), file)
  await act(async () => {
    root = hydrateRoot(container, element)
  })
}

test('a company file that was chosen before hydration can be checked', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getBulkPurchases, () => success([]))
  const checked = respond(checkBulkFile, () => success(bulkPurchase() as never))
  const file = new File(['service,number'], 'staff.csv', { type: 'text/csv' })
  await hydrateAfterChoosing(<BulkPurchases {...bulkPurchasesPage()} />, /^File$/, file)
  await userEvent.click(screen.getByRole('button', { name: 'Check file' }))
  await vi.waitFor(() => expect(checked).toHaveLength(1))
})

test('a picture that was chosen before hydration is read', async () => {
  const text = new File(['x'], 'notes.png', { type: 'image/png' })
  await hydrateAfterChoosing(<ProfilePicture initial={null} />, /Picture/, text)
  await screen.findByText('Please choose a PNG, JPEG or WebP picture.')
})

test('an attachment that was chosen before hydration is taken', async () => {
  const onFile = vi.fn()
  const file = new File(['x'], 'notice.pdf', { type: 'application/pdf' })
  await hydrateAfterChoosing(
    <FileChoice label="File Attachment" maxBytes={10} file={null} onFile={onFile} />,
    /File Attachment/,
    file,
  )
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
})
