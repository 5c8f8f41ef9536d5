// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import NotifyMe from '../../islands/chooser/notify-me.tsx'
import RefundAccount from '../../islands/orders/refund-account.tsx'
import Report from '../../islands/orders/report.tsx'
import { subscribeToServiceAlert } from '../../shared/operations.ts'
import { checkRefundAccount, setRefundAccount } from '../../shared/orders.ts'
import { reportOrder } from '../../shared/tickets.ts'
import { errorResponse, mockApi, success, waitForToast } from './support/api.ts'
import { accessibilityViolations } from './support/axe.ts'
import { recordNavigations } from './support/navigation.ts'
import {
  accessToken,
  notifyMePage,
  orderStatus,
  reference,
  refundAccountPage,
  reportPage,
} from './support/orders.ts'
import { resetPageForEachTest } from './support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a problem with an order is reported once, and the ticket number replaces the form', async () => {
  const requests = respond(reportOrder, () => success({ number: 'T-7K4M2QXA' }))
  const { container } = render(<Report {...reportPage()} />)
  expect(screen.getByText('We have received your payment.')).toBeVisible()
  expect(screen.getByText(/^Sending your order to Ikeja Electric/)).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
  await type('What went wrong?', 'I paid and got no token.')
  await press('Send report')
  expect(await screen.findByText('T-7K4M2QXA')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Ticket created' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.url).toContain(`/orders/${reference}/report`)
  expect(requests[0]?.body).toEqual({
    message: 'I paid and got no token.',
    email: '',
    access_token: accessToken,
  })
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    `/electricity/transactions/process?reference=${reference}&order=${accessToken}`,
  )
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a report with an empty message or an invalid e-mail is not sent; a rejected report keeps its text', async () => {
  const requests = respond(reportOrder, () => errorResponse(429, 'Too many attempts. Please wait.'))
  render(<Report {...reportPage()} />)
  await press('Send report')
  await waitForToast('Message is required.')
  await type('What went wrong?', 'No token came.')
  await type(/E-mail for our reply/, 'ada@')
  await press('Send report')
  expect(requests).toHaveLength(0)
  await type(/E-mail for our reply/, 'example.com')
  await press('Send report')
  expect(await screen.findByText('Too many attempts. Please wait.', { selector: 'li' })).toBeVisible()
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('No token came.')
})

test('the name of a refund account is shown before it is submitted, and it is submitted once', async () => {
  const checked = respond(checkRefundAccount, () => success({ account_name: 'ADA OBI' }))
  const accountRequests = respond(setRefundAccount, () => success(orderStatus({ state: 'refunding' })))
  const { container } = render(<RefundAccount {...refundAccountPage()} />)
  expect(await accessibilityViolations(container)).toEqual([])
  await press(/^Bank/)
  await userEvent.type(screen.getByRole('searchbox'), 'guar')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guaranty Trust' }))
  await type('Account number', '0123456789')
  await press('Verify account')
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(accountRequests).toHaveLength(0)

  // Another number is another account, whose name was not checked.
  await type('Account number', '{Backspace}1')
  expect(screen.queryByText('ADA OBI')).toBeNull()
  await press('Verify account')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Refund ₦2,100.00 to this account' }))
  const orderPage = `/electricity/transactions/process?reference=${reference}&order=${accessToken}`
  await waitFor(() => expect(navigations).toEqual([orderPage]))
  expect(checked).toHaveLength(2)
  expect(accountRequests).toHaveLength(1)
  expect(accountRequests[0]?.body).toEqual({
    bank_code: '058',
    account_number: '0123456781',
    access_token: accessToken,
  })
  expect(accountRequests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('the PIN is requested after the account check and sent only with the account', async () => {
  const checked = respond(checkRefundAccount, () => success({ account_name: 'ADA OBI' }))
  const accountRequests = respond(setRefundAccount, () => success(orderStatus({ state: 'refunding' })))
  const status = orderStatus({
    state: 'refunding',
    refund_account: { amount: 2100, currency: 'NGN', gateway: 'paystack', requires: 'pin' },
  })
  const values = { bank_code: '058', account_number: '0123456789' }
  const { container } = render(<RefundAccount {...refundAccountPage({ status, values })} />)
  expect(screen.queryByLabelText('Your 6-digit PIN')).toBeNull()
  await press('Verify account')
  await type('Your 6-digit PIN', '246810')
  expect(await accessibilityViolations(container)).toEqual([])
  await press('Refund ₦2,100.00 to this account')
  await waitFor(() => expect(accountRequests).toHaveLength(1))
  expect(checked[0]?.body).toEqual({ ...values, access_token: accessToken })
  expect(accountRequests[0]?.body).toEqual({ ...values, access_token: accessToken, auth_pin: '246810' })
})

test('an unknown account shows an error at the account number', async () => {
  respond(checkRefundAccount, () =>
    errorResponse(422, 'Please check the form.', { account_number: ['We could not find that account.'] }),
  )
  render(
    <RefundAccount {...refundAccountPage({ values: { bank_code: '058', account_number: '0123450003' } })} />,
  )
  await press('Verify account')
  await waitFor(() =>
    expect(screen.getByLabelText('Account number')).toHaveAccessibleDescription(
      /could not find that account/,
    ),
  )
  expect(screen.getByRole('button', { name: 'Verify account' })).toBeEnabled()
})

test('a service notification request sends only the filled field: phone or e-mail', async () => {
  const requests = respond(subscribeToServiceAlert, () =>
    success({ service: 'power' }, 'We will tell you when it is back.'),
  )
  const { container } = render(<NotifyMe {...notifyMePage()} />)
  expect(await accessibilityViolations(container)).toEqual([])
  await press('Notify me')
  await waitForToast('Phone: Please enter a phone number or an e-mail address.')
  await type('Phone number', '08031234567')
  await press('Notify me')
  expect(await screen.findByText('We will tell you when it is back.')).toBeVisible()
  expect(requests.map((request) => request.body)).toEqual([{ phone: '+2348031234567' }])
  expect(requests[0]?.url).toContain('/services/power/tell-me')
})

test('a service that is available again links to its form', () => {
  render(<NotifyMe {...notifyMePage({ service: { service: 'power', status: 1, reason: null } })} />)
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/electricity/subscription')
})
