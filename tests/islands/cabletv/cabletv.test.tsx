// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import CabletvDetails from '../../../islands/cabletv/details.tsx'
import CabletvForm from '../../../islands/cabletv/form.tsx'
import CabletvSuccess from '../../../islands/cabletv/success.tsx'
import { readFormValues, readOrderDetails, saveOrderDetails } from '../../../islands/lib/index.ts'
import { getSmartcardBeneficiaries } from '../../../shared/beneficiaries.ts'
import {
  CabletvInfo,
  getCabletvNetworks,
  getCabletvQuote,
  getCabletvOrder as orderEndpoint,
  quoteCabletv,
} from '../../../shared/cabletv.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { accessToken, reference } from '../support/orders.ts'
import { pause, resetPageForEachTest, setPageMeta } from '../support/page.ts'
import {
  cabletvForm,
  cabletvInfo,
  cabletvOrder,
  dstv,
  serviceDetailsPageProps,
  serviceSuccessPageProps,
} from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const filled = {
  phone_number: '0801 234 5678',
  smartcard_number: '12121212',
  cabletv_network: 'DStv',
  cabletv_bundle_code: 'dstv-padi',
}
const card = () => screen.getByLabelText<HTMLInputElement>('Smartcard number')
const continueButton = () => screen.getByRole('button', { name: 'Continue' })
const picker = (label: RegExp) => screen.getByRole('button', { name: label })
const dialog = () => within(screen.getByRole('dialog'))
const bundles = () =>
  dialog()
    .getAllByRole('listitem')
    .map((element) => element.textContent)
const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const waitPastDelay = () => pause(900)

