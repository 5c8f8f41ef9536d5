// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { campaignFailureText } from '../../../islands/management/campaign-failure.ts'
import SendSms from '../../../islands/management/sms.tsx'
import {
  continueMessage,
  pauseMessage,
  previewMessage,
  stopMessage,
} from '../../../shared/management/campaigns.ts'
import {
  getEmailTemplates,
  getMessageProgress,
  getMessages,
  sendSms,
} from '../../../shared/management/messages.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { getServiceDetails } from '../../../shared/management/records.ts'
import { verifyPin } from '../../../shared/security.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => {
  respond(getEmailTemplates, () => success([]))
  respond(getMessages, () => success([]))
  respond(getManagementOverview, () => success(overview()))
})

const order = (token: string) => success({ token, units: '10', meter_number: '11000000001', amount: 2_000 })
const reference = () => screen.getByLabelText('Reference')
const message = () => screen.getByLabelText('Message')
async function renderWithService() {
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'power')
}
const typeReference = async (text: string) => {
  await userEvent.clear(reference())
  await userEvent.type(reference(), text)
}
const waitForToken = (token: string) =>
  waitFor(() => expect(message()).toHaveDisplayValue(new RegExp(`Token: ${token}`)))

test('a late response for one order never writes its token into the message for another order', async () => {
  const adaResponse = Promise.withResolvers<void>()
  const requests = respond(getServiceDetails, async ({ url }) => {
    if (url.endsWith('ADAS')) await adaResponse.promise
    return order(url.endsWith('ADAS') ? '1111' : '2222')
  })
  await renderWithService()
  await typeReference('ADAS')
  await waitFor(() => expect(requests).toHaveLength(1))
  await typeReference('BOLA')
  await waitForToken('2222')
  adaResponse.resolve()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(message()).toHaveDisplayValue(/Token: 2222/)
})

test('an order’s token is removed from the message when the manager enters an unknown reference', async () => {
  respond(getServiceDetails, ({ url }) =>
    url.endsWith('ADAS') ? order('1111') : errorResponse(404, 'No such transaction.'),
  )
  await renderWithService()
  await typeReference('ADAS')
  await waitForToken('1111')
  await typeReference('BOLA')
  expect(message()).toHaveDisplayValue('')
  await waitForToast('Not Found: No such transaction.')
  expect(message()).toHaveDisplayValue('')
})

test('an order lookup does not overwrite a typed message', async () => {
  const requests = respond(getServiceDetails, () => order('1111'))
  await renderWithService()
  await userEvent.type(message(), 'Sorry!')
  await typeReference('ADAS')
  await waitFor(() => expect(requests).toHaveLength(1))
  const replace = await screen.findByRole('button', { name: 'Replace message' })
  expect(message()).toHaveDisplayValue('Sorry!')
  await userEvent.click(replace)
  await waitForToken('1111')
  expect(screen.queryByRole('button', { name: 'Replace message' })).toBeNull()
})

test('the details of an order fill the message with the specified lines and the help link', async () => {
  const requests = respond(getServiceDetails, ({ url }) =>
    url.includes('/airtime/') ? success({ amount: 500, customer_number: '08031112222' }) : order('1111'),
  )
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  expect(screen.getByLabelText('Service')).toHaveDisplayValue('Other')
  expect(screen.getByLabelText('Email Template')).toBeVisible()
  expect(screen.queryByLabelText('Reference')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'power')
  await typeReference('ABCDEFGH23456')
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(requests).toEqual([])
  await typeReference('ABCDEFGH2345')
  await waitForToken('1111')
  expect(message()).toHaveValue(
    'Token: 1111\nUnits: 10 kWh\nMeter: 11000000001\nAmount: ₦2,000.00\nHelp: /help',
  )
  await userEvent.selectOptions(screen.getByLabelText('Service'), 'airtime')
  await waitFor(() =>
    expect(message()).toHaveValue('Dear customer, Your subscription was successful.\nHelp: /help'),
  )
  expect(requests.map(({ url }) => url.replace(/.*get-details/, ''))).toEqual([
    '/power/ABCDEFGH2345',
    '/airtime/ABCDEFGH2345',
  ])
})

