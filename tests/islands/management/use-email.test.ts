// @vitest-environment jsdom
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEmail } from '../../../islands/management/use-email.ts'
import { previewMessage } from '../../../shared/management/campaigns.ts'
import { getEmailTemplates, sendEmail } from '../../../shared/management/messages.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const greeting = { id: 't1', name: 'Greeting', subject: 'Hello', default_message: '<p>Hello.</p>' }
const sentResponse = success({ id: 'm1', recipients: 1 }, 'Sent.')

async function written() {
  respond(previewMessage, () =>
    success({
      ...{ recipients: 1, unsubscribed: 0, segments: null, cost: null, pin_required: false },
      ...{ invalid_count: 0, invalid: [] },
    }),
  )
  respond(getEmailTemplates, () => success([greeting]))
  const form = renderHook(() => useEmail()).result
  act(() => form.current.chooseService('holiday'))
  await waitFor(() => expect(form.current.templates).toHaveLength(1))
  act(() => form.current.chooseTemplate('t1'))
  act(() => form.current.fill({ addresses: 'ada@example.com' }))
  return form
}

/** Clicks Send Message and confirms the recipient count. */
async function sendMessage(form: Awaited<ReturnType<typeof written>>) {
  await act(() => form.current.submit() as Promise<void>)
  expect(form.current.preview?.recipients).toBe(1)
  await act(() => form.current.submitValues())
}

test('the service sets the type: subscription for power, text for others, none without a service', async () => {
  respond(getEmailTemplates, () => success([]))
  const form = renderHook(() => useEmail()).result
  for (const [service, type] of [
    ['power', 'subscription'],
    ['cabletv', 'text'],
    ['', ''],
  ] as const) {
    act(() => form.current.chooseService(service))
    expect(form.current.values).toMatchObject({ service, type })
  }
})

test('an e-mail to guests with an attachment is sent as multipart without a user', async () => {
  const requests = respond(sendEmail, () => sentResponse)
  const form = await written()
  act(() => form.current.setFile(new File(['A notice.'], 'notice.txt', { type: 'text/plain' })))
  await sendMessage(form)
  expect(requests).toHaveLength(1)
  const body = String(requests[0]?.body)
  const names = [...body.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual([
    'email_addresses',
    'email_template',
    'file',
    'message',
    'reference',
    'service',
    'subject',
    'type',
    'user_group',
  ])
  expect(body).toContain('filename="notice.txt"')
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
})

test('a failed send keeps the form and the idempotency key; success clears the form', async () => {
  const requests = respond(sendEmail, (_, index) =>
    index === 0 ? errorResponse(503, 'The mail server is away.') : sentResponse,
  )
  const form = await written()
  const before = form.current.values
  await sendMessage(form)
  await waitForToast('Service Unavailable: The mail server is away.')
  expect(form.current.values).toEqual(before)
  await sendMessage(form)
  expect(form.current.values).toMatchObject({
    service: '',
    type: '',
    group: 'guest_user',
    addresses: '',
    template: '',
    reference: '',
    subject: '',
    message: '',
  })
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
})

test('each field error has its own toast', async () => {
  const errors = {
    subject: ['Please enter a subject.', 'And more.'],
    email_addresses: ['“x” is no address.'],
  }
  respond(sendEmail, () => errorResponse(422, 'Please look at the form.', errors))
  const form = await written()
  await sendMessage(form)
  await waitForToast('Subject: Please enter a subject.')
  fireEvent.click(screen.getByText('Subject: Please enter a subject.'))
  await waitForToast('Email addresses: “x” is no address.')
})

test('an e-mail is sent only after confirmation, not after cancel', async () => {
  const requests = respond(sendEmail, () => sentResponse)
  const form = await written()
  await act(() => form.current.submit() as Promise<void>)
  expect(form.current.preview?.recipients).toBe(1)
  act(() => form.current.cancel())
  expect(form.current.preview).toBeNull()
  expect(requests).toEqual([])
  expect(form.current.values.addresses).toBe('ada@example.com')
})

test('a failed template load shows no error', async () => {
  const requests = respond(getEmailTemplates, () => errorResponse(500, 'Broken.'))
  const form = renderHook(() => useEmail()).result
  act(() => form.current.chooseService('other'))
  await waitFor(() => expect(requests).toHaveLength(1))
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
  expect(document.querySelector('.toast-text')).toBeNull()
  expect(form.current.templates).toEqual([])
})

test.each([
  ['Please select a user to continue.', { group: 'registered_user' as const }],
  ['Service is required.', { service: '' as const }],
  ['Type is required.', { type: '' as const }],
  ['Reference is required.', { service: 'power' as const }],
])('an invalid e-mail form is not sent: %s', async (message, values) => {
  const requests = respond(sendEmail, () => sentResponse)
  const form = await written()
  act(() => form.current.fill(values))
  await act(async () => {
    await form.current.submit()
  })
  await waitForToast(message)
  expect(requests).toEqual([])
})
