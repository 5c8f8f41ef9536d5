// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import AddBeneficiary from '../../../islands/beneficiaries/add.tsx'
import { getStates } from '../../../shared/actions.ts'
import { getAirtimeNetworks } from '../../../shared/airtime.ts'
import { addDevice, addMeter, addPhone, addSmartcard } from '../../../shared/beneficiaries.ts'
import { getCabletvNetworks, quoteCabletv } from '../../../shared/cabletv.ts'
import { getDataNetworks } from '../../../shared/data.ts'
import { getDiscos, quotePower } from '../../../shared/power.ts'
import { profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const ikeja = {
  id: 'ikeja',
  code: 'ikeja',
  name: 'Ikeja Electric',
  abbr: 'IKEDC',
  logo: '/logos/ikeja.svg',
  description: 'Ikeja Electric',
  company: { name: 'Ikeja Electric' },
  states: ['Lagos'],
}
const networkNamed = (name: string) => ({
  id: name.toLowerCase(),
  code: name.toLowerCase(),
  name,
  logo: '/logos/x.svg',
})

let addedTypes: string[] = []
let discoRequests: unknown[] = []
beforeEach(() => {
  addedTypes = []
  setPageMeta({ sessionToken: 'session-token' })
  discoRequests = respond(getDiscos, () => success([ikeja]))
  respond(getStates, () => success([{ id: 'LA', name: 'Lagos' }]))
  respond(getCabletvNetworks, () =>
    success([
      {
        ...networkNamed('DStv'),
        identified_by: 'smartcard',
        as_of: null,
        bundles: [{ id: 'compact', code: 'compact', title: 'DStv Compact', price: 15_700 }],
      },
    ]),
  )
  respond(getAirtimeNetworks, () => success([networkNamed('MTN')]))
  respond(getDataNetworks, () =>
    success([
      {
        ...networkNamed('MTN'),
        as_of: null,
        data_plans: [{ id: 'mtn-1gb', code: 'mtn-1gb', name: '1 GB', price: 499.03 }],
      },
    ]),
  )
})

function renderDialog() {
  render(<AddBeneficiary profile={profile()} onClose={() => {}} onAdded={(type) => addedTypes.push(type)} />)
  return screen.getByRole('dialog', { name: 'Add Beneficiary' })
}
const choose = async (field: RegExp, item: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: field }))
  await userEvent.click(await screen.findByRole('button', { name: item }))
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add Beneficiary' }))
const customer = { customer_name: 'ADA OBI', customer_address: '1 Allen Avenue' }

