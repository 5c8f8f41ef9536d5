// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readFormValues, readOrderDetails, saveFormValues } from '../../../islands/lib/index.ts'
import PowerForm from '../../../islands/power/form.tsx'
import { getDiscoCompanies, MeterInfo, quotePower } from '../../../shared/power.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { abuja, formPage, meterInfo, reference } from '../support/orders.ts'
import { pause, resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const filled = {
  meter_type: 'prepaid',
  phone_number: '0801 234 5678',
  meter_number: '45012345678',
  meter_disco: 'ikeja-electric',
  amount: '5000',
}
const meter = () => screen.getByLabelText<HTMLInputElement>('Meter number')
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount (NGN)')
const phone = () => screen.getByLabelText<HTMLInputElement>('Phone number')
const company = () => screen.getByRole('button', { name: /^Company or city/ })
const continueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
const waitPastDelay = () => pause(900)

async function choose(name: RegExp) {
  await userEvent.click(company())
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
}

test('a guest sees the five fields, the bounds, the 1% cashback and no beneficiaries', async () => {
  const { container } = render(<PowerForm {...formPage()} />)
  expect(screen.getByRole('radio', { name: 'Prepaid' })).not.toBeChecked()
  expect(screen.getByRole('radio', { name: 'Postpaid' })).not.toBeChecked()
  expect(phone()).toHaveAccessibleDescription(/token/)
  expect(meter()).toHaveAccessibleDescription(/meter card/)
  expect(amount()).toHaveAccessibleDescription('₦100 to ₦500,000')
  expect(screen.getByText(/1% cashback/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
  expect(screen.getByRole('link', { name: 'Change Service' })).toHaveAttribute('href', '/')
  expect(screen.queryByText(/beneficiar/i)).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('Continue is disabled until all five fields are set and the amount is above zero', async () => {
  respond(quotePower, () => errorResponse(422, 'No such meter'))
  render(<PowerForm {...formPage()} />)
  const expectDisabled = () => expect(continueButton()).toBeDisabled()
  expectDisabled()
  await userEvent.click(screen.getByRole('radio', { name: 'Prepaid' }))
  expectDisabled()
  await userEvent.type(phone(), '08012345678')
  expect(phone()).toHaveValue('0801 234 5678')
  await userEvent.type(meter(), '4501234567')
  expectDisabled()
  await choose(/Ikeja/)
  await userEvent.type(amount(), '0')
  expectDisabled()
  await userEvent.type(amount(), '500')
  expect(continueButton()).toBeEnabled()
})

test('ten characters of a meter start no lookup; eleven show the customer’s name in the form', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: { ...filled, meter_number: '4501234567' } })} />)
  await waitPastDelay()
  expect(requests).toHaveLength(0)

  await userEvent.type(meter(), '8')
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(screen.getByText('12 Allen Avenue, Ikeja')).toBeVisible()
  expect(navigations).toEqual([])
  expect(requests.map(({ body }) => body)).toEqual([
    {
      meter_number: '45012345678',
      meter_type: 'prepaid',
      phone_number: '+2348012345678',
      amount: '5000',
      meter_disco: 'ikeja-electric',
    },
  ])
  await waitPastDelay()
  expect(requests).toHaveLength(1)
})

test('the automatic lookup waits for the other fields and runs once they are set', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: { ...filled, amount: '' } })} />)
  await waitPastDelay()
  expect(requests).toHaveLength(0)
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '₦2,000' }))
  expect(amount()).toHaveValue('2000')
  await screen.findByText('ADA OBI')
  expect(requests).toHaveLength(1)
})

test('Continue reuses the response, stores form and details, and navigates to the details page', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: filled })} />)
  await screen.findByText('ADA OBI')
  await userEvent.click(continueButton())

  await waitFor(() => expect(navigations).toEqual([`/electricity/customer-details?reference=${reference}`]))
  expect(requests).toHaveLength(1)
  expect(readFormValues('power')).toEqual(filled)
  expect(readOrderDetails('power', MeterInfo)).toEqual(meterInfo())
})

test('Continue after Back from the order looks up again, because the order may be paid', async () => {
  const requests = respond(quotePower, (_, index) =>
    success(meterInfo({ order_reference: index === 0 ? reference : 'NEWNEWNEW234' })),
  )
  render(<PowerForm {...formPage({ values: filled })} />)
  await screen.findByText('ADA OBI')
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(1))
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations[1]).toBe('/electricity/customer-details?reference=NEWNEWNEW234'))
  expect(requests).toHaveLength(2)
})

test('a response older than five minutes is fetched again', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: filled })} />)
  await screen.findByText('ADA OBI')
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 301_000)
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests).toHaveLength(2)
})

