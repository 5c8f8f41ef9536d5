// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BeneficiaryChoice } from '../../../islands/management/beneficiary-choice.tsx'
import { FileChoice } from '../../../islands/management/file-choice.tsx'
import { PurchasePage } from '../../../islands/management/purchase-page.tsx'
import { usePurchase } from '../../../islands/management/use-purchase.ts'
import { getApprovals, pendingApprovalText } from '../../../shared/management/approvals.ts'
import { purchasePowerForUser } from '../../../shared/management/purchases.ts'
import { quotePower } from '../../../shared/power.ts'
import { mockApi, pending, success } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const empty = { meter_number: '', amount: '' }
const options = {
  name: 'power',
  empty,
  lookUp: quotePower,
  purchase: purchasePowerForUser,
  payload: (values: typeof empty) => ({ ...values, meter_type: 'prepaid' }) as never,
}
type Purchase = ReturnType<typeof usePurchase<typeof empty, typeof quotePower, typeof purchasePowerForUser>>

function Page({ onRender }: { onRender: (purchase: Purchase) => void }) {
  const purchase = usePurchase(options)
  onRender(purchase)
  return (
    <PurchasePage purchase={purchase} isComplete loadingText="" rowsOf={() => []} receipt={() => null}>
      {null}
    </PurchasePage>
  )
}

const ada = { id: 'ada', name: 'Ada Okafor' }

test('a manager buys exactly what the summary shows, even if the form changes during verification', async () => {
  const looked = Promise.withResolvers<void>()
  respond(quotePower, async () => {
    await looked.promise
    return success({ order_reference: 'ABCDEFGH2345', access_token: 'token' })
  })
  const purchaseRequests = respond(purchasePowerForUser, () => pending('Paid.'))
  const { result } = renderHook(() => usePurchase(options))
  act(() => result.current.setUser(ada))
  act(() => result.current.fill({ meter_number: '11000000001', amount: '2000' }))
  const verifying = act(() => result.current.verify())
  act(() => result.current.fill({ amount: '9000' }))
  act(() => result.current.setUser({ id: 'bola', name: 'Bola' }))
  looked.resolve()
  await verifying
  await waitFor(() => expect(result.current.step.type).toBe('summary'))
  await act(async () => result.current.buyWithPin({} as never, '274916'))
  await waitFor(() => expect(purchaseRequests).toHaveLength(1))
  expect(purchaseRequests[0]?.body).toMatchObject({ amount: '2000', user_id: 'ada', auth_pin: '274916' })
})

test('a purchase names its user, fetches the approvals once more when it waits for a second manager, and takes the focus', async () => {
  const requests = respond(getApprovals, () => success([]))
  respond(quotePower, () => success({ order_reference: 'ABCDEFGH2345', access_token: 'token' }))
  respond(purchasePowerForUser, () => pending(pendingApprovalText))
  let purchase = {} as Purchase
  const { container } = render(<Page onRender={(rendered) => (purchase = rendered)} />)
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => purchase.setUser(ada))
  await act(() => purchase.verify())
  expect(container.firstElementChild).toHaveFocus()
  expect(screen.getByText('Ada Okafor')).toBeVisible()
  act(() => screen.getByRole('button', { name: 'Subscribe Now' }).focus())
  await act(async () => purchase.buyWithPin({} as never, '274916'))
  expect(await screen.findByRole('heading', { name: 'Pending approval' })).toBeVisible()
  expect(container.firstElementChild).toHaveFocus()
  await waitFor(() => expect(requests).toHaveLength(2))
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(requests).toHaveLength(2)
})

test('the beneficiary picker shows a message for a user without beneficiaries', async () => {
  render(<BeneficiaryChoice saved={[]} logoOf={() => ''} onChoose={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: 'Choose a Beneficiary' }))
  expect(await screen.findByText('User does not have a beneficiary.')).toBeVisible()
})

test('a chosen file shows its name and can be removed', async () => {
  const notice = new File(['A notice.'], 'notice.txt', { type: 'text/plain' })
  const chosen: (File | null)[] = []
  const page = render(
    <FileChoice label="File Attachment" maxBytes={10} file={null} onFile={(file) => chosen.push(file)} />,
  )
  expect(screen.getByText('No file chosen')).toBeVisible()
  await userEvent.upload(screen.getByLabelText(/File Attachment/), notice)
  expect(chosen).toEqual([notice])
  await userEvent.upload(screen.getByLabelText(/File Attachment/), new File(['A long notice.'], 'long.txt'))
  const field = screen.getByLabelText(/File Attachment/)
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('No file chosen A file may have at most 10 Bytes.')
  // The file that was chosen before stays.
  expect(chosen).toEqual([notice])
  page.rerender(
    <FileChoice label="File Attachment" maxBytes={10} file={notice} onFile={(file) => chosen.push(file)} />,
  )
  expect(screen.getByText('notice.txt, 9 Bytes')).toBeVisible()
  expect(screen.queryByText('No file chosen')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove file' }))
  expect(field).toBeValid()
  expect(chosen).toEqual([notice, null])
})
