// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import EducationDetails from '../../../islands/education/details.tsx'
import EducationForm from '../../../islands/education/form.tsx'
import EducationSuccess from '../../../islands/education/success.tsx'
import { readFormValues, readOrderDetails, saveFormValues } from '../../../islands/lib/index.ts'
import { render as serve } from '../../../islands/server.tsx'
import {
  EducationInfo,
  getEducationOrder as orderEndpoint,
  quoteJamb,
  quoteWaec,
} from '../../../shared/education.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { accessToken, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'
import {
  educationForm,
  educationInfo,
  educationOrder,
  serviceDetailsPageProps,
  serviceSuccessPageProps,
} from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const asJamb = {
  service_type: 'jamb',
  variation_code: 'utme-mock',
  profile_id: '0123456789',
  quantity: '4',
  phone_number: '0801 234 5678',
  email_address: 'ada@example.com',
}
const asWaec = { ...asJamb, service_type: 'waec', variation_code: '', profile_id: '' }
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const dialog = () => within(screen.getByRole('dialog'))
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const otherReference = 'NEWNEWNEW234'

test('the WAEC form has a quantity and an optional e-mail, and neither JAMB type nor profile', async () => {
  const { container } = render(<EducationForm {...educationForm()} />)
  expect(screen.getByLabelText('Quantity')).toHaveValue('1')
  await userEvent.click(screen.getByRole('button', { name: /^Examination type/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'WAEC' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('E-mail (optional)')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^JAMB type/ })).toBeNull()
  expect(screen.queryByLabelText('Profile ID')).toBeNull()
  await userEvent.clear(screen.getByLabelText('Quantity'))
  await userEvent.type(screen.getByLabelText('Quantity'), '3')
  expect(screen.getByLabelText('Amount (NGN)')).toHaveTextContent('₦10,500.00')
  expect(continueButton()).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Phone number'), '08012345678')
  expect(continueButton()).toBeEnabled()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the form states the charge of the selected examination, and the highest one before a choice', async () => {
  const chargeNote = 'A service charge of up to ₦100 is added to your order.'
  const status = { service: 'education', status: 1, reason: null, chargeNote } as const
  render(<EducationForm {...educationForm({ status })} />)
  expect(screen.getByText(chargeNote)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Examination type/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'JAMB' }))
  await userEvent.click(dialog().getByRole('button', { name: /with mock/ }))
  expect(screen.getByText('There is no service charge.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /^Examination type/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'WAEC' }))
  expect(screen.getByText('A service charge of ₦100 is added to your order.')).toBeVisible()
  expect(screen.queryByText(chargeNote)).toBeNull()
})

test('a quantity above the maximum is reported in the form, without an amount', async () => {
  render(<EducationForm {...educationForm({ values: { ...asWaec, quantity: '10' } })} />)
  expect(screen.getByLabelText('Amount (NGN)')).toHaveTextContent('₦35,000.00')
  await userEvent.type(screen.getByLabelText('Quantity'), '0')
  expect(screen.getByLabelText('Quantity')).toHaveAccessibleDescription(/The maximum per order is 10\./)
  expect(screen.queryByLabelText('Amount (NGN)')).toBeNull()
})

test('the JAMB form has a type and a profile, and neither quantity nor e-mail', async () => {
  const { container } = render(<EducationForm {...educationForm()} />)
  await userEvent.click(screen.getByRole('button', { name: /^Examination type/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'JAMB' }))
  await userEvent.click(dialog().getByRole('button', { name: /with mock/ }))
  expect(screen.getByRole('button', { name: /^JAMB type/ })).toHaveTextContent('UTME with mock')
  expect(screen.getByLabelText('Profile ID')).toBeVisible()
  expect(screen.queryByLabelText('Quantity')).toBeNull()
  expect(screen.queryByLabelText('E-mail (optional)')).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a WAEC order is sent to its own endpoint with the form’s values', async () => {
  const requests = respond(quoteWaec, () => success(educationInfo({ service_type: 'waec' })))
  render(<EducationForm {...educationForm({ values: asWaec })} />)
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toEqual([`/education/customer-details?reference=${reference}`]))
  expect(requests.map(({ body }) => body)).toEqual([
    {
      phone_number: '+2348012345678',
      email_address: 'ada@example.com',
      quantity: '4',
      service_type: 'waec',
      profile_id: '',
      variation_code: '',
    },
  ])
  expect(readFormValues('education')).toEqual(asWaec)
})

test('the form is prefilled with the quantity of the last sent one', () => {
  saveFormValues('education', asWaec)
  render(<EducationForm {...educationForm()} />)
  expect(screen.getByLabelText('Quantity')).toHaveValue('4')
  expect(screen.getByLabelText('Amount (NGN)')).toHaveTextContent('₦14,000.00')
})

test('a JAMB order is sent to its own endpoint, always for one PIN', async () => {
  const requests = respond(quoteJamb, () => success(educationInfo()))
  render(<EducationForm {...educationForm({ values: asJamb })} />)
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({
    service_type: 'jamb',
    quantity: '1',
    email_address: '',
    profile_id: '0123456789',
    variation_code: 'utme-mock',
  })
  expect(readOrderDetails('education', EducationInfo)).toEqual(educationInfo())
})

test.each([
  [asWaec, 'service_type'],
  [asWaec, 'phone_number'],
  [asJamb, 'phone_number'],
  [asJamb, 'profile_id'],
  [asJamb, 'variation_code'],
])('%o without %s is not sent', (values, name) => {
  render(<EducationForm {...educationForm({ values: { ...values, [name]: '' } })} />)
  expect(continueButton()).toBeDisabled()
})