test('after the session has ended Continue looks up again, because the order is not a guest’s', async () => {
  setPageMeta({ sessionToken: 'session-token' })
  const requests = respond(quotePower, (_, index) =>
    success(meterInfo({ order_reference: index === 0 ? reference : 'ZZZZZZZZZZZZ' })),
  )
  render(<PowerForm {...formPage({ values: filled })} />)
  await screen.findByText('ADA OBI')
  setPageMeta()
  await userEvent.click(continueButton())
  await waitFor(() => expect(navigations).toEqual(['/electricity/customer-details?reference=ZZZZZZZZZZZZ']))
  expect(requests).toHaveLength(2)
})

test('when the details page does not load the form stays usable, and Continue navigates again', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: filled })} />)
  await screen.findByText('ADA OBI')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(screen.getByText(/please wait/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(8_100))
  expect(screen.queryByText(/please wait/)).toBeNull()
  fireEvent.click(continueButton())
  await waitFor(() => expect(navigations).toHaveLength(2))
  expect(requests).toHaveLength(1)
})

test('a changed field is looked up again, and a late older response is ignored', async () => {
  const requests = respond(quotePower, async (_, index) => {
    if (index === 0) await pause(1500)
    return success(
      index === 0 ? meterInfo({ customer_name: 'LATE' }) : meterInfo({ order_reference: 'NEWNEWNEW234' }),
    )
  })
  render(<PowerForm {...formPage({ values: filled })} />)
  await waitFor(() => expect(requests).toHaveLength(1))
  await userEvent.type(meter(), '99')
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  await pause(1200)

  expect(screen.queryByText('LATE')).toBeNull()
  expect(readOrderDetails('power', MeterInfo)?.order_reference).toBe('NEWNEWNEW234')
  expect(requests).toHaveLength(2)
})

test('two clicks on Continue look up once and navigate once, under an overlay', async () => {
  const response = Promise.withResolvers<void>()
  const requests = respond(quotePower, async () => {
    await response.promise
    return success(meterInfo())
  })
  render(<PowerForm {...formPage({ values: filled })} />)
  await userEvent.dblClick(continueButton())
  expect(screen.getByText('Checking your meter, please wait...')).toBeVisible()
  await userEvent.type(amount(), '{Enter}')
  response.resolve()
  await waitFor(() => expect(navigations).toHaveLength(1))
  await pause(300)
  expect(requests).toHaveLength(1)
  expect(navigations).toHaveLength(1)
})

test('an amount typed with formatting is sent without it', async () => {
  const requests = respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: { ...filled, amount: '' } })} />)
  await userEvent.type(amount(), '₦ 5,000.50')
  await userEvent.click(continueButton())
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ amount: '5000.50' })
})

test.each([
  ['meter_number', 'Meter Number is required.'],
  ['meter_type', 'Meter Type is required.'],
  ['phone_number', 'Phone Number is required.'],
  ['amount', 'Amount is required.'],
  ['meter_disco', 'Meter Disco is required.'],
])('without %s no lookup runs, and the form names the missing field', async (name, message) => {
  const requests = respond(quotePower, () => success(meterInfo()))
  const { container } = render(<PowerForm {...formPage({ values: { ...filled, [name]: '' } })} />)
  container.querySelector('form')?.requestSubmit()

  await waitForToast(message)
  const summary = await screen.findByRole('region', { name: 'There is a problem' })
  expect(summary).toHaveFocus()
  expect(within(summary).getAllByRole('link')).toHaveLength(1)
  expect(requests).toHaveLength(0)
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an amount outside the bounds shows a field error on blur, which disappears once fixed', async () => {
  respond(quotePower, () => success(meterInfo()))
  render(<PowerForm {...formPage({ values: { ...filled, amount: '' } })} />)
  await userEvent.type(amount(), '50')
  expect(amount()).not.toHaveAttribute('aria-invalid')
  await userEvent.tab()
  expect(amount()).toHaveAccessibleDescription(/Please enter an amount from ₦100 to ₦500,000\./)
  await userEvent.type(amount(), '0')
  expect(amount()).not.toHaveAttribute('aria-invalid')
})

test('a rejected lookup shows a toast with the server’s message, and Continue can be clicked again', async () => {
  const requests = respond(quotePower, () => errorResponse(503, 'We cannot check that number right now.'))
  render(<PowerForm {...formPage({ values: filled })} />)
  await userEvent.click(continueButton())

  await waitForToast('Service Unavailable: We cannot check that number right now.')
  expect(screen.getByRole('region', { name: 'Something went wrong' })).toHaveFocus()
  await userEvent.click(continueButton())
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(navigations).toEqual([])
  expect(readFormValues('power')).toEqual(filled)
})