test('order details fill a message that the manager cleared', async () => {
  respond(getServiceDetails, () => order('1111'))
  await renderWithService()
  await userEvent.type(message(), 'Sorry!')
  await userEvent.clear(message())
  await typeReference('ADAS')
  await waitForToken('1111')
})

const preview = {
  ...{ recipients: 1_200, unsubscribed: 3, segments: 1, cost: 4_800, pin_required: false },
  ...{ invalid_count: 0, invalid: [] as object[] },
}

test('an SMS is sent only after the manager confirms recipient count and cost', async () => {
  const listRequests = respond(getMessages, () => success([]))
  const previewRequests = respond(previewMessage, () => success(preview))
  const sendRequests = respond(sendSms, () => success({ id: 'm1', recipients: 1_200 }, 'Sent.'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.selectOptions(screen.getByLabelText('User Group'), 'all_users')
  await userEvent.type(message(), 'Happy new year!')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send this message?' }))
  expect(
    dialog.getByText(
      'It goes to 1,200 people. 3 people have unsubscribed and are left out. Each gets one SMS. That costs ₦4,800.00.',
    ),
  ).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(sendRequests).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await waitForToast('Sent.')
  await waitFor(() => expect(listRequests).toHaveLength(2))
  expect(previewRequests).toHaveLength(2)
  expect(sendRequests.map(({ body }) => body)).toMatchObject([
    { user_group: 'all_users', message: 'Happy new year!' },
  ])
})

test('an SMS to many is scheduled for a Lagos time with the PIN, after its invalid numbers are removed', async () => {
  const invalid = [{ address: '0803', reason: 'malformed' }]
  const previews = respond(previewMessage, (_, index) =>
    success({ ...preview, pin_required: true, ...(index === 0 && { invalid_count: 1, invalid }) }),
  )
  respond(verifyPin, () => success({}))
  const sendRequests = respond(sendSms, () => success({ id: 'm1', recipients: 1_200 }, 'Scheduled.'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.type(screen.getByLabelText('Enter Phone Numbers'), '08031112222, 0803')
  await userEvent.type(message(), 'Happy new year!')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  expect(await screen.findByText('0803: not a phone number')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Remove them' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send now' })).toBeEnabled())
  expect(previews[1]?.body).toMatchObject({ phone_numbers: '08031112222' })
  await userEvent.click(screen.getByRole('radio', { name: 'Later' }))
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-12-01T09:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  await userEvent.type(await screen.findByLabelText('Your 6-digit PIN'), '274916')
  await userEvent.click(screen.getByRole('button', { name: /Verify/ }))
  await waitForToast('Scheduled.')
  expect(sendRequests[0]?.body).toMatchObject({
    ...{ send_at: '2026-12-01T09:00', auth_pin: '274916', phone_numbers: '08031112222' },
  })
})

test('a campaign that is being sent is paused, resumed and stopped permanently', async () => {
  const campaign = { state: 'sending' }
  const row = () => ({
    ...{ id: 'm1', channel: 'sms', subject: null, sent_by: 'Musa', created_at: '2026-11-21T10:00:00.000Z' },
    ...{ scheduled_at: null, counts: { pending: 6, sent: 3, failed: 1, cancelled: 0 }, unsubscribed: 2 },
    state: campaign.state,
  })
  const change = (state: string) => () => {
    campaign.state = state
    return success({ id: 'm1', state, scheduled_at: null }, `Now ${state}.`)
  }
  respond(getMessageProgress, () => success({ ...row(), message: 'Hi', pin_required: false, recipients: [] }))
  // Registered last to take precedence: the path of one message also matches the path of the list.
  respond(getMessages, () => success([row()]))
  respond(pauseMessage, change('paused'))
  respond(continueMessage, change('sending'))
  const stops = respond(stopMessage, change('stopped'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.click(await screen.findByRole('button', { name: 'View progress' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Campaign progress' }))
  expect(dialog.getByRole('progressbar', { name: '4 of 10 done' })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Pause' }))
  expect(await dialog.findByRole('button', { name: 'Resume' })).toHaveFocus()
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }))
  expect(await dialog.findByRole('button', { name: 'Pause' })).toHaveFocus()
  await userEvent.click(await dialog.findByRole('button', { name: 'Stop' }))
  expect(dialog.getByRole('alert').parentElement).toHaveFocus()
  expect(stops).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Stop permanently' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Stop' })).toBeNull())
  expect(dialog.getByText('Stopped')).toBeVisible()
})

