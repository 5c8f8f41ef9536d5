// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { checkoutAddress } from '../../../islands/purchase/checkout.ts'
import { isUsable, methodsFor } from '../../../islands/purchase/methods.ts'
import { PaymentDialog } from '../../../islands/purchase/payment-dialog.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { getPaymentCards, initiateCardPayment, type SavedCard } from '../../../shared/cards.ts'
import { getPaymentOptions, initiatePayment } from '../../../shared/payments.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import { balance, card, profile, verve } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { paymentOptions, reference } from '../support/orders.ts'
import { freshPages, pageWith, pause } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

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

const open = (over: Partial<Parameters<typeof PaymentDialog>[0]> = {}) =>
  render(
    <PaymentDialog
      order={order}
      options={paymentOptions}
      signedIn={false}
      simulated={false}
      onClose={onClose}
      {...over}
    />,
  )
const method = (name: RegExp) => screen.getByRole('radio', { name })
const pay = () => screen.getByRole('button', { name: 'Pay ₦5,100.00' })

async function payByTransfer() {
  await userEvent.click(method(/Bank transfer/))
  await userEvent.click(pay())
}

test('the dialog says how much, to whom, by what, what happens next, and not to close it', async () => {
  const { container } = open()
  expect(screen.getByText('₦5,100.00')).toBeVisible()
  expect(screen.getByText('For ADA OBI, meter 45012345678')).toBeVisible()
  expect(method(/Bank transfer.*Transfer from any bank/)).toBeEnabled()
  expect(method(/Card.*Visa, Mastercard or Verve/)).toBeEnabled()
  expect(screen.getByText(/do not close this window after a successful transaction/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose how to pay' })).toBeDisabled()
  await userEvent.click(method(/USSD/))
  expect(screen.getByText('Next: You get a code to dial on your phone.')).toBeVisible()
  expect(await brokenRules(container)).toEqual([])
})

test('a guest sees no wallet, no saved cards and no save-card tick', () => {
  open()
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.queryByRole('checkbox')).toBeNull()
})

/** A signed-in person as the dialog asks for them. */
function signedInWith(cards: SavedCard[]) {
  pageWith({ token: 'bearer' })
  answer(getProfile, () => success(profile()))
  answer(getWalletBalance, () => success(balance()))
  answer(getPaymentCards, () => success(cards))
  return open({ signedIn: true })
}

test('with Save card for later ticked only CARD stays usable, and another choice is dropped', async () => {
  signedInWith([card()])
  const saved = await screen.findByRole('button', { name: /Saved card/ })
  await userEvent.click(method(/Wallet/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  expect(method(/Wallet/)).not.toBeChecked()
  expect(method(/Wallet/)).toBeDisabled()
  expect(saved).toBeDisabled()
  expect(method(/^Card/)).toBeEnabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  expect(method(/Wallet/)).toBeEnabled()
})

test('a person without saved cards sees no saved-card option; the wallet says what it holds', async () => {
  signedInWith([])
  expect(await screen.findByText('Pay from your wallet. You have ₦12,500.00')).toBeVisible()
  expect(screen.queryByText('Saved card')).toBeNull()
  expect(screen.getByLabelText('E-mail for your receipt (optional)')).toHaveValue('ada@example.com')
})

test('the saved cards are a list of their own, and there is a way back', async () => {
  const { container } = signedInWith([card(), verve])
  await userEvent.click(await screen.findByRole('button', { name: /Saved card/ }))
  expect(method(/Visa 408408 •••• 4081.*Expires 12\/30, TEST BANK/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Choose a card' })).toBeDisabled()
  expect(await brokenRules(container)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'All ways to pay' }))
  expect(method(/Bank transfer/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose how to pay' })).toBeDisabled()
})

test('a chosen card is paid with by its own call, and the answer is followed on our own origin', async () => {
  const asked = answer(initiateCardPayment, () =>
    success({ checkoutUrl: `/electricity/transactions/process?reference=${reference}` }),
  )
  signedInWith([card(), verve])
  await userEvent.click(await screen.findByRole('button', { name: /Saved card/ }))
  await userEvent.click(method(/Visa/))
  await userEvent.click(pay())
  await waitFor(() => expect(went[0]).toContain(`/electricity/transactions/process?reference=${reference}`))
  expect(asked[0]?.body).toEqual({
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

test('cards are remembered for two hours, and forgotten after a payment that saves one', async () => {
  answer(initiatePayment, () => success({ checkoutUrl }))
  signedInWith([card()])
  await screen.findByRole('button', { name: /Saved card/ })
  expect(sessionStorage.getItem('sanwo:cache:user:cards')).toContain('4081')
  await userEvent.click(method(/^Card/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save card for later' }))
  await userEvent.click(pay())
  await waitFor(() => expect(went).toEqual([checkoutUrl]))
  expect(sessionStorage.getItem('sanwo:cache:user:cards')).toBeNull()
})

test('who sees which way to pay follows the specification', () => {
  const seen = (payer: Parameters<typeof methodsFor>[1]) =>
    methodsFor(paymentOptions, payer).map(({ identifier }) => identifier)
  expect(seen({ signedIn: true, hasCards: true, topUp: false })).toHaveLength(5)
  expect(seen({ signedIn: true, hasCards: false, topUp: false })).not.toContain('SAVED_CARD')
  expect(seen({ signedIn: true, hasCards: true, topUp: true })).not.toContain('WALLET')
  expect(seen({ signedIn: false, hasCards: false, topUp: false })).toEqual([
    'ACCOUNT_TRANSFER',
    'CARD',
    'USSD',
  ])
  expect(isUsable('USSD', true)).toBe(false)
})

test('paying sends exactly the listed keys under a stored key, and leaves for the checkout', async () => {
  const asked = answer(initiatePayment, ({ headers }) => {
    expect(sessionStorage.getItem(`sanwo:key:pay:${reference}`)).toContain(headers.get('idempotency-key'))
    return success({ checkoutUrl })
  })
  open()
  await payByTransfer()
  await waitFor(() => expect(went).toEqual([checkoutUrl]))
  expect(asked[0]?.body).toEqual({
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
  expect(asked[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByText('Opening the payment page, please wait...')).toBeVisible()
})

test('an e-mail for the receipt is sent only when it is given, and must be one', async () => {
  const asked = answer(initiatePayment, () => success({ checkoutUrl }))
  open()
  const email = screen.getByLabelText('E-mail for your receipt (optional)')
  await userEvent.type(email, 'ada@')
  await payByTransfer()
  expect(email).toHaveAccessibleDescription(/e-mail address like/)
  expect(email).toHaveFocus()
  expect(asked).toHaveLength(0)
  await userEvent.type(email, 'Example.com')
  await userEvent.click(pay())
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ email: 'ada@example.com' }))
})

test('during the call the dialog cannot be left, and pressing again pays once', async () => {
  const asked = answer(initiatePayment, async () => {
    await pause(200)
    return success({ checkoutUrl })
  })
  open()
  await userEvent.click(method(/Bank transfer/))
  await userEvent.dblClick(pay())
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await waitFor(() => expect(went).toHaveLength(1))
  expect(asked).toHaveLength(1)
})

test('a checkout that does not come is a link, and the dialog can be used again', async () => {
  answer(initiatePayment, () => success({ checkoutUrl }))
  open()
  await userEvent.click(method(/Bank transfer/))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.click(pay())
  await waitFor(() => expect(went).toEqual([checkoutUrl]))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(8_100))
  expect(screen.getByRole('link', { name: 'Open the payment page' })).toHaveAttribute('href', checkoutUrl)
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(screen.queryByText(/please wait/)).toBeNull()
})

test('after Back from the checkout the dialog is as ready as before', async () => {
  answer(initiatePayment, () => success({ checkoutUrl }))
  open()
  await payByTransfer()
  await waitFor(() => expect(went).toEqual([checkoutUrl]))
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a refusal is toasted and stands in the dialog, which can be used again', async () => {
  answer(initiatePayment, () => refusal(409, 'This order is already paid. You do not need to pay again.'))
  open()
  await payByTransfer()
  await toasted('Conflict: This order is already paid. You do not need to pay again.')
  expect(screen.getByText('This order is already paid. You do not need to pay again.')).toBeVisible()
  expect(went).toEqual([])
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('a lost reply is sent again under the same key', async () => {
  const asked = answer(initiatePayment, (_, at) =>
    at === 0 ? HttpResponse.error() : success({ checkoutUrl }),
  )
  open()
  await payByTransfer()
  await screen.findByText('An error occurred. Please try again later.', { selector: '.field-error' })
  await userEvent.click(pay())
  await waitFor(() => expect(went).toEqual([checkoutUrl]))
  expect(asked[1]?.headers.get('idempotency-key')).toBe(asked[0]?.headers.get('idempotency-key'))
})

test('an unsafe checkout is not followed, and the person is told that no money was taken', async () => {
  answer(initiatePayment, () => success({ checkoutUrl: 'http://checkout.example/pay/1' }))
  open()
  await payByTransfer()
  await toasted('The payment page cannot be opened right now. No money was taken.')
  expect(went).toEqual([])
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
])('of the address %s (simulated: %s) the browser follows %s', (url, simulated, followed) => {
  expect(checkoutAddress(url, { origin: 'https://sanwo.example', simulated })).toBe(followed)
})

test('ways to pay that the page came without are asked for; none at all is said', async () => {
  const asked = answer(getPaymentOptions, () => success([]))
  open({ options: [] })
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.getByText('No data...')).toBeVisible()
})
