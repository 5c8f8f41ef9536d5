// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RecordDialog } from '../../../islands/management/record-dialog.tsx'
import { createRecord } from '../../../shared/management/records.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { recordNavigations } from '../support/navigation.ts'
import { disco } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

function open() {
  const closings: string[] = []
  render(<RecordDialog discos={[disco()]} onClose={() => closings.push('closed')} />)
  return { dialog: within(screen.getByRole('dialog', { name: 'Create record' })), closings }
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create record' }))

async function fillIn() {
  await userEvent.type(screen.getByLabelText('Meter number'), '11000000001')
  await userEvent.type(screen.getByLabelText('Phone number'), '08012345678')
  await userEvent.type(screen.getByLabelText('Amount'), '4,000a')
  await userEvent.click(screen.getByRole('button', { name: /Company\/City/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ikeja Electric/ }))
  await userEvent.type(screen.getByLabelText('Order Reference'), 'ORDER-1')
  await userEvent.type(screen.getByLabelText('Units'), 'a12.5b')
  await userEvent.type(screen.getByLabelText('Token'), '1234-5678')
}

test('the dialog has the specified texts and first values, and only its button closes it', async () => {
  const { dialog, closings } = open()
  expect(dialog.getByText('Add a new power record manually.')).toBeVisible()
  expect(dialog.getByLabelText('Amount')).toHaveAttribute('placeholder', '4000')
  expect(dialog.getByLabelText('Token')).toHaveAttribute('placeholder', 'xxxx-xxxx')
  expect(dialog.getByLabelText('Description').tagName).toBe('TEXTAREA')
  for (const name of ['Prepaid', 'iRecharge']) expect(dialog.getByRole('radio', { name })).toBeChecked()
  for (const name of ['Postpaid', 'BuyPower']) expect(dialog.getByRole('radio', { name })).not.toBeChecked()
  const element = screen.getByRole('dialog')
  fireEvent.click(element)
  fireEvent.keyDown(element, { key: 'Escape' })
  fireEvent(element, new Event('cancel', { cancelable: true }))
  expect(closings).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(closings).toEqual(['closed'])
})

test('a record without a required field is not sent, and the first missing field is named', async () => {
  const requests = respond(createRecord, () => success({ reference: 'ABCDEFGH2345' }))
  open()
  await submit()
  await waitForToast('Meter Number is required.')
  expect(screen.queryByText('Processing, please wait...')).toBeNull()
  expect(requests).toEqual([])
})

test('a record is sent with every field and without a PIN; then the dialog closes and the page reloads', async () => {
  const response = Promise.withResolvers<void>()
  const requests = respond(createRecord, async () => {
    await response.promise
    return success({ reference: 'ABCDEFGH2345' }, 'The record was saved.')
  })
  const { closings } = open()
  await fillIn()
  await submit()
  expect(await screen.findByText('Processing, please wait...')).toBeVisible()
  expect(closings).toEqual([])
  response.resolve()
  await waitFor(() => expect(navigations).toEqual(['reload']))
  expect(closings).toEqual(['closed'])
  expect(sessionStorage.getItem('sanwo:management:say')).toBe('"The record was saved."')
  expect(requests.map(({ body }) => body)).toEqual([
    {
      meter_number: '11000000001',
      meter_type: 'prepaid',
      phone_number: '08012345678',
      amount: '4000',
      meter_disco: 'ikeja-electric',
      access_token: 'ORDER-1',
      platform: 'irecharge',
      email_address: '',
      units: '12.5',
      token: '1234-5678',
      description: '',
    },
  ])
})

test.each([
  ['4000,50', '4000.50', '12,5', '12.5'],
  ['4,000.50', '4000.50', '1,250.75', '1250.75'],
])('an amount of %s is recorded as %s, and %s units as %s', async (amount, amountSent, units, unitsSent) => {
  const requests = respond(createRecord, () => success({ reference: 'ABCDEFGH2345' }))
  open()
  await fillIn()
  for (const [label, text] of [
    ['Amount', amount],
    ['Units', units],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
  await submit()
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ amount: amountSent, units: unitsSent })
})

test('a rejected record stays in the open dialog, and a toast has the message of the server', async () => {
  respond(createRecord, () => errorResponse(409, 'This purchase is already recorded.'))
  const { closings } = open()
  await fillIn()
  await submit()
  await waitForToast('Conflict: This purchase is already recorded.')
  expect(screen.queryByText('Processing, please wait...')).toBeNull()
  expect(screen.getByLabelText('Token')).toHaveValue('1234-5678')
  expect(closings).toEqual([])
  expect(navigations).toEqual([])
})
