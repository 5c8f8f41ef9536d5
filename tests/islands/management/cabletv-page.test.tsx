// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import ManageCabletv from '../../../islands/management/cabletv.tsx'
import { type CabletvNetwork, getCabletvNetworks, quoteCabletv } from '../../../shared/cabletv.ts'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { purchaseCabletvForUser } from '../../../shared/management/purchases.ts'
import { getUserChoices, getUserSmartcards } from '../../../shared/management/users.ts'
import { verifyPin } from '../../../shared/security.ts'
import { mockApi, success } from '../support/api.ts'
import { smartcard } from '../support/beneficiaries.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'
import { cabletvInfo, cabletvOrder, dstv } from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()

const ada = { uniqueid: 'ada', id: 'ada', name: 'Ada Obi', email: null, picture: null }
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const customer = () => screen.getByText('Customer', { selector: 'dt' }).nextElementSibling

test('confirmation and receipt show "Not available" for a smartcard without a name', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getUserChoices, () => success([ada]))
  respond(getCabletvNetworks, () => success([dstv]))
  respond(getUserSmartcards, () => success([{ ...smartcard(), phone_number: '+2348012345678' }]))
  respond(quoteCabletv, () => success(cabletvInfo({ customer_name: null })))
  respond(verifyPin, () => success({}))
  respond(purchaseCabletvForUser, () => success(cabletvOrder({ customer_name: null }), 'Done.'))
  render(<ManageCabletv note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)

  await press(/Select a User/)
  await userEvent.click(await screen.findByRole('button', { name: 'Ada Obi' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a Beneficiary' }))
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(smartcard().number) }))
  await press('Continue')
  await screen.findByRole('heading', { name: 'Confirm purchase' })
  expect(customer()).toHaveTextContent('Not available')

  await press('Subscribe Now')
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await press('Verify Pin')
  await screen.findByText(cabletvOrder().reference)
  expect(customer()).toHaveTextContent('Not available')
})

test('a network that is identified by phone takes a number with country code, and says so', async () => {
  const showmax: CabletvNetwork = { ...dstv, name: 'Showmax', identified_by: 'phone' }
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getCabletvNetworks, () => success([dstv, showmax]))
  render(<ManageCabletv note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  const number = screen.getByLabelText('Smartcard number')
  expect(number).not.toHaveAccessibleDescription()
  await press(/^Network/)
  await userEvent.click(await screen.findByRole('button', { name: /Showmax/ }))
  expect(number).toHaveAccessibleDescription("Showmax uses the customer's phone number. Enter it here.")
  await userEvent.type(number, '2348012345678')
  expect(number).toHaveValue('2348012345678')
})