test('the add dialog opens with power, prepaid, ₦1,000 and the user’s own phone', async () => {
  const dialog = renderDialog()
  expect(screen.getAllByRole('radio', { name: /Power|Cable TV|Airtime|Data/ })).toHaveLength(4)
  expect(screen.getByRole('radio', { name: 'Power' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Prepaid' })).toBeChecked()
  expect(screen.getByLabelText('Amount (NGN)')).toHaveValue('1000')
  expect(screen.getByLabelText('Phone number')).toHaveValue('08012345678')
  expect(await accessibilityViolations(dialog)).toEqual([])
  // A request of this test must not arrive in the next one, which counts them.
  await waitFor(() => expect(discoRequests).toHaveLength(1))
})

test('the list of all discos is fetched once and cached for two hours', async () => {
  renderDialog()
  await waitFor(() => expect(sessionStorage.getItem('sanwo:cache:discos:all')).toContain('Ikeja Electric'))
  const { until } = JSON.parse(sessionStorage.getItem('sanwo:cache:discos:all') ?? '{}')
  expect(until - Date.now()).toBeGreaterThan(119 * 60_000)
  cleanup()
  renderDialog()
  await choose(/Company or city/, /Ikeja Electric/)
  expect(discoRequests).toHaveLength(1)
})

test('a postpaid meter is looked up once it is complete, and sent as "postpaid Economy"', async () => {
  const requests = respond(quotePower, () => success(customer))
  const saveRequests = respond(addMeter, () => success({ uniqueid: 'u' }, 'The beneficiary was saved.'))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Postpaid' }))
  await choose(/Company or city/, /Ikeja Electric/)
  await choose(/^State/, /^Lagos/)
  await userEvent.type(screen.getByLabelText('Meter number'), '1000000000')
  expect(requests).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Meter number'), '0')
  await waitFor(() => expect(screen.getByLabelText(/Customer name/)).toHaveValue('ADA OBI'))
  expect(requests).toHaveLength(1)
  expect(requests[0]?.body).toMatchObject({ meter_type: 'postpaid', meter_disco: 'ikeja' })
  await userEvent.type(screen.getByLabelText(/Notes/), 'Shop')
  await submit()
  await waitForToast('The beneficiary was saved.')
  expect(saveRequests[0]?.body).toEqual({
    meter_number: '10000000000',
    meter_type: 'postpaid Economy',
    phone_number: '+2348012345678',
    amount: '1000',
    disco_id: 'ikeja',
    disco_code: 'ikeja',
    state_id: 'LA',
    company_id: 'ikeja',
    additional_notes: 'Shop',
    ...customer,
  })
  expect(addedTypes).toEqual(['power'])
})

test('a short meter number or a missing state shows an error and is not sent', async () => {
  const saveRequests = respond(addMeter, () => success({ uniqueid: 'u' }))
  renderDialog()
  await choose(/Company or city/, /Ikeja Electric/)
  await userEvent.type(screen.getByLabelText('Meter number'), '1100000000')
  await submit()
  expect((await screen.findAllByText('A meter number has 11 to 20 digits.')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Please choose the state.').length).toBeGreaterThan(0)
  expect(saveRequests).toHaveLength(0)
})

test.each([
  ['Airtime', 'Phone number'],
  ['Data', 'Device ID / phone number'],
])('for %s an autofilled phone with country code is shown in national format', async (service, label) => {
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: service }))
  fireEvent.change(screen.getByLabelText(label), { target: { value: '+2348031234567' } })
  expect(screen.getByLabelText(label)).toHaveValue('08031234567')
})

test('the owner of one meter is cleared when another is not found; a name typed by the user stays', async () => {
  const requests = respond(quotePower, (_, index) =>
    index === 0 ? success(customer) : errorResponse(422, 'This meter was not found.'),
  )
  renderDialog()
  await choose(/Company or city/, /Ikeja Electric/)
  await userEvent.type(screen.getByLabelText('Meter number'), '11000000000')
  const name = screen.getByLabelText(/Customer name/)
  const address = screen.getByLabelText(/Customer address/)
  await waitFor(() => expect(address).toHaveValue('1 Allen Avenue'))
  await userEvent.clear(name)
  await userEvent.type(name, 'Mum')
  await userEvent.type(screen.getByLabelText('Meter number'), '{Backspace}5')
  await waitFor(() => expect(requests).toHaveLength(2))
  await waitForToast('Unprocessable Entity: This meter was not found.')
  expect(address).toHaveValue('')
  expect(name).toHaveValue('Mum')
})

test('a name typed before the meter lookup stays', async () => {
  respond(quotePower, () => success(customer))
  renderDialog()
  await choose(/Company or city/, /Ikeja Electric/)
  await userEvent.type(screen.getByLabelText(/Customer name/), 'Mum')
  await userEvent.type(screen.getByLabelText('Meter number'), '11000000000')
  await waitFor(() => expect(screen.getByLabelText(/Customer address/)).toHaveValue('1 Allen Avenue'))
  expect(screen.getByLabelText(/Customer name/)).toHaveValue('Mum')
})

test('a smartcard has at most 12 digits, and is sent with network, bouquet and price', async () => {
  const requests = respond(quoteCabletv, () => success(customer))
  const saveRequests = respond(addSmartcard, () => success({ uniqueid: 'u' }, 'The beneficiary was saved.'))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Cable TV' }))
  await userEvent.type(screen.getByLabelText('Smartcard number'), 'a12121212121234')
  expect(screen.getByLabelText('Smartcard number')).toHaveValue('121212121212')
  await userEvent.clear(screen.getByLabelText('Phone number'))
  await userEvent.type(screen.getByLabelText('Phone number'), '08012345678x9012')
  expect(screen.getByLabelText('Phone number')).toHaveValue('080123456789')
  await userEvent.type(screen.getByLabelText('Phone number'), '{Backspace}')
  await userEvent.click(await screen.findByRole('button', { name: /^Network/ }))
  await userEvent.click(await screen.findByRole('button', { name: /DStv/ }))
  await userEvent.click(await screen.findByRole('button', { name: /DStv Compact/ }))
  await waitFor(() => expect(screen.getByLabelText(/Customer name/)).toHaveValue('ADA OBI'))
  expect(requests).toHaveLength(1)
  await submit()
  await waitForToast('The beneficiary was saved.')
  expect(saveRequests[0]?.body).toMatchObject({
    smartcard_number: '121212121212',
    service_code: 'dstv',
    tv_network: 'DStv',
    bundle: 'DStv Compact',
    cabletv_network_id: 'dstv',
    cabletv_bouquet_id: 'compact',
    tv_bundle_amount: 15_700,
  })
  expect(addedTypes).toEqual(['cable-tv'])
})

test('a phone for airtime is sent with country code 234 and an empty code', async () => {
  const saveRequests = respond(addPhone, () => success({ uniqueid: 'u' }, 'The beneficiary was saved.'))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Airtime' }))
  await choose(/^Network/, /MTN/)
  await submit()
  await waitForToast('The beneficiary was saved.')
  expect(saveRequests[0]?.body).toEqual({
    phone_number: '+2348012345678',
    country_code: '234',
    provider: 'MTN',
    provider_id: 'mtn',
    def_amount: '1000',
    code: '',
    additional_notes: '',
    customer_name: '',
    customer_address: '',
  })
})

test('a device for data can be saved without plan and phone', async () => {
  const saveRequests = respond(addDevice, () => success({ uniqueid: 'u' }, 'The beneficiary was saved.'))
  const dialog = renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Data' }))
  await userEvent.type(screen.getByLabelText(/Device ID/), '0801111111199')
  expect(screen.getByLabelText(/Device ID/)).toHaveValue('080111111119')
  await userEvent.clear(screen.getByLabelText(/Phone number \(optional/))
  await userEvent.click(await screen.findByRole('button', { name: /^Network/ }))
  await userEvent.click(await screen.findByRole('button', { name: /MTN/ }))
  const bundles = screen.getByRole('dialog', { name: 'Choose the plan' })
  await userEvent.click(within(bundles).getByRole('button', { name: 'Close' }))
  expect(await accessibilityViolations(dialog)).toEqual([])
  await submit()
  await waitForToast('The beneficiary was saved.')
  expect(saveRequests[0]?.body).toEqual({
    phone_number: '',
    device_id: '080111111119',
    bundle_code: '',
    bundle_id: '',
    bundle: '',
    def_amount: '',
    provider: 'MTN',
    provider_id: 'mtn',
    additional_notes: '',
    customer_name: '',
    customer_address: '',
  })
})

test('a smartcard of seven digits shows an error and is not sent', async () => {
  const saveRequests = respond(addSmartcard, () => success({ uniqueid: 'u' }))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Cable TV' }))
  await userEvent.type(screen.getByLabelText('Smartcard number'), '1212121')
  await submit()
  expect((await screen.findAllByText('A smartcard number has 8 to 12 digits.')).length).toBeGreaterThan(0)
  expect(saveRequests).toHaveLength(0)
})

test('the phone of a device has at most 12 characters, and ten are too few', async () => {
  const saveRequests = respond(addDevice, () => success({ uniqueid: 'u' }))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Data' }))
  await userEvent.type(screen.getByLabelText(/Device ID/), '08011111111')
  await choose(/^Network/, /MTN/)
  const bundles = screen.getByRole('dialog', { name: 'Choose the plan' })
  await userEvent.click(within(bundles).getByRole('button', { name: 'Close' }))
  const phone = screen.getByLabelText(/Phone number \(optional/)
  await userEvent.clear(phone)
  await userEvent.type(phone, '08012345678x9012')
  expect(phone).toHaveValue('080123456789')
  await userEvent.clear(phone)
  // Ten characters that are a valid number typed without its leading zero.
  await userEvent.type(phone, '8012345678')
  await submit()
  expect((await screen.findAllByText('A phone number has at least 11 characters.')).length).toBeGreaterThan(0)
  expect(saveRequests).toHaveLength(0)
})

test('a phone of ten characters and a duplicate show an error', async () => {
  const saveRequests = respond(addPhone, () => errorResponse(409, 'This beneficiary is saved already.'))
  renderDialog()
  await userEvent.click(screen.getByRole('radio', { name: 'Airtime' }))
  await choose(/^Network/, /MTN/)
  await userEvent.type(screen.getByLabelText('Phone number'), '{Backspace}')
  await submit()
  expect((await screen.findAllByText('A phone number has at least 11 characters.')).length).toBeGreaterThan(0)
  expect(saveRequests).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('Phone number'), '8')
  await submit()
  await waitForToast('Conflict: This beneficiary is saved already.')
  expect(addedTypes).toEqual([])
})
