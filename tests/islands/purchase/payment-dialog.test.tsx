// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { toast } from '../../../islands/lib/index.ts'
import { checkoutAddress } from '../../../islands/purchase/checkout.ts'
import { isMethodUsable, selectableMethods } from '../../../islands/purchase/methods.ts'
import { PaymentDialog } from '../../../islands/purchase/payment-dialog.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { getPaymentCards, initiateCardPayment, type SavedCard } from '../../../shared/cards.ts'
import { getPaymentOptions, initiatePayment } from '../../../shared/payments.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import { balance, card, profile, verve } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { paymentOptions, reference } from '../support/orders.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const order = {
  service: 'power' as const,
  reference,
  serviceId: reference,
  serviceCharge: 100,
  total: 5100,
  description: 'Ikeja Electric, meter 45012345678',
  beneficiary: 'ADA OBI, meter 45012345678',
}
const checkoutUrl = 'https://checkout.example/pay/1'
const onClose = vi.fn()

const open = (overrides: Partial<Parameters<typeof PaymentDialog>[0]> = {}) =>
  render(
    <PaymentDialog
      order={order}
      options={paymentOptions}
      signedIn={false}
      simulated={false}
      onClose={onClose}
      {...overrides}
    />,
  )
const method = (name: RegExp) => screen.getByRole('radio', { name })
const pay = () => screen.getByRole('button', { name: 'Pay ₦5,100.00' })

async function payByTransfer() {
  await userEvent.click(method(/Bank transfer/))
  await userEvent.click(pay())
}

