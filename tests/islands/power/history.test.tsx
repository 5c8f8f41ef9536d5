// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import PowerForm from '../../../islands/power/form.tsx'
import { getPowerHistory } from '../../../shared/power.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { accessToken, formPage, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const failed = 'Transaction records could not retrieved.'

const record = {
  reference,
  access_token: accessToken,
  token: '12345678901234567890',
  units: '35.2',
  created_at: '2026-11-21T13:05:00.000Z',
  disco: { logo: '/logos/ikedc.svg', company: { name: 'Ikeja Electric' } },
}

async function searchHistory() {
  const page = render(<PowerForm {...formPage()} />)
  await userEvent.type(screen.getByLabelText('Phone number used'), '08012345678')
  await userEvent.type(screen.getByLabelText('Meter number bought for'), '45012345678')
  await userEvent.click(screen.getByRole('button', { name: 'Show records' }))
  return page
}

test('past purchases show units, token, disco, date and reference until they are closed', async () => {
  const requests = respond(getPowerHistory, () => success([record]))
  const { container } = await searchHistory()

  expect(await screen.findByText('1234 5678 9012 3456 7890')).toBeVisible()
  expect(requests[0]?.body).toEqual({ meter_number: '45012345678', phone_number: '+2348012345678' })
  expect(screen.getByRole('heading', { name: 'Ikeja Electric' })).toBeVisible()
  expect(screen.getByText('35.2 kWh')).toBeVisible()
  expect(screen.getByText(/21 Nov 2026/)).toBeVisible()
  expect(screen.getByRole('link', { name: reference })).toHaveAttribute(
    'href',
    `/electricity/transactions/successful?reference=${reference}&order=${accessToken}`,
  )
  expect(await accessibilityViolations(container)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Close Records' }))
  expect(screen.queryByText('1234 5678 9012 3456 7890')).toBeNull()
})

test('phone and meter number are both required, and no request is sent without them', async () => {
  const requests = respond(getPowerHistory, () => success([]))
  render(<PowerForm {...formPage()} />)
  await userEvent.type(screen.getByLabelText('Phone number used'), '08012345678')
  await userEvent.click(screen.getByRole('button', { name: 'Show records' }))
  await waitForToast('Meter Number is required.')
  expect(screen.getByLabelText('Meter number bought for')).toHaveAttribute('aria-invalid', 'true')
  expect(requests).toHaveLength(0)
})

test('an empty list shows a message', async () => {
  respond(getPowerHistory, () => success([]))
  await searchHistory()
  expect(await screen.findByText('No transaction records.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Close Records' })).toBeNull()
})

test.each([
  ['a rejection', () => errorResponse(500, 'Something went wrong on our side.')],
  ['an answer that is no list', () => success({ odd: true })],
  ['a lost request', () => HttpResponse.error()],
])('%s is shown in the specified words, as a toast and on the page', async (_, response) => {
  respond(getPowerHistory, response)
  await searchHistory()
  await waitForToast(failed)
  await waitFor(() => expect(screen.getAllByText(failed)).toHaveLength(2))
})

test('records requested without JavaScript are in the page', () => {
  const history = { values: { meter_number: '45012345678', phone_number: '08012345678' }, records: [record] }
  render(<PowerForm {...formPage({ history: { ...history, errors: {}, message: null } })} />)
  expect(screen.getByText('1234 5678 9012 3456 7890')).toBeVisible()
  expect(screen.getByLabelText('Meter number bought for')).toHaveValue('45012345678')
})
