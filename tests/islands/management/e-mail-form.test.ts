// @vitest-environment jsdom
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEmail } from '../../../islands/management/use-email.ts'
import { allTemplates, sendEmail } from '../../../shared/management/messages.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()

const greeting = { id: 't1', name: 'Greeting', subject: 'Hello', default_message: '<p>Hello.</p>' }
const sent = success({ id: 'm1', recipients: 1 }, 'Sent.')

async function written() {
  answer(allTemplates, () => success([greeting]))
  const form = renderHook(() => useEmail()).result
  act(() => form.current.chooseService('holiday'))
  await waitFor(() => expect(form.current.templates).toHaveLength(1))
  act(() => form.current.chooseTemplate('t1'))
  act(() => form.current.fill({ addresses: 'ada@example.com' }))
  return form
}

test('a service brings its type: power a subscription, the others a text, none nothing', async () => {
  answer(allTemplates, () => success([]))
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

test('it travels as multipart, with a file beside it, for guests without a user', async () => {
  const asked = answer(sendEmail, () => sent)
  const form = await written()
  act(() => form.current.setFile(new File(['A notice.'], 'notice.txt', { type: 'text/plain' })))
  await act(() => form.current.submit())
  expect(asked).toHaveLength(1)
  const body = String(asked[0]?.body)
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
  expect(asked[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
})

test('a refusal keeps what was written, under the same key for the same message; success empties the form', async () => {
  const asked = answer(sendEmail, (_, at) => (at === 0 ? refusal(503, 'The mail server is away.') : sent))
  const form = await written()
  const before = form.current.values
  await act(() => form.current.submit())
  await toasted('Service Unavailable: The mail server is away.')
  expect(form.current.values).toEqual(before)
  await act(() => form.current.submit())
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
  const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
})

test('each field that is refused is told in a toast of its own', async () => {
  const errors = {
    subject: ['Please enter a subject.', 'And more.'],
    email_addresses: ['“x” is no address.'],
  }
  answer(sendEmail, () => refusal(422, 'Please look at the form.', errors))
  const form = await written()
  await act(() => form.current.submit())
  await toasted('Subject: Please enter a subject.')
  fireEvent.click(screen.getByText('Subject: Please enter a subject.'))
  await toasted('Email addresses: “x” is no address.')
})

test('templates that cannot be had are no news', async () => {
  const asked = answer(allTemplates, () => refusal(500, 'Broken.'))
  const form = renderHook(() => useEmail()).result
  act(() => form.current.chooseService('other'))
  await waitFor(() => expect(asked).toHaveLength(1))
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
])('nothing is sent: %s', async (says, some) => {
  const asked = answer(sendEmail, () => sent)
  const form = await written()
  act(() => form.current.fill(some))
  await act(async () => {
    await form.current.submit()
  })
  await toasted(says)
  expect(asked).toEqual([])
})
