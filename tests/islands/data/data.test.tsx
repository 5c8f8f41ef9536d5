// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import DataDetails from '../../../islands/data/details.tsx'
import DataForm from '../../../islands/data/form.tsx'
import DataSuccess from '../../../islands/data/success.tsx'
import { readFormValues, readOrderDetails, saveOrderDetails } from '../../../islands/lib/index.ts'
import { DataInfo, getDataQuote, getDataOrder as orderEndpoint, quoteData } from '../../../shared/data.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { accessToken, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'
import {
  dataForm,
  dataInfo,
  dataOrder,
  serviceDetailsPageProps,
  serviceSuccessPageProps,
} from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const filled = {
  device_id: '0803 123 4567',
  phone_number_to_notify: '0801 234 5678',
  selected_provider: 'MTN',
  selected_bundle_code: 'mtn-6gb',
}
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

test('device, phone to notify, network and plan create an order', async () => {
  const requests = respond(quoteData, () => success(dataInfo()))
  const { container } = render(<DataForm {...dataForm()} />)
  expect(continueButton()).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Device ID / phone number'), '08031234567')
  await userEvent.type(screen.getByLabelText('Send Notification To'), '08012345678')
  await userEvent.click(screen.getByRole('button', { name: /^Network/ }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'MTN' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /6GB/ }))
  expect(screen.getByLabelText('Amount (NGN)')).toHaveTextContent('₦2,500.50')
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.click(continueButton())

  await waitFor(() => expect(navigations).toEqual([`/data/customer-details?reference=${reference}`]))
  expect(requests.map(({ body }) => body)).toEqual([
    {
      device_id: '+2348031234567',
      selected_provider: 'MTN',
      selected_bundle_code: 'mtn-6gb',
      phone_number_to_notify: '+2348012345678',
    },
  ])
  expect(readFormValues('data')).toEqual(filled)
  expect(readOrderDetails('data', DataInfo)).toEqual(dataInfo())
})

test('a number suggests its network; a click selects it, then one of its plans', async () => {
  render(<DataForm {...dataForm()} />)
  await userEvent.type(screen.getByLabelText('Device ID / phone number'), '08031234567')
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }))
  expect(screen.getByRole('button', { name: /^Network/ })).toHaveTextContent('MTN')
  await userEvent.click(screen.getByRole('button', { name: /^Plan/ }))
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: /6GB/ })).toBeVisible()
})

test.each(Object.keys(filled))('without %s Continue stays disabled', (name) => {
  render(<DataForm {...dataForm({ values: { ...filled, [name]: '' } })} />)
  expect(continueButton()).toBeDisabled()
})

test('a plan that is no longer sold is deselected', () => {
  render(<DataForm {...dataForm({ values: { ...filled, selected_bundle_code: 'mtn-gone' } })} />)
  expect(screen.getByRole('button', { name: /^Plan/ })).toHaveTextContent('Choose the plan')
  expect(continueButton()).toBeDisabled()
})

test('a rejection is shown in a toast', async () => {
  respond(quoteData, () => errorResponse(422, 'This service is currently not available'))
  render(<DataForm {...dataForm({ values: filled })} />)
  await userEvent.click(continueButton())
  await waitForToast('Unprocessable Entity: This service is currently not available')
})

test.each([0, '0', 'false'])('with status %j the form shows that the service is not available', (status) => {
  // A status value that another backend with the same contract may send.
  const off = { service: 'data' as const, status: status as 0, reason: null }
  render(<DataForm {...dataForm({ status: off })} />)
  expect(screen.getByText('This service is currently not available')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('the details page shows number, plan and amounts', async () => {
  const { container } = render(<DataDetails {...serviceDetailsPageProps(dataInfo())} />)
  expect(line('Network')).toHaveTextContent('MTN')
  expect(line('Device ID')).toHaveTextContent('0803 123 4567')
  expect(line('Plan')).toHaveTextContent('MTN 6GB, 30 days')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('Name')).toHaveTextContent('Not available')
  expect(line('Vend amount')).toHaveTextContent('₦2,500.50')
  expect(line('Service charge')).toHaveTextContent('₦50.00')
  expect(line('Total amount')).toHaveTextContent('₦2,550.50')
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/data/subscription')
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('₦2,550.50')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('missing details are fetched by the reference in the URL', async () => {
  const requests = respond(getDataQuote, () => success(dataInfo()))
  render(<DataDetails {...serviceDetailsPageProps<DataInfo>(null)} />)
  await waitFor(() => expect(line('Plan')).toHaveTextContent('MTN 6GB, 30 days'))
  expect(requests[0]?.url).toContain(`/data/get-customer-info/${reference}`)
  expect(readOrderDetails('data', DataInfo)).toEqual(dataInfo())
})

test('the receipt shows reference, plan, device, name, cost and date', async () => {
  const { container } = render(<DataSuccess {...serviceSuccessPageProps(dataOrder())} />)
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Plan')).toHaveTextContent('MTN 6GB, 30 days')
  expect(line('Device ID')).toHaveTextContent('0803 123 4567')
  expect(line('Name')).toHaveTextContent('Not available')
  expect(line('Cost')).toHaveTextContent('₦2,500.50')
  expect(line('Date')).toHaveTextContent(/21 Nov 2026/)
  expect(await accessibilityViolations(container)).toEqual([])
})

test.each([
  ['the device that this browser kept', true, encodeURIComponent('+2348031234567')],
  ['the access token in the URL', false, accessToken],
])('the order is fetched with %s', async (_, isStored, device) => {
  if (isStored) saveOrderDetails('data', dataInfo())
  const requests = respond(orderEndpoint, () => success(dataOrder()))
  render(<DataSuccess {...serviceSuccessPageProps<ReturnType<typeof dataOrder>>(null)} />)
  await waitFor(() => expect(line('Reference')).toHaveTextContent(reference))
  expect(requests[0]?.url).toContain(`/data/transaction/${device}/order/${reference}/details`)
})
