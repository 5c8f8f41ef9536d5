// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { readOrderDetails, saveOrderDetails } from '../../../islands/lib/index.ts'
import PowerDetails from '../../../islands/power/details.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { MeterInfo } from '../../../shared/power.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { detailsPageProps, meterInfo, orderStatus, reference } from '../support/orders.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

test('the details page shows customer, address, meter and amounts', async () => {
  const { container } = render(<PowerDetails {...detailsPageProps()} />)
  expect(screen.getByRole('heading', { name: 'ADA OBI' })).toBeVisible()
  expect(screen.getByText('12 Allen Avenue, Ikeja')).toBeVisible()
  expect(container.querySelector('img')).toHaveAttribute('src', '/logos/ikedc.svg')
  expect(screen.getByText('IKEDC')).toBeVisible()
  expect(screen.getByText(/Ikeja Electric/)).toBeVisible()
  expect(line('Meter number')).toHaveTextContent('45012345678')
  expect(line('Meter type')).toHaveTextContent('Prepaid')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('State')).toHaveTextContent('Lagos')
  expect(line('Outstanding')).toHaveTextContent('₦0.00')
  expect(line('Vend amount')).toHaveTextContent('₦5,000.00')
  expect(line('Service charge')).toHaveTextContent('₦100.00')
  expect(line('Total amount')).toHaveTextContent('₦5,100.00')
  expect(screen.queryByText('Estimated units')).toBeNull()
  expect(screen.queryByText('New meter: first purchase to this number')).toBeNull()
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/electricity/subscription')
  expect(screen.getByRole('link', { name: 'Proceed to Payment' })).toHaveAttribute(
    'href',
    `/electricity/pay?reference=${reference}`,
  )
  expect(await accessibilityViolations(container)).toEqual([])
})

test('missing values are shown as Not available; the vendor’s estimate is shown with its date', () => {
  const details = meterInfo({
    state: null,
    outstanding: null,
    customer_address: null,
    first_time: true,
    estimated_units: { units: 24.8, created_at: '2026-11-21T13:05:00.000Z' },
  })
  render(<PowerDetails {...detailsPageProps({ details })} />)
  expect(line('State')).toHaveTextContent('Not available')
  expect(line('Outstanding')).toHaveTextContent('Not available')
  expect(line('Estimated units')).toHaveTextContent(/24\.8 kWh, calculated 21 Nov 2026/)
  expect(screen.getByText('New meter: first purchase to this number')).toBeVisible()
})

test('known arrears and VAT are shown as deductions before the energy amount', () => {
  const details = meterInfo({
    outstanding: 1250.5,
    breakdown: { arrears: 1250.5, vat: 261.6, energy: 3487.9 },
    estimated_units: { units: 100.2, created_at: '2026-11-21T13:05:00.000Z' },
  })
  render(<PowerDetails {...detailsPageProps({ details })} />)
  expect(line('Outstanding')).toHaveTextContent('₦1,250.50')
  expect(line('Arrears deducted')).toHaveTextContent('−₦1,250.50')
  expect(line('VAT (7.5%)')).toHaveTextContent('−₦261.60')
  expect(line('Left for electricity')).toHaveTextContent('₦3,487.90')
  expect(line('Estimated units')).toHaveTextContent('100.2 kWh')
})

test('stored details of this order are shown without a request', () => {
  saveOrderDetails('power', meterInfo({ customer_name: 'KEPT HERE' }))
  render(<PowerDetails {...detailsPageProps({ details: null })} />)
  expect(screen.getByRole('heading', { name: 'KEPT HERE' })).toBeVisible()
})

