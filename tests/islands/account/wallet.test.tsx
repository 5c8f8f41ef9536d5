// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import Wallet from '../../../islands/account/wallet.tsx'
import WalletResult from '../../../islands/account/wallet-result.tsx'
import Dashboard from '../../../islands/dashboard/page.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { deletePaymentCard, getPaymentCards, initiateCardPayment } from '../../../shared/cards.ts'
import { buyAgain } from '../../../shared/history.ts'
import { getWalletTransactions, initiateTopUp, verifyTopUp } from '../../../shared/wallet.ts'
import { getWalletStatement } from '../../../shared/wallet-statement.ts'
import {
  card,
  dashboardPage,
  profile,
  transaction,
  verve,
  walletPage,
  walletResultPage,
  walletTransaction,
} from '../support/accounts.ts'
import { errorResponse, mockApi, pending, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { meter } from '../support/beneficiaries.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))

const checkoutUrl = 'https://checkout.example/pay/1'
const topUpButton = () => screen.getByRole('button', { name: /^(Fund|Topup) Wallet$/ })

async function openPayment(amount = '5,000') {
  respond(getProfile, () => success(profile()))
  respond(getPaymentCards, () => success([card(), verve]))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), amount)
  await userEvent.click(topUpButton())
  return within(await screen.findByRole('dialog'))
}

