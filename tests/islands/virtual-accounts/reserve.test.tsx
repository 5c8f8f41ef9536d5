// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import AccountDetails from '../../../islands/virtual-accounts/account-details.tsx'
import Reserve from '../../../islands/virtual-accounts/reserve.tsx'
import { getAllBanks } from '../../../shared/banks.ts'
import {
  bvnConsent,
  getReservationTerms,
  type ReservationTerms,
  setAutomaticPurchase,
  verifyBvn,
} from '../../../shared/virtual-accounts.ts'
import { network, pending, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { meter, virtualAccount } from '../support/beneficiaries.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages, pageWith } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const terms: ReservationTerms = {
  available: true,
  funding_fee: null,
  consent: bvnConsent,
  bvn: null,
  bvn_account_name: null,
}
beforeEach(() => {
  pageWith({ token: 'bearer' })
  answer(getAllBanks, () => success([{ name: 'Access Bank', code: '044' }]))
})
function show(over: Partial<ReservationTerms> = {}) {
  // Terms and reservation are one path: a body asks for the account.
  const asked = answer(getReservationTerms, ({ body }) =>
    body === undefined
      ? success({ ...terms, ...over })
      : success({ virtual_account: virtualAccount() }, 'It is reserved.'),
  )
  render(<Reserve it={meter()} onClose={() => {}} />)
  return asked
}
async function fill() {
  await userEvent.type(await screen.findByLabelText('BVN'), 'x222222222221')
  await userEvent.click(screen.getByRole('button', { name: /^Bank/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Access Bank' }))
  await userEvent.type(screen.getByLabelText('Account number'), 'a0123456789123')
}
const verifyButton = () => screen.getByRole('button', { name: 'Verify Details' })

test('the dialog says what is needed, and takes only digits and 11 of them', async () => {
  show({ funding_fee: 50 })
  expect(await screen.findByText(/A funding fee is included: ₦50.00/)).toBeVisible()
  expect(screen.getByText('Make sure the BVN is correct or reservation will not work.')).toBeVisible()
  expect(screen.getByText(bvnConsent)).toBeVisible()
  expect(verifyButton()).toBeDisabled()
  await fill()
  expect(screen.getByLabelText('BVN')).toHaveValue('22222222222')
  expect(screen.getByLabelText('Account number')).toHaveValue('01234567891')
  expect(verifyButton()).toBeEnabled()
  expect(await brokenRules(screen.getByRole('dialog', { name: 'Reserve an Account' }))).toEqual([])
})

test('the banks are kept in the browser as local-banks', async () => {
  show()
  await fill()
  expect(JSON.parse(localStorage.getItem('local-banks') ?? '{}')).toMatchObject({
    banks: [{ name: 'Access Bank', code: '044' }],
  })
})

test('who is verified sees the name, reserves, is told, and the page opens again after 3 seconds', async () => {
  const verified = answer(verifyBvn, () => success({ account_name: 'ADA OBI' }))
  const reserved = show()
  await fill()
  await userEvent.click(verifyButton())
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(verified[0]?.body).toEqual({
    customer_bvn: '22222222222',
    bank_code: '044',
    account_number: '01234567891',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Reserve Account' }))
  expect(await screen.findByRole('heading', { name: 'It is reserved.' })).toBeVisible()
  const since = performance.now()
  expect(reserved[1]?.body).toEqual({ beneficiary_id: 'meter-1', beneficiary: 'meter_number' })
  await waitFor(() => expect(went).toEqual(['again']), { timeout: 5_000 })
  expect(performance.now() - since).toBeGreaterThan(2_500)
})

test('somebody whose BVN is known goes on at once, and it stands masked', async () => {
  show({ bvn: '*******2222', bvn_account_name: 'ADA OBI' })
  expect(await screen.findByRole('button', { name: 'Reserve Account' })).toBeEnabled()
  expect(screen.getByText('BVN *******2222')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Verify Details' })).toBeNull()
})

test('a bank that is slower than our patience: the dialog says that the account is still being made', async () => {
  answer(getReservationTerms, ({ body }) =>
    body === undefined
      ? success({ ...terms, bvn: '*******2222', bvn_account_name: 'ADA OBI' })
      : pending('The bank is making your account.', { virtual_account: null }),
  )
  render(<Reserve it={meter()} onClose={() => {}} />)
  const button = await screen.findByRole('button', { name: 'Reserve Account' })
  expect(screen.queryByText(/is making your account/)).toBeNull()
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  fireEvent.click(button)
  await vi.waitFor(
    () => {
      vi.advanceTimersByTime(3_000)
      expect(screen.getByText(/The bank is making your account. We go on without you/)).toBeVisible()
    },
    { timeout: 20_000 },
  )
  expect(button).toBeEnabled()
})

test('a refusal is told once in a toast and once in a box: the first error alone', async () => {
  answer(verifyBvn, () =>
    refusal(422, 'Not right.', { customer_bvn: ['A BVN has 11 digits.'], account_number: ['Ten digits.'] }),
  )
  show()
  await fill()
  await userEvent.click(verifyButton())
  await toasted('Customer bvn: A BVN has 11 digits.')
  expect(screen.getByText('A BVN has 11 digits.', { selector: '.summary' })).toBeVisible()
  expect(screen.queryByText(/Ten digits/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reserve Account' })).toBeNull()
})

test('Account Details show the bank, the name, the number, the status, and remarks where there are any', async () => {
  const { rerender } = render(
    <AccountDetails it={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />,
  )
  const dialog = screen.getByRole('dialog', { name: 'Account Details' })
  for (const text of ['Wema Bank', 'SANWO / ADA OBI', '7712345678', 'Active'])
    expect(screen.getByText(text)).toBeVisible()
  expect(screen.queryByText('Remarks')).toBeNull()
  expect(await brokenRules(dialog)).toEqual([])
  rerender(
    <AccountDetails
      it={virtualAccount({ note: 'Bank is slow' })}
      beneficiaryId="meter-1"
      onClose={() => {}}
    />,
  )
  expect(screen.getByText('Bank is slow')).toBeVisible()
})

test('the account number is copied, or it is said that it was not', async () => {
  userEvent.setup()
  render(<AccountDetails it={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await toasted('Account number copied successfully!')
  expect(await navigator.clipboard.readText()).toBe('7712345678')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await toasted('Unable to copy text to clipboard!')
})

test('what arrives may be spent at once, by a switch', async () => {
  const asked = answer(setAutomaticPurchase, () =>
    success({ virtual_account: virtualAccount({ buys_automatically: true }) }, 'It is on.'),
  )
  render(<AccountDetails it={virtualAccount()} beneficiaryId="meter-1" onClose={() => {}} />)
  await userEvent.click(screen.getByRole('switch'))
  await toasted('It is on.')
  expect(screen.getByRole('switch')).toBeChecked()
  expect(asked[0]?.body).toEqual({ beneficiary_id: 'meter-1', on: true })
})
