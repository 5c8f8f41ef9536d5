// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import ManagePower from '../../../islands/management/power.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { mayUseEndpoint, pageEndpoints } from '../../../shared/management/endpoint-scopes.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { purchasePowerForUser } from '../../../shared/management/purchases.ts'
import { getUserChoices, getUserMeters } from '../../../shared/management/users.ts'
import { getPowerProviders, quotePower } from '../../../shared/power.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { meter } from '../support/beneficiaries.ts'
import { overview } from '../support/management.ts'
import { accessToken, disco, meterInfo, powerOrder, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const ada = { uniqueid: 'ada', id: 'ada', name: 'Ada Obi', email: null, picture: null }
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a manager buys for a saved meter: verified first, with the PIN, and the form is restored until Fresh start', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getUserChoices, () => success([ada]))
  respond(getPowerProviders, () => success([disco()]))
  const saved = { ...meter(), number: '45012345678', phone_number: '+2348012345678', def_amount: 5_000 }
  const meterRequests = respond(getUserMeters, () => success([saved]))
  const quotes = respond(quotePower, () => success(meterInfo()))
  respond(verifyPin, () => success({}))
  const purchases = respond(purchasePowerForUser, () => success(powerOrder(), 'Done.'))
  const page = <ManagePower note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />
  const { unmount } = render(page)

  expect(screen.getByRole('radio', { name: 'Prepaid' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await press(/Select a User/)
  await userEvent.click(await screen.findByRole('button', { name: 'Ada Obi' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a Beneficiary' })).toBeEnabled())
  expect(meterRequests[0]?.url).toMatch(/\/management\/user\/ada\/meter-numbers\/all$/)
  await press('Choose a Beneficiary')
  expect(screen.queryByRole('searchbox')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: /45012345678/ }))
  await userEvent.clear(screen.getByLabelText('Amount'))
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Amount'), '5,000')
  await press('Continue')
  await screen.findByRole('heading', { name: 'Confirm purchase' })
  const form = {
    meter_number: '45012345678',
    meter_type: 'prepaid',
    phone_number: '+2348012345678',
    amount: '5000',
    meter_disco: saved.disco.code,
  }
  expect(quotes.map(({ body }) => body)).toEqual([form])

  await press('Subscribe Now')
  expect(purchases).toEqual([])
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await press('Verify Pin')
  const receipt = await screen.findByRole('link', { name: 'Print Receipt' })
  expect(receipt).toHaveAttribute('href', `/electricity/print-receipt/?ref=${reference}`)
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeVisible()
  expect(purchases.map(({ body }) => body)).toEqual([
    { ...form, order_reference: reference, access_token: accessToken, auth_pin: '274916', user_id: 'ada' },
  ])

  unmount()
  render(page)
  await waitFor(() => expect(screen.getByLabelText('Meter number')).toHaveValue('45012345678'))
  expect(screen.getByRole('button', { name: /Ada Obi/ })).toBeVisible()
  const stored = JSON.stringify({ ...localStorage })
  for (const secret of ['274916', accessToken]) expect(stored).not.toContain(secret)
  await press('Fresh start')
  expect(screen.getByLabelText('Meter number')).toHaveValue('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('45012345678')
})

/** Opens the page with a stored form, and waits for what it loads. */
async function openWithStoredForm(form: unknown) {
  respond(getManagementOverview, () => success(overview()))
  const approvals = respond(getApprovals, () => success([]))
  const discos = respond(getPowerProviders, () => success([disco()]))
  const meters = respond(getUserMeters, () => success([]))
  localStorage.setItem('sanwo:user:management:power', JSON.stringify(form))
  render(<ManagePower note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await waitFor(() => expect([approvals, discos].map(({ length }) => length)).toEqual([1, 1]))
  return meters
}
const ownFields = {
  ...{ meter_type: 'prepaid', phone_number: '0801 234 5678', meter_number: '45012345678' },
  ...{ meter_disco: disco().code, amount: '5000' },
}

test.each([
  ['an amount that is a number', { values: { ...ownFields, amount: 5_000 }, user: ada }],
  ['a user that is a text', { values: ownFields, user: 'ada' }],
  ['no values', { values: null, user: null }],
])('a stored form with %s is ignored', async (_, form) => {
  const meterRequests = await openWithStoredForm(form)
  expect(screen.getByLabelText('Meter number')).toHaveValue('')
  expect(screen.getByLabelText('Amount')).toHaveValue('')
  expect(screen.getByRole('button', { name: /Select a User/ })).toBeVisible()
  expect(meterRequests).toEqual([])
})

test('a stored field that the form does not have does not keep Continue disabled', async () => {
  const meterRequests = await openWithStoredForm({ values: { ...ownFields, removed_field: '' }, user: ada })
  expect(screen.getByLabelText('Meter number')).toHaveValue('45012345678')
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled()
  await waitFor(() => expect(meterRequests).toHaveLength(1))
})

test('an error of the verification is shown at its field until the field is changed', async () => {
  respond(quotePower, () =>
    errorResponse(422, 'We could not find this meter.', { meter_number: ['We could not find this meter.'] }),
  )
  await openWithStoredForm({ values: ownFields, user: ada })
  const field = screen.getByLabelText('Meter number')
  await press('Continue')
  await waitFor(() => expect(field).toHaveAccessibleDescription('We could not find this meter.'))
  expect(field).toBeInvalid()
  expect(screen.getByLabelText('Amount')).toBeValid()
  await userEvent.type(field, '{Backspace}')
  expect(field).toBeValid()
})

test('a manager who may record purchases, but not buy, reaches the dialog without the form of a purchase', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getPowerProviders, () => success([disco()]))
  const scopes = ['operations'] as const
  expect(mayUseEndpoint(scopes, pageEndpoints['/management/power'])).toBe(true)
  render(<ManagePower note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated scopes={scopes} />)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(screen.getByText(/^Your scopes include records of purchases/)).toBeVisible()
  await press('Create record')
  expect(await screen.findByText('Add a new power record manually.')).toBeVisible()
})
