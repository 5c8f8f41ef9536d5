// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import AirtimeDetails from '../../../islands/airtime/details.tsx'
import AirtimeForm from '../../../islands/airtime/form.tsx'
import AirtimeSuccess from '../../../islands/airtime/success.tsx'
import {
  readFormValues,
  readOrderDetails,
  saveFormValues,
  saveOrderDetails,
} from '../../../islands/lib/index.ts'
import { AirtimeInfo, getAirtimeOrder as orderEndpoint, quoteAirtime } from '../../../shared/airtime.ts'
import { accessTokenHeader } from '../../../shared/contract.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { accessToken, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'
import {
  airtimeForm,
  airtimeInfo,
  airtimeOrder,
  serviceDetailsPageProps,
  serviceSuccessPageProps,
} from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const filled = { phone_number: '0801 234 5678', selected_provider: 'MTN', amount: '500' }
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

test('phone, network and amount create an order, and the browser navigates to its details', async () => {
  const requests = respond(quoteAirtime, () => success(airtimeInfo()))
  const { container } = render(<AirtimeForm {...airtimeForm()} />)
  expect(continueButton()).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Phone number'), '08012345678')
  await userEvent.click(screen.getByRole('button', { name: /^Network/ }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'MTN' }))
  await userEvent.click(screen.getByRole('button', { name: '₦500' }))
  expect(await accessibilityViolations(container)).toEqual([])
  expect(requests).toHaveLength(0)
  await userEvent.dblClick(continueButton())

  await waitFor(() => expect(navigations).toEqual([`/airtime/customer-details?reference=${reference}`]))
  expect(requests.map(({ body }) => body)).toEqual([
    { phone_number: '+2348012345678', amount: '500', selected_provider: 'MTN' },
  ])
  expect(readFormValues('airtime')).toEqual(filled)
  expect(readOrderDetails('airtime', AirtimeInfo)).toEqual(airtimeInfo())
})

test.each(Object.keys(filled))('without %s Continue stays disabled', (name) => {
  render(<AirtimeForm {...airtimeForm({ values: { ...filled, [name]: '' } })} />)
  expect(continueButton()).toBeDisabled()
})

test('a number’s prefix suggests its network, which is selected only by a click', async () => {
  render(<AirtimeForm {...airtimeForm()} />)
  await userEvent.type(screen.getByLabelText('Phone number'), '0802 3456789')
  await userEvent.type(screen.getByLabelText('Amount (NGN)'), '500')
  expect(screen.getByText(/This number looks like Airtel/)).toBeVisible()
  expect(continueButton()).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }))
  expect(screen.getByRole('button', { name: /^Network/ })).toHaveTextContent('Airtel')
  expect(screen.queryByText(/looks like/)).toBeNull()
  expect(continueButton()).toBeEnabled()
})

test('a ported number keeps the selected network, and the form asks the user to check it', () => {
  render(<AirtimeForm {...airtimeForm({ values: { ...filled, phone_number: '08023456789' } })} />)
  expect(screen.getByText(/looks like Airtel. Was this number ported to MTN?/)).toBeVisible()
  expect(screen.getByRole('button', { name: /^Network/ })).toHaveTextContent('MTN')
  expect(continueButton()).toBeEnabled()
})

test.each(['50', '600000', '1e3'])('an amount of %s is not sent', async (amount) => {
  render(<AirtimeForm {...airtimeForm({ values: { ...filled, amount } })} />)
  await userEvent.click(continueButton())
  expect(await screen.findByRole('heading', { name: 'There is a problem' })).toBeVisible()
  expect(navigations).toEqual([])
})

test('a rejection is shown in a toast and above the form', async () => {
  respond(quoteAirtime, () => errorResponse(503, 'We cannot reach that service right now.'))
  render(<AirtimeForm {...airtimeForm({ values: filled })} />)
  await userEvent.click(continueButton())
  await waitForToast('Service Unavailable: We cannot reach that service right now.')
  expect(continueButton()).toBeEnabled()
})

test('the details page shows network, phone, name and total, and links to payment', async () => {
  const { container } = render(<AirtimeDetails {...serviceDetailsPageProps(airtimeInfo())} />)
  expect(line('Network')).toHaveTextContent('MTN')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('Name')).toHaveTextContent('Not available')
  expect(line('Total amount')).toHaveTextContent('₦500.00')
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/airtime/subscription')
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('₦500.00')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('with the stored details of another order the page shows No record found', () => {
  saveOrderDetails('airtime', airtimeInfo({ order_reference: 'ANOTHERORDER' }))
  render(<AirtimeDetails {...serviceDetailsPageProps<AirtimeInfo>(null)} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
})

test('the receipt shows reference, phone, name, cost and date', async () => {
  const { container } = render(
    <AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder({ customer_name: 'Ada Obi' }))} />,
  )
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('Name')).toHaveTextContent('Ada Obi')
  expect(line('Cost')).toHaveTextContent('₦500.00')
  expect(line('Date')).toHaveTextContent(/21 Nov 2026/)
  await userEvent.click(screen.getByText('More ways to keep the receipt'))
  expect(screen.getByRole('button', { name: 'Print receipt' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the success page fetches the delivered order', async () => {
  const requests = respond(orderEndpoint, () => success(airtimeOrder()))
  render(<AirtimeSuccess {...serviceSuccessPageProps<ReturnType<typeof airtimeOrder>>(null)} />)
  await waitFor(() => expect(line('Reference')).toHaveTextContent(reference))
  expect(requests[0]?.url).toMatch(new RegExp(`/airtime/transaction/order/${reference}/details$`))
  expect(requests[0]?.headers.get(accessTokenHeader)).toBe(accessToken)
})

test("a signed-in user's own phone is filled in until they have sent the form with another one", () => {
  const page = { ...airtimeForm(), signedIn: true, prefilled: { phone_number: '0803 111 2222' } }
  const { unmount } = render(<AirtimeForm {...page} />)
  expect(screen.getByLabelText('Phone number')).toHaveValue('0803 111 2222')
  unmount()
  saveFormValues('airtime', filled)
  render(<AirtimeForm {...page} />)
  expect(screen.getByLabelText('Phone number')).toHaveValue('0801 234 5678')
})
