// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import PurchaseDialog from '../../../islands/beneficiaries/purchase-dialog.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import { quoteAirtime } from '../../../shared/airtime.ts'
import type { Beneficiary } from '../../../shared/beneficiaries.ts'
import { quoteCabletv } from '../../../shared/cabletv.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { quoteData } from '../../../shared/data.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { quotePower } from '../../../shared/power.ts'
import { getWalletBalance } from '../../../shared/wallet.ts'
import { balance, profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { beneficiariesPage, device, meter, phone, smartcard } from '../support/beneficiaries.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()
beforeEach(() => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getProfile, () => success(profile()))
  respond(getPaymentCards, () => success([]))
  respond(getWalletBalance, () => success(balance()))
})

const { options } = beneficiariesPage()
const show = (beneficiary: Beneficiary) =>
  render(
    <PurchaseDialog
      beneficiary={beneficiary}
      profile={profile()}
      options={options}
      simulated={false}
      onClose={() => {}}
    />,
  )
const press = () => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
const response = {
  order_reference: 'ABCDEFGH2345',
  service_id: 'ABCDEFGH2345',
  service_charge: 100,
  total_amount: 5_100,
  customer_name: 'ADA OBI',
}

const kinds = [
  {
    beneficiary: meter(),
    title: 'Purchase Units',
    hasAmount: true,
    endpoint: quotePower,
    payment_for: 'electricity',
    body: {
      meter_number: '11000000000',
      meter_type: 'prepaid',
      phone_number: '+2348012345678',
      amount: '5000',
      meter_disco: 'ikeja',
    },
  },
  {
    beneficiary: smartcard({ phone_number: null }),
    title: 'Renew Subscription',
    hasAmount: false,
    endpoint: quoteCabletv,
    payment_for: 'cabletv',
    body: {
      smartcard_number: '1212121212',
      cabletv_network: 'DStv',
      cabletv_bundle_code: 'dstv-compact',
      phone_number: '+2348012345678',
    },
  },
  {
    beneficiary: phone(),
    title: 'Top Up',
    hasAmount: true,
    endpoint: quoteAirtime,
    payment_for: 'vtu_airtime',
    body: { phone_number: '+2348031112222', amount: '5000', selected_provider: 'MTN' },
  },
  {
    beneficiary: device(),
    title: 'Subscribe Now',
    hasAmount: false,
    endpoint: quoteData,
    payment_for: 'vtu_data',
    body: {
      device_id: '08055556666',
      selected_provider: 'Glo',
      selected_bundle_code: 'glo-1gb',
      phone_number_to_notify: '+2348012345678',
    },
  },
] as const

test.each(kinds)(
  '$title: verified by its own endpoint, then paid as $payment_for',
  async ({ beneficiary, title, hasAmount, endpoint, payment_for, body }) => {
    const verified = respond(endpoint, () => success(response))
    const paid = respond(initiatePayment, () => success({ checkoutUrl: 'https://checkout.example/pay/1' }))
    show(beneficiary)
    const dialog = screen.getByRole('dialog', { name: title })
    expect(within(dialog).queryByLabelText('Modify Amount') !== null).toBe(hasAmount)
    expect(await accessibilityViolations(dialog)).toEqual([])
    expect(verified).toHaveLength(0)
    await press()
    const paying = within(await screen.findByRole('dialog', { name: 'How do you want to pay?' }))
    expect(verified[0]?.body).toEqual(body)
    await userEvent.click(paying.getByRole('radio', { name: /^Card/ }))
    await userEvent.click(paying.getByRole('button', { name: 'Pay ₦5,100.00' }))
    await waitFor(() => expect(navigations).toHaveLength(1))
    expect(paid[0]?.body).toMatchObject({
      order_reference: response.order_reference,
      amount: 5_100,
      service_id: response.service_id,
      device_id: 'nullable',
      service_charge: 100,
      payment_for,
    })
  },
)

test('an empty amount cannot be sent, and a formatted amount is sent without formatting', async () => {
  const requests = respond(quotePower, () => success(response))
  show(meter())
  await userEvent.clear(screen.getByLabelText('Modify Amount'))
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
  await userEvent.type(screen.getByLabelText('Modify Amount'), '12,500.00')
  await press()
  await screen.findByRole('dialog', { name: 'How do you want to pay?' })
  expect(requests[0]?.body).toMatchObject({ amount: '12500.00' })
})

test('a failed verification shows an error, and nothing can be paid', async () => {
  respond(quotePower, () => errorResponse(422, 'This meter is not known.'))
  show(meter())
  await press()
  await waitForToast('Unprocessable Entity: This meter is not known.')
  expect(screen.getByRole('dialog', { name: 'Purchase Units' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'How do you want to pay?' })).toBeNull()
})

test('a device without a saved plan links to the form', () => {
  show(device({ code: null, bundle_name: null }))
  expect(screen.getByRole('link', { name: 'Choose one on the form' })).toHaveAttribute(
    'href',
    '/data/subscription',
  )
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeDisabled()
})