test('a guest sees phone, smartcard, network and bouquet, and no beneficiaries', async () => {
  const { container } = render(<CabletvForm {...cabletvForm()} />)
  expect(screen.getByLabelText('Phone number')).toBeVisible()
  expect(card()).toBeVisible()
  expect(picker(/^Network/)).toBeVisible()
  expect(picker(/^Bouquet/)).toBeVisible()
  expect(continueButton()).toBeDisabled()
  expect(screen.getByRole('link', { name: 'Change Service' })).toHaveAttribute('href', '/')
  expect(screen.queryByText(/beneficiar/i)).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a network leads to its bouquets, cheapest first, and the chosen one sets the amount', async () => {
  render(
    <main>
      <CabletvForm {...cabletvForm()} />
    </main>,
  )
  await userEvent.click(picker(/^Network/))
  await userEvent.click(dialog().getByRole('button', { name: 'DStv' }))
  expect(bundles()).toEqual(['DStv Padi₦4,400.00', 'DStv Compact₦19,000.00'])
  expect(await accessibilityViolations(screen.getByRole('dialog'))).toEqual([])
  await userEvent.click(dialog().getByRole('button', { name: /Compact/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('Amount (NGN)')).toHaveTextContent('₦19,000.00')
  expect(picker(/^Network/)).toHaveTextContent('DStv')
  expect(picker(/^Bouquet/)).toHaveTextContent('DStv Compact')
})

test('bouquets can be sorted and searched, and Change returns to the networks', async () => {
  // A complete form looks the smartcard up while the dialog is open.
  respond(quoteCabletv, () => success(cabletvInfo()))
  render(<CabletvForm {...cabletvForm({ values: filled })} />)
  await userEvent.click(picker(/^Bouquet/))
  await userEvent.selectOptions(dialog().getByLabelText('Sort by'), 'Price, highest first')
  expect(bundles()[0]).toContain('Compact')
  await userEvent.selectOptions(dialog().getByLabelText('Sort by'), 'Name')
  expect(bundles()[0]).toContain('Compact')
  await userEvent.type(dialog().getByRole('searchbox'), 'PADI')
  expect(bundles()).toEqual(['DStv Padi₦4,400.00'])
  await userEvent.type(dialog().getByRole('searchbox'), 'x')
  expect(dialog().getByText('No match found!')).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Change' }))
  await userEvent.click(dialog().getByRole('button', { name: 'GOtv' }))
  expect(bundles()).toEqual(['GOtv Max₦8,500.00'])
  await userEvent.click(dialog().getByRole('button', { name: 'Close' }))
  expect(picker(/^Bouquet/)).toHaveTextContent('Choose your bouquet')
})

test('seven characters of a smartcard start no lookup; eight show the customer’s name in the form', async () => {
  const requests = respond(quoteCabletv, () => success(cabletvInfo()))
  render(<CabletvForm {...cabletvForm({ values: { ...filled, smartcard_number: '1212121' } })} />)
  await waitPastDelay()
  expect(requests).toHaveLength(0)
  await userEvent.type(card(), '2')
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(navigations).toEqual([])
  expect(requests.map(({ body }) => body)).toEqual([
    {
      smartcard_number: '12121212',
      cabletv_network: 'DStv',
      cabletv_bundle_code: 'dstv-padi',
      phone_number: '+2348012345678',
    },
  ])

  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toEqual([`/cabletv/customer-details?reference=${reference}`]))
  expect(requests).toHaveLength(1)
  expect(readFormValues('cabletv')).toEqual(filled)
  expect(readOrderDetails('cabletv', CabletvInfo)).toEqual(cabletvInfo())
})

test.each(Object.keys(filled))('without %s no lookup is requested', async (name) => {
  const requests = respond(quoteCabletv, () => success(cabletvInfo()))
  render(<CabletvForm {...cabletvForm({ values: { ...filled, [name]: '' } })} />)
  await waitPastDelay()
  expect(continueButton()).toBeDisabled()
  expect(requests).toHaveLength(0)
})

test('a rejected lookup is shown in a toast and in the form', async () => {
  respond(quoteCabletv, () => errorResponse(422, 'We could not find that smartcard.'))
  render(<CabletvForm {...cabletvForm({ values: filled })} />)
  expect(
    await screen.findByText('We could not find that smartcard.', { selector: '.field-error' }),
  ).toBeVisible()
  await waitForToast('Unprocessable Entity: We could not find that smartcard.')
})

test('a network that identifies customers by phone describes it at the field', () => {
  const showmax = { ...dstv, name: 'Showmax', identified_by: 'phone' as const }
  render(
    <CabletvForm
      {...cabletvForm({
        networks: [showmax],
        values: { ...filled, smartcard_number: '', cabletv_network: 'Showmax' },
      })}
    />,
  )
  expect(card()).toHaveAccessibleDescription(/Showmax uses your phone number/)
})

test('lists missing in the page are fetched', async () => {
  respond(getCabletvNetworks, () => success([dstv]))
  render(<CabletvForm {...cabletvForm({ networks: [] })} />)
  await userEvent.click(picker(/^Network/))
  expect(await dialog().findByRole('button', { name: 'DStv' })).toBeVisible()
})

test('a paused service shows no form, and the reason', () => {
  render(
    <CabletvForm {...cabletvForm({ status: { service: 'cabletv', status: 0, reason: 'Back at 4 pm' } })} />,
  )
  expect(screen.getByText('This service is currently not available')).toBeVisible()
  expect(screen.getByText('Back at 4 pm')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

const savedSmartcard = {
  id: '1',
  uniqueid: 'u1',
  number: '12120000',
  customer_name: 'MAMA ADA',
  customer_address: null,
  additional_notes: 'Mama',
  def_amount: null,
  def_price: null,
  phone_number: '+2348031234567',
  virtual_account: null,
  beneficiary_type: 'cable-tv',
  network: { name: 'GOtv', logo: '/logos/gotv.svg' },
  bouquet: { title: 'GOtv Max', code: 'gotv-max' },
  tv_bundle_amount: 8500,
  service_code: 'gotv',
  tv_network: 'GOtv',
  cabletv_network_id: '2',
  cabletv_bouquet_id: 'b3',
}
const savedBeneficiaries = () => screen.findByRole('button', { name: 'Choose a saved beneficiary' })

test('a saved beneficiary fills every field it has', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getSmartcardBeneficiaries, () => success([savedSmartcard]))
  respond(quoteCabletv, () => success(cabletvInfo()))
  render(<CabletvForm {...cabletvForm({ signedIn: true })} />)
  await userEvent.click(await savedBeneficiaries())
  await userEvent.click(dialog().getByRole('button', { name: /MAMA ADA/ }))
  expect(card()).toHaveValue('12120000')
  expect(picker(/^Network/)).toHaveTextContent('GOtv')
  expect(picker(/^Bouquet/)).toHaveTextContent('GOtv Max')
  expect(screen.getByLabelText('Phone number')).toHaveValue('0803 123 4567')
})

test('Continue after the end of the session looks up again for a guest in the same press', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getSmartcardBeneficiaries, () => success([]))
  const lookups = respond(quoteCabletv, (_, index) =>
    index === 0 ? errorResponse(401, 'Your session has ended.') : success(cabletvInfo()),
  )
  render(<CabletvForm {...cabletvForm({ signedIn: true, values: filled })} />)
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(lookups).toHaveLength(2)
})

test('after the session has ended the form keeps its values and offers no saved beneficiaries', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getSmartcardBeneficiaries, () => success([savedSmartcard]))
  respond(quoteCabletv, () => errorResponse(401, 'Your session has ended.'))
  render(<CabletvForm {...cabletvForm({ signedIn: true, values: filled })} />)
  const button = await savedBeneficiaries()
  await userEvent.click(continueButton())
  await waitFor(() => expect(button).not.toBeInTheDocument())
  expect(card()).toHaveValue('12121212')
  expect(continueButton()).toBeEnabled()
})