test('a rejected field is named in the toast, at the field and in the summary, until it is changed', async () => {
  respond(quotePower, () =>
    errorResponse(422, 'Please check', { meter_number: ['We could not find that meter.'] }),
  )
  render(<PowerForm {...formPage({ values: filled })} />)
  await userEvent.click(continueButton())

  await waitForToast('Meter number: We could not find that meter.')
  expect(meter()).toHaveAccessibleDescription(/We could not find that meter\./)
  await userEvent.click(screen.getByRole('link', { name: 'We could not find that meter.' }))
  expect(meter()).toHaveFocus()
  await userEvent.type(meter(), '1')
  expect(meter()).not.toHaveAttribute('aria-invalid')
})

test('a rejected automatic lookup shows a toast and a form error and is not repeated automatically', async () => {
  const requests = respond(quotePower, () => errorResponse(422, 'We could not find that meter.'))
  render(<PowerForm {...formPage({ values: filled })} />)
  expect(await screen.findByText('We could not find that meter.')).toBeVisible()
  await waitForToast('Unprocessable Entity: We could not find that meter.')
  await waitPastDelay()
  expect(requests).toHaveLength(1)
})

test('an ended session shows no error: the form stays usable', async () => {
  respond(quotePower, () => errorResponse(401, 'Your session has ended.'))
  render(<PowerForm {...formPage({ values: filled })} />)
  await userEvent.click(continueButton())
  await waitFor(() => expect(continueButton()).not.toHaveAttribute('aria-busy'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(continueButton()).toBeEnabled()
})

test('the form is prefilled from the last sent values, never over rejected ones', async () => {
  respond(quotePower, () => success(meterInfo()))
  saveFormValues('power', filled)
  render(<PowerForm {...formPage({ values: { amount: '700' } })} />)
  expect(meter()).toHaveValue('45012345678')
  expect(phone()).toHaveValue('0801 234 5678')
  expect(screen.getByRole('radio', { name: 'Prepaid' })).toBeChecked()
  expect(company()).toHaveTextContent('Ikeja Electric')
  expect(amount()).toHaveValue('700')
})

test('discos are found by their states, and the list closes on selection', async () => {
  render(<PowerForm {...formPage()} />)
  await userEvent.click(company())
  await userEvent.type(screen.getByRole('searchbox'), 'kogi')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(within(dialog).getByRole('button', { name: /Abuja/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(company()).toHaveTextContent('Abuja Electric')
})

test('changing the meter type drops a disco that does not sell it', async () => {
  render(<PowerForm {...formPage()} />)
  await choose(/Abuja/)
  await userEvent.click(screen.getByRole('radio', { name: 'Postpaid' }))
  expect(company()).toHaveTextContent('Choose your company')
})

test('discos missing in the page are fetched by meter type', async () => {
  const requests = respond(getDiscoCompanies, () => success([abuja]))
  render(<PowerForm {...formPage({ discos: { prepaid: [], postpaid: [] } })} />)
  await waitFor(() => expect(requests).toHaveLength(1))
  await userEvent.click(screen.getByRole('radio', { name: 'Postpaid' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.url).toContain('meter_type=postpaid')
  await choose(/Abuja/)
  expect(company()).toHaveTextContent('Abuja Electric')
})

test('discos that failed to load are fetched again when the list is opened', async () => {
  const requests = respond(getDiscoCompanies, (_, index) =>
    index === 0 ? errorResponse(503, 'Please try again shortly.') : success([abuja]),
  )
  const listener = vi.spyOn(window, 'addEventListener')
  render(<PowerForm {...formPage({ discos: { prepaid: [], postpaid: [] } })} />)
  // The form has the failure, and listens for the next occasion.
  await waitFor(() => expect(listener).toHaveBeenCalledWith('online', expect.any(Function)))
  await userEvent.click(company())
  await userEvent.click(await screen.findByRole('button', { name: /Abuja/ }))
  expect(company()).toHaveTextContent('Abuja Electric')
  expect(requests).toHaveLength(2)
})

test('a paused service shows no form, and the reason', () => {
  render(<PowerForm {...formPage({ status: { service: 'power', status: 0, reason: 'Back at 14:00' } })} />)
  expect(screen.getByText('This service is currently not available')).toBeVisible()
  expect(screen.getByText('Back at 14:00')).toBeVisible()
  expect(screen.queryByLabelText('Meter number')).toBeNull()
})

test('while the service is paused, past tokens can still be found', () => {
  render(<PowerForm {...formPage({ status: { service: 'power', status: 0, reason: 'Back at 14:00' } })} />)
  expect(screen.getByRole('heading', { name: 'Find a past token' })).toBeVisible()
  expect(screen.getByLabelText('Meter number bought for')).toBeVisible()
})

test('a form rejected without JavaScript is rendered with its values', async () => {
  const values = { ...filled, meter_number: '123' }
  const errors = { meter_number: ['A meter number has 11 to 20 digits.'] }
  render(<PowerForm {...formPage({ values, errors, message: 'Please check the form and try again.' })} />)
  expect(meter()).toHaveValue('123')
  expect(screen.getByRole('link', { name: 'A meter number has 11 to 20 digits.' })).toBeVisible()
})
