// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import SendSms from '../../../islands/management/sms.tsx'
import { allMessages, allTemplates, countRecipients, sendSms } from '../../../shared/management/messages.ts'
import { managementOverview } from '../../../shared/management/overview.ts'
import { serviceDetails } from '../../../shared/management/records.ts'
import { errorResponse, network, success, toasted } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { respond } = network()
beforeEach(() => {
  respond(allTemplates, () => success([]))
  respond(allMessages, () => success([]))
  respond(managementOverview, () => success(overview()))
})

const order = (token: string) => success({ token, units: '10', meter_number: '11000000001', amount: 2_000 })
const reference = () => screen.getByLabelText('Reference')
const message = () => screen.getByLabelText('Message')
async function show() {
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'power')
}
const types = async (text: string) => {
  await userEvent.clear(reference())
  await userEvent.type(reference(), text)
}
const hasMessage = (token: string) =>
  waitFor(() => expect(message()).toHaveDisplayValue(new RegExp(`Token: ${token}`)), { timeout: 3_000 })

test('a late response for one order never writes its token into the message for another order', async () => {
  const ada = Promise.withResolvers<void>()
  const requests = respond(serviceDetails, async ({ url }) => {
    if (url.endsWith('ADAS')) await ada.promise
    return order(url.endsWith('ADAS') ? '1111' : '2222')
  })
  await show()
  await types('ADAS')
  await waitFor(() => expect(requests).toHaveLength(1))
  await types('BOLA')
  await hasMessage('2222')
  ada.resolve()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(message()).toHaveDisplayValue(/Token: 2222/)
})

test('an order’s token is removed from the message when the reference changes, found or not', async () => {
  respond(serviceDetails, ({ url }) =>
    url.endsWith('ADAS') ? order('1111') : errorResponse(404, 'No such transaction.'),
  )
  await show()
  await types('ADAS')
  await hasMessage('1111')
  await types('BOLA')
  expect(message()).toHaveDisplayValue('')
  await toasted('Not Found: No such transaction.')
  expect(message()).toHaveDisplayValue('')
})

test('an order lookup does not overwrite a typed message', async () => {
  const requests = respond(serviceDetails, () => order('1111'))
  await show()
  await userEvent.type(message(), 'Sorry!')
  await types('ADAS')
  await waitFor(() => expect(requests).toHaveLength(1))
  const replace = await screen.findByRole('button', { name: 'Replace message' })
  expect(message()).toHaveDisplayValue('Sorry!')
  await userEvent.click(replace)
  await hasMessage('1111')
  expect(screen.queryByRole('button', { name: 'Replace message' })).toBeNull()
})

test('order details fill a message that the manager cleared', async () => {
  respond(serviceDetails, () => order('1111'))
  await show()
  await userEvent.type(message(), 'Sorry!')
  await userEvent.clear(message())
  await types('ADAS')
  await hasMessage('1111')
})

test('an SMS is sent only after the manager confirms recipient count and cost', async () => {
  const lists = respond(allMessages, () => success([]))
  const counted = respond(countRecipients, () => success({ recipients: 1_200 }))
  const sendRequests = respond(sendSms, () => success({ id: 'm1', recipients: 1_200 }, 'Sent.'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.selectOptions(screen.getByLabelText('User Group'), 'all_users')
  await userEvent.type(message(), 'Happy new year!')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this message?' }))
  expect(dialog.getByText('It goes to 1,200 people. That costs about ₦4,800.00.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sendRequests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await toasted('Sent.')
  await waitFor(() => expect(lists).toHaveLength(2))
  expect(counted).toHaveLength(2)
  expect(sendRequests.map(({ body }) => body)).toMatchObject([
    { user_group: 'all_users', message: 'Happy new year!' },
  ])
})