test.each([
  ['rejected', 'failed', 'The provider rejected the message.'],
  ['opted out', 'failed', 'The recipient sent STOP and gets no campaigns by SMS.'],
  ['account_closed', 'failed', 'The account was closed before the message was sent.'],
  ['550', 'failed', 'The provider did not accept the message: 550.'],
  ['status 500', 'pending', 'The last attempt failed: status 500.'],
  [null, 'sent', ''],
] as const)('the reason %s of a recipient that is %s is a sentence', (reason, state, sentence) => {
  expect(campaignFailureText(reason, state)).toBe(sentence)
})

test('the recipients are fetched until the campaign is sent', async () => {
  const campaign = { state: 'sending' }
  const row = () => ({
    ...{ id: 'm1', channel: 'sms', subject: null, sent_by: 'Musa', created_at: '2026-11-21T10:00:00.000Z' },
    ...{ scheduled_at: null, counts: { pending: 1, sent: 0, failed: 0, cancelled: 0 }, unsubscribed: 0 },
    state: campaign.state,
  })
  respond(getMessageProgress, () => {
    const state = campaign.state === 'sent' ? 'sent' : 'pending'
    const recipients = [{ to: '08031112222', state, reason: null }]
    return success({ ...row(), message: 'Hi', pin_required: false, recipients })
  })
  respond(getMessages, () => success([row()]))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.click(await screen.findByRole('button', { name: 'View progress' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Campaign progress' }))
  expect(await dialog.findByText('Queued')).toBeVisible()
  campaign.state = 'sent'
  await waitFor(() => expect(dialog.queryByText('Queued')).toBeNull(), { timeout: 5_000 })
})

test('a scheduled campaign shows its time, stays unchanged when the dialog closes, and is cancelled after a confirmation', async () => {
  const row = {
    ...{ id: 'm1', channel: 'email', subject: 'Maintenance', sent_by: 'Musa', state: 'scheduled' },
    ...{ created_at: '2026-11-21T10:00:00.000Z', scheduled_at: '2026-12-01T08:00:00.000Z' },
    ...{ counts: { pending: 10, sent: 0, failed: 0, cancelled: 0 }, unsubscribed: 0 },
  }
  respond(getMessageProgress, () => success({ ...row, message: 'Hi', pin_required: false, recipients: [] }))
  respond(getMessages, () => success([row]))
  const stops = respond(stopMessage, () => success({ ...row, state: 'stopped' }, 'Stopped.'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  const list = within(await screen.findByRole('table', { name: 'Recent campaigns' }))
  expect(list.getByRole('row', { name: /Sends 1\sDec\s2026, 9:00/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'View progress' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Campaign progress' }))
  expect(dialog.getByText('Maintenance')).toBeVisible()
  await userEvent.click(await dialog.findByRole('button', { name: 'Change time or text' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Discard changes' }))
  expect(dialog.queryByLabelText('Date and time')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel campaign' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('No recipient will get this message.')
  expect(stops).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel permanently' }))
  await waitFor(() => expect(stops).toHaveLength(1))
})

test('an SMS form that is not complete names its fields and focuses the first', async () => {
  const previews = respond(previewMessage, () => errorResponse(500, 'Not expected.'))
  render(<SendSms note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  const phones = screen.getByRole('textbox', { name: 'Enter Phone Numbers' })
  expect(phones).toHaveFocus()
  expect(phones).toHaveAccessibleDescription(/Phone Numbers are required\.$/)
  expect(message()).toHaveAccessibleDescription(/Please write the message\.$/)
  await userEvent.type(phones, '08031234567')
  expect(phones).not.toBeInvalid()
  expect(message()).toBeInvalid()
  expect(previews).toEqual([])
  await waitForToast('Phone Numbers are required.')
})