test('a top-up requires at least ₦1,000 and excludes the service charge', async () => {
  const { container } = render(<Wallet {...walletPage()} />)
  expect(screen.getByText(/Wallet top-up excludes the service charge/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Fund Wallet' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '999.99')
  expect(screen.getByRole('button', { name: 'Fund Wallet' })).toBeDisabled()
  await userEvent.clear(screen.getByLabelText('Amount (NGN)'))
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '1,000')
  expect(screen.getByRole('button', { name: 'Topup Wallet' })).toBeEnabled()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an amount below the minimum is an error once the field is left, until it is corrected', async () => {
  render(<Wallet {...walletPage()} />)
  const amount = screen.getByLabelText('Amount (NGN)')
  await userEvent.type(amount, '500')
  expect(amount).not.toBeInvalid()
  await userEvent.tab()
  expect(amount).toBeInvalid()
  expect(amount).toHaveAccessibleDescription(/At least ₦1,000 per top-up\./)
  await userEvent.type(amount, '0')
  expect(amount).not.toBeInvalid()
})

test('a top-up offers every payment method except the wallet and uses the top-up endpoint', async () => {
  const requests = respond(initiateTopUp, () => success({ checkoutUrl }))
  render(<Wallet {...walletPage()} />)
  const dialog = await openPayment()
  expect(await dialog.findByText('₦5,000.00')).toBeVisible()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Card/ }))
  expect(dialog.queryByRole('radio', { name: /Wallet/ })).toBeNull()
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Save card for later' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₦5,000.00' }))
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(requests[0]?.body).toMatchObject({
    amount: 5000,
    payment_for: 'wallet_topup',
    payment_method: 'CARD',
    save_card: true,
    device_id: null,
    email: 'ada@example.com',
  })
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('a top-up with a saved card uses the saved-card endpoint', async () => {
  const requests = respond(initiateCardPayment, () => success({ checkoutUrl: '/account/wallet' }))
  render(<Wallet {...walletPage()} />)
  const dialog = await openPayment('2000')
  await userEvent.click(await dialog.findByRole('button', { name: /Saved card/ }))
  await userEvent.click(dialog.getByRole('radio', { name: /Verve.*0606/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₦2,000.00' }))
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({
    payment_for: 'wallet_topup',
    payment_method: 'SAVED_CARD',
    payment_card_id: verve.uniqueid,
    amount: 2000,
    save_card: false,
  })
})

test('without a connection a top-up reports it in the words of the account area', async () => {
  const requests = respond(initiateTopUp, () => success({ checkoutUrl }))
  render(<Wallet {...walletPage()} />)
  const dialog = await openPayment()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Card/ }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₦5,000.00' }))
  await waitForToast('No internet connection, please check your connection and try again.')
  expect(requests).toEqual([])
})

test('a top-up in an ended session goes to the sign-in page', async () => {
  respond(initiateTopUp, () => errorResponse(401, 'Please sign in again.'))
  render(<Wallet {...walletPage()} />)
  const dialog = await openPayment()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Card/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₦5,000.00' }))
  await waitFor(() => expect(navigations).toEqual(['/login']))
})

test('a rejected top-up shows only its first invalid field in a toast', async () => {
  respond(initiateTopUp, () =>
    errorResponse(422, 'Not right.', { amount: ['At least ₦1,000.'], email: ['Not an e-mail address.'] }),
  )
  render(<Wallet {...walletPage()} />)
  const dialog = await openPayment()
  await userEvent.click(await dialog.findByRole('radio', { name: /^Card/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay ₦5,000.00' }))
  await waitForToast('Amount: At least ₦1,000.')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(screen.queryByText(/Not an e-mail address/)).toBeNull()
})

test('a customer can delete a saved card', async () => {
  const requests = respond(deletePaymentCard, () => success(null, 'Your card is deleted.'))
  render(<Wallet {...walletPage()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Delete Visa ending in 4081' }))
  await waitForToast('Your card is deleted.')
  expect(requests[0]?.url).toContain('/payment-cards/card-of-ada-visa-01')
  expect(screen.queryByRole('button', { name: /Delete Visa/ })).toBeNull()
})

test('wallet history is paginated', async () => {
  const requests = respond(getWalletTransactions, () =>
    success({
      list: [walletTransaction({ id: '2', amount: -2100, description: 'Electricity' })],
      next: null,
    }),
  )
  render(<Wallet {...walletPage({ walletTransactions: { list: [walletTransaction()], next: '77' } })} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('-₦2,100.00')).toBeVisible()
  expect(screen.getByText('+₦5,000.00')).toBeVisible()
  expect(requests[0]?.url).toContain('cursor=77')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('an empty wallet history links to the top-up, or with filters to all transactions', () => {
  const walletTransactions = { list: [], next: null }
  const { rerender } = render(<Wallet {...walletPage({ walletTransactions })} />)
  expect(screen.getByText('No transaction records.')).toBeVisible()
  const amount = screen.getByLabelText('Amount (NGN)')
  expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', `#${amount.id}`)
  const filters = { kind: 'bonus', from: '', to: '' }
  rerender(<Wallet {...walletPage({ walletTransactions, filters })} />)
  expect(screen.getByRole('link', { name: 'Show all transactions' })).toHaveAttribute(
    'href',
    '/account/wallet',
  )
  expect(screen.queryByRole('link', { name: 'Top up' })).toBeNull()
})

test('an ended session redirects to sign-in', async () => {
  respond(getWalletTransactions, () => errorResponse(401, 'Your session has ended.'))
  render(<Wallet {...walletPage({ walletTransactions: { list: [], next: '77' } })} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(navigations).toEqual(['/login']))
})

test('a saved-card payment above the chosen limit requires the PIN, and sends it in that request only', async () => {
  const requests = respond(initiateCardPayment, ({ body }) =>
    typeof body === 'object' && body && 'auth_pin' in body
      ? success({ checkoutUrl })
      : errorResponse(422, 'Enter your PIN.', { auth_pin: ['Enter your PIN.'] }),
  )
  const { container } = render(<Wallet {...walletPage()} />)
  const dialog = await openPayment()
  await userEvent.click(await dialog.findByRole('button', { name: /^Saved card/ }))
  await userEvent.click(dialog.getByRole('radio', { name: /Visa/ }))
  await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
  const pin = await dialog.findByLabelText('Your PIN')
  await waitFor(() => expect(pin).toHaveFocus())
  expect(requests[0]?.body).not.toHaveProperty('auth_pin')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.type(pin, '274916')
  await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(requests[1]?.body).toMatchObject({ auth_pin: '274916' })
  expect(requests).toHaveLength(2)
})

test('an offline error uses the account area’s own text', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Wallet {...walletPage({ walletTransactions: { list: [], next: '77' } })} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitForToast('No internet connection, please check your connection and try again.')
})

test('wallet history is grouped by day, with direction, label and the balance after each transaction', async () => {
  const list = [
    walletTransaction({
      id: '3',
      kind: 'cashback',
      amount: 50,
      description: 'Cashback: Airtime',
      balance: 9_950,
    }),
    walletTransaction({
      id: '2',
      kind: 'returned',
      amount: 5_100,
      description: 'Refunded: Meter',
      balance: 9_900,
    }),
    walletTransaction({
      id: '1',
      kind: 'payment',
      amount: -5_100,
      description: 'Meter',
      balance: 4_800,
      at: '2026-11-20T22:30:00.000Z',
    }),
  ]
  const { container } = render(<Wallet {...walletPage({ walletTransactions: { list, next: null } })} />)
  const saturday = within(screen.getByRole('region', { name: /^21\sNov\s2026$/ }))
  const [cashback, refund] = saturday.getAllByRole('listitem')
  expect(cashback).toHaveTextContent(/^Money in.*Cashback.*\+₦50\.00.*Balance ₦9,950\.00$/)
  expect(refund).toHaveTextContent(/Refund/)
  const payment = within(screen.getByRole('region', { name: /^20\sNov\s2026$/ })).getByRole('listitem')
  expect(payment).toHaveTextContent(/^Money out.*-₦5,100\.00.*Balance ₦4,800\.00$/)
  expect(await accessibilityViolations(container)).toEqual([])
})

test('each virtual account number is shown with its bank, its meter and Copy', async () => {
  const account = {
    bank_name: 'Moniepoint',
    account_name: 'ADA OBI',
    account_number: '5012345678',
    status: 'active',
    note: null,
    auto_purchase: false,
    type: 'power',
    number: '11000000000',
    name: 'Mum',
  } as const
  const { container } = render(<Wallet {...walletPage({ virtualAccounts: [account] })} />)
  const accounts = within(screen.getByText('Your account numbers').closest('details') ?? document.body)
  expect(accounts.getByText('5012345678')).toBeVisible()
  expect(accounts.getByText('Moniepoint, ADA OBI')).toBeVisible()
  expect(accounts.getByText('For Mum, 11000000000')).toBeVisible()
  userEvent.setup()
  await userEvent.click(accounts.getByRole('button', { name: 'Copy account number 5012345678' }))
  expect(await navigator.clipboard.readText()).toBe('5012345678')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a statement is downloaded for the chosen period', async () => {
  const requests = respond(getWalletStatement, () => new HttpResponse('%PDF-', { status: 200 }))
  render(<Wallet {...walletPage()} />)
  await userEvent.click(screen.getByText('Statement'))
  const form = within(screen.getByRole('button', { name: 'Download PDF' }).closest('form') ?? document.body)
  fireEvent.change(form.getByLabelText('From'), { target: { value: '2026-11-01' } })
  fireEvent.change(form.getByLabelText('To'), { target: { value: '2026-11-30' } })
  await userEvent.click(form.getByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.url).toMatch(/\?from=2026-11-01&to=2026-11-30$/)
})

test('the dashboard shows the balance, the referral code and links to other pages', async () => {
  const { container } = render(<Dashboard {...dashboardPage()} />)
  expect(screen.getByRole('heading', { name: 'Welcome, Ada Obi' })).toBeVisible()
  expect(screen.getByText('₦12,500.00')).toBeVisible()
  expect(screen.getByText('ADA2345')).toBeVisible()
  expect(screen.getByText(/1 NGN = 1 UTW/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Power' })).toHaveAttribute('href', '/electricity/subscription')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the dashboard links each recent order to the page for its current state', () => {
  const processing = transaction({
    reference: 'STUVWXYZ6789',
    state: 'vending',
    title: 'DStv Compact',
    number: '1212121212',
    total_amount: 19_100,
    link: '/cabletv/transactions/process?reference=STUVWXYZ6789',
  })
  const { rerender } = render(<Dashboard {...dashboardPage({ orders: [processing, transaction()] })} />)
  const order = screen.getByRole('link', { name: /DStv Compact/ })
  expect(order).toHaveAttribute('href', processing.link)
  expect(order).toHaveTextContent('₦19,100.00Processing')
  expect(screen.getByRole('link', { name: /Electricity.*Delivered/ })).toBeVisible()
  rerender(<Dashboard {...dashboardPage({ orders: [] })} />)
  expect(screen.getAllByText('No transaction records.')[0]).toBeVisible()
})

test('a user with an unverified e-mail sees a verification prompt and no wallet', () => {
  const page = { profile: profile({ email_verified: false }), balance: null, walletTransactions: null }
  render(<Dashboard {...dashboardPage(page)} />)
  expect(screen.getByText(/Verify your e-mail to use your wallet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Verify it now' })).toHaveAttribute('href', '/email/verify')
  expect(screen.queryByText('Wallet balance')).toBeNull()
})

test('the top-up result counts down from 3, redirects after 4 seconds and shows a one-hour timer', async () => {
  vi.useFakeTimers()
  const requests = respond(verifyTopUp, () =>
    success({ reference: 'TOPUP2345678', amount: 5000, type: 'wallet_topup' }),
  )
  render(<WalletResult {...walletResultPage()} />)
  await vi.waitFor(() => screen.getByText('WALLET TOP-UP'), { timeout: 8_000 })
  expect(screen.getByText('₦5,000.00')).toBeVisible()
  expect(screen.getByText('TOPUP2345678')).toBeVisible()
  expect(screen.getByText(/in 3 seconds/)).toBeVisible()
  expect(screen.getByRole('timer')).toHaveTextContent(/Time Remaining: (60:00|59:5\d)/)
  // The text changes at the next tick of 250 ms.
  await act(() => vi.advanceTimersByTimeAsync(3_250))
  expect(screen.getByText(/in 0 seconds/)).toBeVisible()
  expect(navigations).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(navigations).toEqual(['/account/wallet'])
  expect(requests).toHaveLength(1)
  expect(requests[0]?.body).toMatchObject({ reference: 'TOPUP2345678' })
})

test('a pending top-up is polled and not shown as credited', async () => {
  vi.useFakeTimers()
  const requests = respond(verifyTopUp, (_, index) =>
    index === 0
      ? pending('Your payment is being checked.', { reference: 'T', amount: 5000, type: 'wallet_topup' })
      : index === 1
        ? HttpResponse.error()
        : index === 2
          ? HttpResponse.html('<h1>Forbidden</h1>', { status: 403 })
          : success({ reference: 'T', amount: 5000, type: 'wallet_topup' }),
  )
  render(<WalletResult {...walletResultPage()} />)
  await vi.waitFor(() => screen.getByText('Your payment is being checked.'), { timeout: 8_000 })
  expect(screen.queryByText('₦5,000.00')).toBeNull()
  // A response arrives in real time; the next request follows 3 seconds of the fake clock after it.
  for (let count = 2; count <= 4; count++)
    await vi.waitFor(
      async () => {
        await act(() => vi.advanceTimersByTimeAsync(1_000))
        expect(requests).toHaveLength(count)
      },
      { timeout: 8_000 },
    )
  await vi.waitFor(() => screen.getByText('WALLET TOP-UP'), { timeout: 8_000 })
  expect(requests).toHaveLength(4)
})

test('while offline, the top-up result shows the account area’s own text and is not final', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<WalletResult {...walletResultPage()} />)
  const text = 'No internet connection, please check your connection and try again.'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Checking your top-up, please wait...' })).toBeVisible()
})

test('the top-up result redirects to sign-in when the session has ended', async () => {
  const requests = respond(verifyTopUp, () => errorResponse(401, 'Your session has ended.'))
  render(<WalletResult {...walletResultPage()} />)
  await waitFor(() => expect(navigations).toEqual(['/login']))
  expect(requests).toHaveLength(1)
})

test('a failed top-up shows the error without an amount and does not redirect', async () => {
  respond(verifyTopUp, () => errorResponse(409, 'This top-up has not been paid. No money was taken.'))
  const { container } = render(<WalletResult {...walletResultPage()} />)
  expect(
    await screen.findByRole('heading', { name: 'This top-up has not been paid. No money was taken.' }),
  ).toBeVisible()
  expect(screen.getByText(/^Nothing was added to your wallet, and you can try again\./)).toBeVisible()
  expect(screen.queryByText(/₦/)).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the dashboard shows monthly spending as a bar chart and a table', async () => {
  const { container } = render(<Dashboard {...dashboardPage()} />)
  const november = screen.getByRole('row', { name: /November\s2026/, hidden: true })
  expect(november).toHaveTextContent('1₦5,100.0035.2')
  const charts = [...container.querySelectorAll('svg.spending-chart')]
  const labels = charts.map((chart) => [...chart.querySelectorAll('text')].map((text) => text.textContent))
  expect(labels, 'a month with purchases shows its value, in naira and in units').toEqual([
    ['Oct', '₦5.1K', 'Nov'],
    ['Oct', '35.2', 'Nov'],
  ])
  expect(await accessibilityViolations(container)).toEqual([])
})

test('quick buy opens Subscribe for a saved beneficiary and reorders a recent unsaved number once', async () => {
  const requests = respond(buyAgain, () => success({ reference: 'NEWORDER2345', link: '/airtime/x' }))
  const unsaved = transaction({
    service: 'airtime',
    title: 'MTN airtime',
    number: '0803 111 2222',
    customer_name: 'Ada Obi',
  })
  const { container } = render(
    <Dashboard {...dashboardPage({ saved: [meter({ additional_notes: 'Mum' })], unsaved: [unsaved] })} />,
  )
  const quick = within(screen.getByRole('region', { name: 'Quick buy' }))
  expect(quick.getByRole('link', { name: 'All your beneficiaries' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(quick.getByRole('button', { name: /Mum.*11000000000.*Ikeja Electric/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Purchase Units' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await userEvent.dblClick(quick.getByRole('button', { name: /MTN airtime.*0803 111 2222/ }))
  await waitFor(() => expect(navigations).toEqual(['/airtime/x']))
  expect(requests).toHaveLength(1)
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(screen.queryByText('Preparing your order, please wait...')).toBeNull()
})

test('the dashboard lists unpaid orders, refunds without a bank account and cable TV that ends soon', async () => {
  const requests = respond(buyAgain, () => success({ reference: 'NEWORDER2345', link: '/cabletv/x' }))
  const unpaid = transaction({ reference: 'UNPAID234567', state: 'awaiting_payment', link: '/electricity/x' })
  const refund = transaction({ reference: 'REFUND234567', link: '/electricity/y' })
  const month = transaction({
    reference: 'MONTH2345678',
    service: 'cabletv',
    title: 'DStv Padi',
    number: '1212121212',
    delivered_at: '2026-10-24T10:00:00.000Z',
  })
  const { container } = render(
    <Dashboard
      {...dashboardPage({
        due: [
          { reason: 'refund_account', order: refund },
          { reason: 'payment', order: unpaid },
          { reason: 'renewal', order: month },
        ],
      })}
    />,
  )
  const due = within(screen.getByRole('region', { name: 'Due' }))
  expect(due.getByRole('link', { name: 'Pay for Electricity, 11000000000' })).toHaveAttribute(
    'href',
    '/electricity/x',
  )
  expect(due.getByRole('link', { name: /^Add a bank account/ })).toHaveAttribute('href', '/electricity/y')
  expect(due.getByText('Last renewed on', { exact: false })).toHaveTextContent('24 Oct 2026')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(due.getByRole('button', { name: 'Renew DStv Padi for 1212121212' }))
  await waitFor(() => expect(navigations).toEqual(['/cabletv/x']))
  expect(requests).toHaveLength(1)
})

test('the balance can be hidden, and stays hidden in this browser', async () => {
  const { unmount, container } = render(<Dashboard {...dashboardPage()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }))
  expect(screen.queryByText('₦12,500.00')).toBeNull()
  expect(screen.getByText('Balance hidden')).toBeInTheDocument()
  expect(await accessibilityViolations(container)).toEqual([])
  unmount()
  render(<Wallet {...walletPage()} />)
  expect(screen.queryByText('₦12,500.00')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show balance' }))
  expect(screen.getByText('₦12,500.00')).toBeVisible()
})

test('without beneficiaries the dashboard links to saving one', () => {
  render(<Dashboard {...dashboardPage()} />)
  expect(screen.getByRole('link', { name: 'Save a beneficiary' })).toHaveAttribute(
    'href',
    '/account/beneficiaries',
  )
})