test('the details page shows customer and amounts', async () => {
  const { container } = render(<CabletvDetails {...serviceDetailsPageProps(cabletvInfo())} />)
  expect(line('Network')).toHaveTextContent('DStv')
  expect(line('Smartcard number')).toHaveTextContent('12121212')
  expect(line('Bouquet')).toHaveTextContent('DStv Padi')
  expect(line('Phone')).toHaveTextContent('0801 234 5678')
  expect(line('Name')).toHaveTextContent('ADA OBI')
  expect(line('Vend amount')).toHaveTextContent('₦4,400.00')
  expect(line('Service charge')).toHaveTextContent('₦100.00')
  expect(line('Total amount')).toHaveTextContent('₦4,500.00')
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/cabletv/subscription')
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('smartcard 12121212')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('stored details are used without a request; missing ones are fetched by the reference in the URL', async () => {
  const requests = respond(getCabletvQuote, () => success(cabletvInfo({ customer_name: 'FETCHED' })))
  saveOrderDetails('cabletv', cabletvInfo())
  const { unmount } = render(<CabletvDetails {...serviceDetailsPageProps<CabletvInfo>(null)} />)
  expect(line('Name')).toHaveTextContent('ADA OBI')
  expect(requests).toHaveLength(0)
  unmount()

  saveOrderDetails('cabletv', cabletvInfo({ order_reference: 'ANOTHERORDER' }))
  render(<CabletvDetails {...serviceDetailsPageProps<CabletvInfo>(null)} />)
  await waitFor(() => expect(line('Name')).toHaveTextContent('FETCHED'))
  expect(requests[0]?.url).toContain(`/get-customer-info/${reference}`)
})

test('an unknown order shows No record found', async () => {
  respond(getCabletvQuote, () => errorResponse(404, 'No record found'))
  render(<CabletvDetails {...serviceDetailsPageProps<CabletvInfo>(null)} />)
  expect(await screen.findByRole('heading', { name: 'No record found' })).toBeVisible()
})

test('the success page is the receipt and removes the stored details', async () => {
  saveOrderDetails('cabletv', cabletvInfo())
  const { container } = render(<CabletvSuccess {...serviceSuccessPageProps(cabletvOrder())} />)
  expect(line('Network')).toHaveTextContent('DStv')
  expect(line('Bouquet')).toHaveTextContent('DStv Padi')
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Smartcard number')).toHaveTextContent('12121212')
  expect(line('Cost')).toHaveTextContent('₦4,400.00')
  expect(line('Date')).toHaveTextContent(/21 Nov 2026/)
  expect(line('Name')).toHaveTextContent('ADA OBI')
  await userEvent.click(screen.getByText('More ways to keep the receipt'))
  expect(screen.getByRole('button', { name: 'Print receipt' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Go to Dashboard' })).toBeNull()
  expect(readOrderDetails('cabletv', CabletvInfo)).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a voucher is shown in large type with a copy button, and the address is shown instead of the name', () => {
  const order = cabletvOrder({ vouchers: ['SHOW-1234'], customer_address: '12 Allen Avenue' })
  render(<CabletvSuccess {...serviceSuccessPageProps(order)} signedIn />)
  expect(screen.getByText('SHOW-1234')).toHaveClass('token')
  expect(screen.getByRole('button', { name: 'Copy voucher' })).toBeVisible()
  expect(line('Address')).toHaveTextContent('12 Allen Avenue')
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/account/dashboard')
})

test('the success page fetches the delivered order, and a rejection is shown in a toast and on the page', async () => {
  const requests = respond(orderEndpoint, (_, index) =>
    index === 0 ? success(cabletvOrder()) : errorResponse(404, 'No record found'),
  )
  const { unmount } = render(
    <CabletvSuccess {...serviceSuccessPageProps<ReturnType<typeof cabletvOrder>>(null)} />,
  )
  await waitFor(() => expect(line('Bouquet')).toHaveTextContent('DStv Padi'))
  expect(requests[0]?.url).toContain(`/transaction/${accessToken}/order/${reference}/details`)
  unmount()
  render(<CabletvSuccess {...serviceSuccessPageProps<ReturnType<typeof cabletvOrder>>(null)} />)
  expect(await screen.findByRole('heading', { name: 'No record found' })).toBeVisible()
  await waitForToast('No record found')
})

test('a network that identifies by phone asks the user to check the number, and shows no smartcard and no owner', async () => {
  const details = cabletvInfo({
    network: { ...cabletvInfo().network, name: 'Showmax' },
    ...{ smartcard_number: '+2348012345678', customer_name: null, customer_address: null },
  })
  const { container } = render(<CabletvDetails {...serviceDetailsPageProps(details)} />)
  expect(screen.getByRole('heading', { name: 'Is this the right number?' })).toBeVisible()
  expect(screen.getByRole('heading', { name: '0801 234 5678' })).toBeVisible()
  expect(line('Showmax number')).toHaveTextContent('0801 234 5678')
  expect(container).not.toHaveTextContent(/smartcard|Not available/i)
  await userEvent.click(screen.getByRole('link', { name: 'Proceed to Payment' }))
  expect(screen.getByRole('dialog')).toHaveTextContent('For 0801 234 5678')
})
