// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import AccountDetails from '../../../islands/virtual-accounts/account-details.tsx'
import Reserve from '../../../islands/virtual-accounts/reserve.tsx'
import { getBanks } from '../../../shared/banks.ts'
import {
  getVirtualAccountRequirements,
  setAutomaticPurchase,
  type VirtualAccountRequirements,
  verifyBvn,
} from '../../../shared/virtual-accounts.ts'
import { errorResponse, mockApi, pending, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { meter, virtualAccount } from '../support/beneficiaries.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const requirements: VirtualAccountRequirements = {
  available: true,
  funding_fee: null,
  consent: 'I agree that my BVN is sent to our payment partner.',
  bvn: null,
  bvn_account_name: null,
}
beforeEach(() => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getBanks, () => success([{ name: 'Access Bank', code: '044' }]))
})
function show(overrides: Partial<VirtualAccountRequirements> = {}) {
  // Requirements and reservation share one path: a request with a body reserves the account.
  const requests = respond(getVirtualAccountRequirements, ({ body }) =>
    body === undefined
      ? success({ ...requirements, ...overrides })
      : success({ virtual_account: virtualAccount() }, 'It is reserved.'),
  )
  render(<Reserve beneficiary={meter()} onClose={() => {}} />)
  return requests
}
async function fill() {
  await userEvent.type(await screen.findByLabelText('BVN'), 'x222222222221')
  await userEvent.click(screen.getByRole('button', { name: /^Bank/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Access Bank' }))
  await userEvent.type(screen.getByLabelText('Account number'), 'a0123456789123')
}
const verifyButton = () => screen.getByRole('button', { name: 'Verify Details' })

test('the dialog names the required fields and accepts at most 11 digits', async () => {
  show({ funding_fee: 50 })
  expect(await screen.findByText(/A funding fee is included: ₦50.00/)).toBeVisible()
  expect(screen.getByText('Make sure the BVN is correct or reservation will not work.')).toBeVisible()
  expect(screen.getByText('I agree that my BVN is sent to our payment partner.')).toBeVisible()
  expect(verifyButton()).toBeDisabled()
  await fill()
  expect(screen.getByLabelText('BVN')).toHaveValue('22222222222')
  expect(screen.getByLabelText('Account number')).toHaveValue('01234567891')
  expect(verifyButton()).toBeEnabled()
  expect(await accessibilityViolations(screen.getByRole('dialog', { name: 'Reserve an Account' }))).toEqual(
    [],
  )
})

test('banks are cached in browser storage as local-banks', async () => {
  show()
  await fill()
  expect(JSON.parse(localStorage.getItem('local-banks') ?? '{}')).toMatchObject({
    banks: [{ name: 'Access Bank', code: '044' }],
  })
})

test('a verified user sees the account name, reserves the account, and the page reloads after 3 seconds', async () => {
  const verified = respond(verifyBvn, () => success({ account_name: 'ADA OBI' }))
  const reserved = show()
  await fill()
  await userEvent.click(verifyButton())
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(verified[0]?.body).toEqual({
    customer_bvn: '22222222222',
    bank_code: '044',
    account_number: '01234567891',
  })
  // Before the press: on a busy machine the 3 seconds begin long before the test sees the heading.
  const since = performance.now()
  await userEvent.click(screen.getByRole('button', { name: 'Reserve Account' }))
  expect(await screen.findByRole('heading', { name: 'It is reserved.' })).toBeVisible()
  expect(reserved[1]?.body).toEqual({ beneficiary_id: 'meter-1', beneficiary: 'meter_number' })
  await waitFor(() => expect(navigations).toEqual(['reload']))
  expect(performance.now() - since).toBeGreaterThan(2_500)
})

test('the page reloads as soon as the user closes the dialog after a reservation', async () => {
  respond(getVirtualAccountRequirements, ({ body }) =>
    body === undefined
      ? success({ ...requirements, bvn: '*******2222', bvn_account_name: 'ADA OBI' })
      : success({ virtual_account: virtualAccount() }, 'It is reserved.'),
  )
  const { unmount } = render(<Reserve beneficiary={meter()} onClose={() => unmount()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reserve Account' }))
  await screen.findByRole('heading', { name: 'It is reserved.' })
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(navigations).toEqual(['reload'])
})

test('a user with a verified BVN skips verification and sees the BVN masked', async () => {
  show({ bvn: '*******2222', bvn_account_name: 'ADA OBI' })
  expect(await screen.findByRole('button', { name: 'Reserve Account' })).toBeEnabled()
  expect(screen.getByText('BVN *******2222')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Verify Details' })).toBeNull()
})

test('when the bank is slower than the polling limit, the dialog shows that the account is still pending', async () => {
  respond(getVirtualAccountRequirements, ({ body }) =>
    body === undefined
      ? success({ ...requirements, bvn: '*******2222', bvn_account_name: 'ADA OBI' })
      : pending('The bank is making your account.', { virtual_account: null }),
  )
  render(<Reserve beneficiary={meter()} onClose={() => {}} />)
  const button = await screen.findByRole('button', { name: 'Reserve Account' })
  expect(screen.queryByText(/is making your account/)).toBeNull()
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  fireEvent.click(button)
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(3_000)
      expect(screen.getByText(/The bank is making your account. You can close this window/)).toBeVisible()
    },
    { timeout: 20_000 },
  )
  expect(button).toBeEnabled()
})

test('a rejection shows only the first error, once in a toast and once in the dialog', async () => {
  respond(verifyBvn, () =>
    errorResponse(422, 'Not right.', {
      customer_bvn: ['A BVN has 11 digits.'],
      account_number: ['Ten digits.'],
    }),
  )
  show()
  await fill()
  await userEvent.click(verifyButton())
  await waitForToast('Customer bvn: A BVN has 11 digits.')
  expect(screen.getByText('A BVN has 11 digits.', { selector: '.error-summary' })).toBeVisible()
  expect(screen.queryByText(/Ten digits/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reserve Account' })).toBeNull()
})

test('Account Details show bank, name, number, status and any remarks', async () => {
  const { rerender } = render(
    <AccountDetails account={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />,
  )
  const dialog = screen.getByRole('dialog', { name: 'Account Details' })
  for (const text of ['Wema Bank', 'SANWO / ADA OBI', '7712345678', 'Active'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText('Remarks')).toBeNull()
  expect(await accessibilityViolations(dialog)).toEqual([])
  rerender(
    <AccountDetails
      account={virtualAccount({ note: 'Bank is slow' })}
      beneficiaryId="meter-1"
      onClose={() => {}}
    />,
  )
  expect(screen.getByText('Bank is slow')).toBeVisible()
})

test('copying the account number shows success or failure', async () => {
  userEvent.setup()
  render(<AccountDetails account={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await waitForToast('Account number copied successfully!')
  expect(await navigator.clipboard.readText()).toBe('7712345678')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await waitForToast('Unable to copy text to clipboard!')
})

test('a switch enables automatic purchases from deposits', async () => {
  const requests = respond(setAutomaticPurchase, () =>
    success({ virtual_account: virtualAccount({ auto_purchase: true }) }, 'It is on.'),
  )
  render(<AccountDetails account={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />)
  await userEvent.click(screen.getByRole('switch'))
  await waitForToast('It is on.')
  expect(screen.getByRole('switch')).toBeChecked()
  expect(requests[0]?.body).toEqual({ beneficiary_id: 'meter-1', on: true })
})