test('the payment dialog shows amount, recipient, methods, next step and the warning not to close it', async () => {
  const { container } = open()
  expect(screen.getByText('₦5,100.00')).toBeVisible()
  expect(screen.getByText('For ADA OBI, meter 45012345678')).toBeVisible()
  expect(method(/Bank transfer.*Transfer from any bank/)).toBeEnabled()
  expect(method(/Card.*Visa, Mastercard or Verve/)).toBeEnabled()
  expect(screen.getByText(/do not close this window after a successful transaction/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Select a payment method' })).toBeDisabled()
  await userEvent.click(method(/USSD/))
  expect(screen.getByText('Next: You get a code to dial on your phone.')).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a guest sees no wallet, no saved cards and no save-card checkbox', () => {
  open()
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

/** Opens the dialog for a signed-in user with these saved cards. */
function openSignedIn(cards: SavedCard[]) {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getProfile, () => success(profile()))
  respond(getWalletBalance, () => success(balance()))
  respond(getPaymentCards, () => success(cards))
  return open({ signedIn: true })
}

test('with Save card for later ticked only CARD is usable, and another selected method is dropped', async () => {
  openSignedIn([card()])
  const savedCardButton = await screen.findByRole('button', { name: /Saved card/ })
  await userEvent.click(method(/Wallet/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  expect(method(/Wallet/)).not.toBeChecked()
  expect(method(/Wallet/)).toBeDisabled()
  expect(savedCardButton).toBeDisabled()
  expect(method(/^Card/)).toBeEnabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  expect(method(/Wallet/)).toBeEnabled()
})

test('a user without saved cards sees no saved-card option; the wallet shows its balance', async () => {
  openSignedIn([])
  expect(await screen.findByText('Pay from your wallet. You have ₦12,500.00')).toBeVisible()
  expect(screen.queryByText('Saved card')).toBeNull()
  expect(screen.getByLabelText('E-mail for your receipt (optional)')).toHaveValue('ada@example.com')
})

test('the saved cards are a separate list with a back button', async () => {
  const { container } = openSignedIn([card(), verve])
  await userEvent.click(await screen.findByRole('button', { name: /Saved card/ }))
  expect(method(/Visa 408408 •••• 4081.*Expires 12\/30, TEST BANK/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Choose a card' })).toBeDisabled()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'All payment methods' }))
  expect(method(/Bank transfer/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Select a payment method' })).toBeDisabled()
})

test('a selected card is charged by its own endpoint, and its redirect on our own origin is followed', async () => {
  const requests = respond(initiateCardPayment, () =>
    success({ checkoutUrl: `/electricity/transactions/process?reference=${reference}` }),
  )
  openSignedIn([card(), verve])
  await userEvent.click(await screen.findByRole('button', { name: /Saved card/ }))
  await userEvent.click(method(/Visa/))
  await userEvent.click(pay())
  await waitFor(() =>
    expect(navigations[0]).toContain(`/electricity/transactions/process?reference=${reference}`),
  )
  expect(requests[0]?.body).toEqual({
    order_reference: reference,
    service_id: reference,
    amount: 5100,
    device_id: null,
    service_charge: 100,
    payment_for: 'electricity',
    description: 'Ikeja Electric, meter 45012345678',
    payment_method: 'SAVED_CARD',
    payment_card_id: card().uniqueid,
    save_card: false,
    email: 'ada@example.com',
  })
})

test('cards are cached, and the cache is cleared after a payment that saves a card', async () => {
  respond(initiatePayment, () => success({ checkoutUrl }))
  openSignedIn([card()])
  await screen.findByRole('button', { name: /Saved card/ })
  expect(sessionStorage.getItem('sanwo:cache:user:cards')).toContain('4081')
  await userEvent.click(method(/^Card/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  await userEvent.click(pay())
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(sessionStorage.getItem('sanwo:cache:user:cards')).toBeNull()
})

test('the offered payment methods depend on sign-in, saved cards and the purpose of the payment', () => {
  const visibleMethods = (context: Parameters<typeof selectableMethods>[1]) =>
    selectableMethods(paymentOptions, context).map(({ identifier }) => identifier)
  expect(visibleMethods({ signedIn: true, hasCards: true, isTopUp: false })).toHaveLength(5)
  expect(visibleMethods({ signedIn: true, hasCards: false, isTopUp: false })).not.toContain('SAVED_CARD')
  expect(visibleMethods({ signedIn: true, hasCards: true, isTopUp: true })).not.toContain('WALLET')
  expect(visibleMethods({ signedIn: false, hasCards: false, isTopUp: false })).toEqual([
    'ACCOUNT_TRANSFER',
    'CARD',
    'USSD',
  ])
  expect(isMethodUsable('USSD', true)).toBe(false)
})

test('paying sends exactly the specified fields with a stored idempotency key, and opens the checkout', async () => {
  const requests = respond(initiatePayment, ({ headers }) => {
    expect(sessionStorage.getItem(`sanwo:key:pay:${reference}`)).toContain(headers.get('idempotency-key'))
    return success({ checkoutUrl })
  })
  open()
  await payByTransfer()
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(requests[0]?.body).toEqual({
    order_reference: reference,
    service_id: reference,
    amount: 5100,
    device_id: null,
    service_charge: 100,
    payment_for: 'electricity',
    description: 'Ikeja Electric, meter 45012345678',
    payment_method: 'ACCOUNT_TRANSFER',
    save_card: false,
  })
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByText('Opening the payment page, please wait...')).toBeVisible()
})

test('the receipt e-mail is sent only when entered, and must be valid', async () => {
  const requests = respond(initiatePayment, () => success({ checkoutUrl }))
  open()
  const email = screen.getByLabelText('E-mail for your receipt (optional)')
  await userEvent.type(email, 'ada@')
  await payByTransfer()
  expect(email).toHaveAccessibleDescription(/e-mail address like/)
  expect(email).toHaveFocus()
  expect(requests).toHaveLength(0)
  await userEvent.type(email, 'Example.com')
  await userEvent.click(pay())
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ email: 'ada@example.com' }))
})

test('during the request the dialog cannot be closed, and a second click pays once', async () => {
  const response = Promise.withResolvers<void>()
  const requests = respond(initiatePayment, async () => {
    await response.promise
    return success({ checkoutUrl })
  })
  open()
  await userEvent.click(method(/Bank transfer/))
  await userEvent.dblClick(pay())
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  response.resolve()
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests).toHaveLength(1)
})

test('a checkout that does not open is offered as a link, and the dialog is usable again', async () => {
  respond(initiatePayment, () => success({ checkoutUrl }))
  open()
  await userEvent.click(method(/Bank transfer/))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.click(pay())
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(8_100))
  expect(screen.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', checkoutUrl)
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(screen.queryByText(/please wait/)).toBeNull()
})

test('after Back from the checkout the dialog is usable again', async () => {
  respond(initiatePayment, () => success({ checkoutUrl }))
  open()
  await payByTransfer()
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a rejection is shown in a toast and in the dialog, which is usable again', async () => {
  respond(initiatePayment, () =>
    errorResponse(409, 'This order is already paid. You do not need to pay again.'),
  )
  open()
  await payByTransfer()
  await waitForToast('Conflict: This order is already paid. You do not need to pay again.')
  expect(screen.getByText('This order is already paid. You do not need to pay again.')).toBeVisible()
  expect(navigations).toEqual([])
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('after a lost response the request is repeated with the same idempotency key', async () => {
  const requests = respond(initiatePayment, (_, index) =>
    index === 0 ? HttpResponse.error() : success({ checkoutUrl }),
  )
  open()
  await payByTransfer()
  await screen.findByText('An error occurred. Please try again later.', { selector: '.field-error' })
  await userEvent.click(pay())
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(requests[1]?.headers.get('idempotency-key')).toBe(requests[0]?.headers.get('idempotency-key'))
})

test('an unsafe checkout URL is not followed, and the user sees that no money was taken', async () => {
  respond(initiatePayment, () => success({ checkoutUrl: 'http://checkout.example/pay/1' }))
  open()
  await payByTransfer()
  await waitForToast('The payment page cannot be opened right now. No money was taken.')
  expect(navigations).toEqual([])
})

test.each([
  ['https://checkout.example/1', false, 'https://checkout.example/1'],
  [
    '/electricity/transactions/process?reference=A',
    false,
    'https://sanwo.example/electricity/transactions/process?reference=A',
  ],
  ['http://checkout.example/1', false, null],
  ['http://127.0.0.1:3900/checkout/1', false, null],
  ['http://127.0.0.1:3900/checkout/1', true, 'http://127.0.0.1:3900/checkout/1'],
  ['http://127.0.0.1.evil.example/1', true, null],
  ['javascript:alert(1)', true, null],
  ['https://', false, null],
  ['', false, null],
])('for the URL %s (simulated: %s) the browser follows %s', (url, simulated, followed) => {
  expect(checkoutAddress(url, { origin: 'https://sanwo.example', simulated })).toBe(followed)
})

test('a response without a checkout URL shows an error and does not navigate', async () => {
  respond(initiatePayment, () => success({}))
  open()
  await payByTransfer()
  await waitForToast('The payment page cannot be opened right now. No money was taken.')
  expect(navigations).toEqual([])
})

test('a wallet payment after a sign-out elsewhere shows that without a toast and leaves the guest methods', async () => {
  const errorToast = vi.spyOn(toast, 'error')
  openSignedIn([])
  respond(initiatePayment, (_, index) =>
    index === 0 ? errorResponse(401, 'Your session has ended.') : success({ checkoutUrl }),
  )
  await userEvent.click(method(/Wallet/))
  await userEvent.click(pay())
  expect(await screen.findByRole('alert')).toHaveTextContent(/You are signed out\. Sign in again/)
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(screen.queryByRole('radio', { name: /Wallet/ })).toBeNull()
  expect(errorToast).not.toHaveBeenCalled()
  await payByTransfer()
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
})

test('the e-mail of a user whose session has ended is neither shown nor sent for the guest', async () => {
  openSignedIn([])
  const requests = respond(initiatePayment, (_, index) =>
    index === 0 ? errorResponse(401, 'Your session has ended.') : success({ checkoutUrl }),
  )
  const email = await screen.findByDisplayValue(profile().email)
  await userEvent.click(method(/Wallet/))
  await userEvent.click(pay())
  await screen.findByRole('alert')
  expect(email).toBeInTheDocument()
  expect(email).toHaveValue('')
  await payByTransfer()
  await waitFor(() => expect(navigations).toEqual([checkoutUrl]))
  expect(requests[1]?.body).not.toHaveProperty('email')
})

test('a session that ended before the payment leaves the guest methods, and nothing is sent for the wallet', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getProfile, () => success(profile()))
  respond(getPaymentCards, () => success([]))
  respond(getWalletBalance, () => errorResponse(401, 'Your session has ended.'))
  const requests = respond(initiatePayment, () => success({ checkoutUrl }))
  open({ signedIn: true })
  expect(await screen.findByRole('alert')).toHaveTextContent(/You are signed out\. Sign in again/)
  expect(screen.queryByRole('radio', { name: /Wallet/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Save card for later' })).toBeNull()
  expect(requests).toHaveLength(0)
})

test('payment methods missing in the page are fetched; an empty list shows a message', async () => {
  const requests = respond(getPaymentOptions, () => success([]))
  open({ options: [] })
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(screen.getByText('No data...')).toBeVisible()
})