test('an unknown JAMB profile shows a toast and a field error', async () => {
  respond(quoteJamb, () =>
    errorResponse(422, 'We could not find that profile.', {
      profile_id: ['We could not find that profile.'],
    }),
  )
  render(<EducationForm {...educationForm({ values: asJamb })} />)
  await userEvent.click(continueButton())
  await waitForToast('Profile id: We could not find that profile.')
  expect(screen.getByLabelText('Profile ID')).toHaveAccessibleDescription(/We could not find that profile/)
})

test('the server HTML contains the fields of every examination for browsers without JavaScript', () => {
  const html = serve('education-form', educationForm())
  const plain = html.replace(/<noscript>.*?<\/noscript>/gs, '')
  for (const name of ['variation_code', 'profile_id']) {
    expect(html).toContain(`name="${name}"`)
    expect(plain).not.toContain(`name="${name}"`)
  }
})

test('the details page shows product, candidate and price', async () => {
  const { container } = render(<EducationDetails {...serviceDetailsPageProps(educationInfo())} />)
  expect(container.querySelector('img')).toHaveAttribute('src', '/logos/jamb.svg')
  expect(screen.getByRole('radio', { name: /with mock/ })).toBeChecked()
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Reference')?.parentElement?.className).toBe('detail')
  expect(line('Name')).toHaveTextContent('CHIDI EZE')
  expect(line('Profile ID')).toHaveTextContent('0123456789')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(screen.queryByText('E-mail')).toBeNull()
  expect(line('Service charge')).toHaveTextContent('₦100.00')
  expect(line('Amount')).toHaveTextContent('₦7,700.00')
  expect(line('Total amount')).toHaveTextContent('₦7,800.00')
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/airtime/subscription')
  expect(screen.getByRole('link', { name: 'Edit details' })).toHaveAttribute(
    'href',
    '/education/subscription',
  )
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('CHIDI EZE')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the details page shows an e-mail that the customer entered', () => {
  const details = educationInfo({ customer_email_address: 'ada@example.com' })
  render(<EducationDetails {...serviceDetailsPageProps(details)} />)
  expect(line('E-mail')).toHaveTextContent('ada@example.com')
})

test('selecting another variation creates a new order with its own reference and amounts', async () => {
  const other = educationInfo({
    reference: otherReference,
    order_reference: otherReference,
    variation_code: 'utme-no-mock',
    amount: 6200,
    total_amount: 6300,
  })
  const requests = respond(quoteJamb, () => success(other))
  render(<EducationDetails {...serviceDetailsPageProps(educationInfo())} />)
  await userEvent.click(screen.getByRole('radio', { name: /without mock/ }))
  await waitFor(() =>
    expect(navigations).toEqual([`/education/customer-details?reference=${otherReference}`]),
  )
  expect(requests[0]?.body).toMatchObject({
    service_type: 'jamb',
    variation_code: 'utme-no-mock',
    profile_id: '0123456789',
    phone_number: '+2348012345678',
  })
  expect(readOrderDetails('education', EducationInfo)).toEqual(other)
})

test('a rejected variation change keeps the order', async () => {
  respond(quoteJamb, () => errorResponse(503, 'We cannot reach that service right now.'))
  render(<EducationDetails {...serviceDetailsPageProps(educationInfo())} />)
  await userEvent.click(screen.getByRole('radio', { name: /without mock/ }))
  await waitForToast('Service Unavailable: We cannot reach that service right now.')
  expect(screen.getByRole('radio', { name: /with mock/ })).toBeChecked()
  expect(navigations).toEqual([])
})

test('without variations the choice of a variation is not shown', () => {
  render(<EducationDetails {...serviceDetailsPageProps(educationInfo({ variations: [] }))} />)
  expect(screen.queryByRole('radio')).toBeNull()
})

test('without stored details the page shows No record found', () => {
  render(<EducationDetails {...serviceDetailsPageProps<EducationInfo>(null)} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
})

test('the PIN of a JAMB order is first, with a copy button', async () => {
  const { container } = render(<EducationSuccess {...serviceSuccessPageProps(educationOrder())} />)
  expect(screen.getByText('367574683050773')).toHaveClass('token')
  expect(screen.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1)
  expect(line('Product')).toHaveTextContent('UTME with mock')
  expect(line('Name')).toHaveTextContent('CHIDI EZE')
  expect(line('Profile ID')).toHaveTextContent('0123456789')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Reference')?.parentElement?.className).toBe('detail')
  expect(line('Cost')).toHaveTextContent('₦7,700.00')
  expect(line('Date')).toHaveTextContent(/21 Nov 2026/)
  expect(await accessibilityViolations(container)).toEqual([])
})

test('every WAEC PIN is shown with its serial number and a copy button', async () => {
  const tokens = [
    { serial: 'WRN1', pin: '111122223333' },
    { serial: 'WRN2', pin: '444455556666' },
  ]
  const order = educationOrder({ service_type: 'waec', purchased_code: null, tokens, billers_code: null })
  const { container } = render(<EducationSuccess {...serviceSuccessPageProps(order)} />)
  for (const code of ['WRN1', '111122223333', 'WRN2', '444455556666'])
    expect(screen.getByText(code)).toHaveClass('token')
  expect(screen.getByRole('button', { name: 'Copy PIN PIN 2' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Copy serial number Serial number 1' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the success page fetches the delivered order', async () => {
  const requests = respond(orderEndpoint, () => success(educationOrder()))
  render(<EducationSuccess {...serviceSuccessPageProps<ReturnType<typeof educationOrder>>(null)} />)
  await waitFor(() => expect(line('Reference')).toHaveTextContent(reference))
  expect(requests[0]?.url).toContain(`/education/transaction/${accessToken}/order/${reference}/details`)
})