test('missing details, and those of another order, show No record found', async () => {
  const { container, unmount } = render(<PowerDetails {...detailsPageProps({ details: null })} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
  expect(container.textContent).not.toContain('No money was taken')
  expect(screen.getByLabelText('Last four digits of the number you paid for')).toBeRequired()
  expect(await accessibilityViolations(container)).toEqual([])
  unmount()
  saveOrderDetails('power', meterInfo({ order_reference: 'ZZZZZZZZZZZZ' }))
  render(<PowerDetails {...detailsPageProps({ details: null })} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
  expect(screen.queryByText('Proceed to Payment')).toBeNull()
})

test('details from the server take precedence over storage and are stored', () => {
  saveOrderDetails('power', meterInfo({ customer_name: 'OLD' }))
  render(<PowerDetails {...detailsPageProps()} />)
  expect(screen.queryByText('OLD')).toBeNull()
  expect(readOrderDetails('power', MeterInfo)?.customer_name).toBe('ADA OBI')
})

test('Proceed to Payment opens the payment dialog', async () => {
  render(<PowerDetails {...detailsPageProps()} />)
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  const dialog = screen.getByRole('dialog', { name: 'How do you want to pay?' })
  expect(within(dialog).getByText('For ADA OBI, meter 45012345678')).toBeVisible()
})

test('leaving for the checkout stores the details again: an ended session has cleared the storage', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getProfile, () => errorResponse(403, 'Please sign in to continue.'))
  respond(getPaymentCards, () => errorResponse(403, 'Please sign in to continue.'))
  respond(getWalletBalance, () => errorResponse(401, 'Your session has ended.'))
  respond(initiatePayment, () => success({ checkoutUrl: 'https://checkout.example/pay/1' }))
  render(<PowerDetails {...detailsPageProps({ signedIn: true })} />)
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  await screen.findByText(/You are signed out/)
  expect(readOrderDetails('power', MeterInfo)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /^Card/ }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay ₦/ }))
  await waitFor(() => expect(navigations).toEqual(['https://checkout.example/pay/1']))
  expect(readOrderDetails('power', MeterInfo)).toEqual(meterInfo())
})

test('after a failed payment the same order can be paid again from the note that reports it', async () => {
  const status = orderStatus({
    state: 'awaiting_payment',
    page: 'details',
    can_pay: true,
    money: { status: 'not_taken', message: 'Your payment was declined. No money was taken.', amount: 0 },
  })
  render(
    <PowerDetails {...detailsPageProps({ status, note: 'The payment of this order is not finished.' })} />,
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This order is not paid yet')
  expect(screen.getByText('Your payment was declined. No money was taken.')).toBeVisible()
  expect(screen.getByText("You won't be charged twice.")).toBeVisible()
  expect(screen.getByText('The payment of this order is not finished.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Proceed to Payment' })).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Try again' }))
  expect(screen.getByRole('dialog', { name: 'How do you want to pay?' })).toBeVisible()
})

test('while the service is paused its details page offers no payment and shows the reason', () => {
  const outage = {
    service: 'power' as const,
    status: 0 as const,
    reason: 'The companies are being upgraded.',
  }
  render(<PowerDetails {...detailsPageProps({ outage })} />)
  expect(screen.getByRole('heading', { name: 'This service is currently not available' })).toBeVisible()
  expect(screen.getByText('The companies are being upgraded.')).toBeVisible()
  expect(screen.getByRole('link', { name: "Notify me when it's back" })).toHaveAttribute(
    'href',
    '/tell-me?service=power',
  )
  expect(screen.queryByText('Proceed to Payment')).toBeNull()
})

test('an expired order is said to be unpaid, and offers a new order or the same once more', () => {
  const message = 'This order has expired. No money was taken. Please start again.'
  const status = orderStatus({
    state: 'expired',
    can_pay: false,
    money: { status: 'not_taken', message, amount: 0 },
  })
  render(<PowerDetails {...detailsPageProps({ status })} />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This order was not paid in time')
  expect(screen.getByText(message)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Start a new order' })).toHaveAttribute(
    'href',
    '/electricity/subscription',
  )
  expect(screen.getByRole('button', { name: 'Buy again' }).closest('form')).toHaveAttribute(
    'action',
    '/orders/again',
  )
  expect(screen.queryByRole('link', { name: 'Cancel' })).toBeNull()
})

test('while the outcome of a payment is unknown, paying again is not offered', () => {
  const status = orderStatus({
    state: 'awaiting_payment',
    money: { status: 'checking', message: 'We are checking your payment.', amount: 0 },
  })
  render(<PowerDetails {...detailsPageProps({ status })} />)
  expect(screen.getByText('We are checking your payment.')).toBeVisible()
  expect(screen.queryByText('Proceed to Payment')).toBeNull()
})

test('a page restored after the checkout is reloaded', () => {
  render(<PowerDetails {...detailsPageProps()} />)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(navigations).toEqual([])
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(navigations).toEqual(['reload'])
})
