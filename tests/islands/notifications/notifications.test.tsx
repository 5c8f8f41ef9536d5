// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Bell } from '../../../islands/notifications/bell.tsx'
import NotificationPage from '../../../islands/notifications/page.tsx'
import {
  type AccountEvent,
  deleteNotification,
  getNotifications,
  getUnreadNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  restoreNotification,
  streamAccountEvents,
} from '../../../shared/notifications.ts'
import { profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { notification, otherKinds } from '../support/notifications.ts'
import { pause, resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))

const page = {
  signedIn: true,
  simulated: false,
  brandName: 'Sanwo',
  note: null,
  profile: profile(),
  message: null,
}
const renderPage = (notifications = [notification()]) =>
  render(<NotificationPage {...page} notifications={notifications} />)

/** An event stream that sends these events and stays open. */
const streamOf = (...events: AccountEvent[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
        controller.enqueue(new TextEncoder().encode(text))
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )
const openBell = async (name: string) => {
  const bell = await screen.findByRole('button', { name })
  await userEvent.click(bell)
  return within(screen.getByRole('region', { name: 'Notifications' }))
}

test('an empty list shows no notifications below the link Mark All as Read', async () => {
  const { container } = renderPage([])
  expect(screen.getByText('No notifications!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark All as Read' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the bell shows the live unread count and opens the list', async () => {
  respond(streamAccountEvents, () => streamOf({ type: 'unread', unread: 3 }))
  respond(getNotifications, () => success([notification()]))
  const { container } = render(<Bell />)
  const list = await openBell('Notifications, 3 unread')
  expect(await list.findByText('Your electricity token')).toBeVisible()
  expect(list.getByRole('button', { name: 'Mark All as Read' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Your electricity token')).not.toBeVisible()
  expect(screen.getByRole('button', { name: 'Notifications, 3 unread' })).toHaveFocus()
})

test('the bell polls when no event stream can be opened', async () => {
  respond(streamAccountEvents, () => errorResponse(429, 'Too many.'))
  respond(getUnreadNotifications, () => success({ unread: 7 }))
  render(<Bell />)
  expect(await screen.findByRole('button', { name: 'Notifications, 7 unread' })).toBeVisible()
})

test('a new notification appears immediately in the open list', async () => {
  let sendEvent: (event: AccountEvent) => void = () => {}
  respond(
    streamAccountEvents,
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            sendEvent = (event) =>
              controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
            sendEvent({ type: 'unread', unread: 0 })
          },
        }),
      ),
  )
  const listRequests = respond(getNotifications, (_, index) => success(index === 0 ? [] : [notification()]))
  render(<Bell />)
  const list = await openBell('Notifications')
  expect(await list.findByText('No notifications!')).toBeVisible()
  sendEvent({ type: 'notification', id: notification().id, subject: 'Your electricity token', unread: 1 })
  expect(await list.findByText('Your electricity token')).toBeVisible()
  expect(listRequests).toHaveLength(2)
})

test('opening a notification does not mark it as read and shows token, units, amount, meter and company', async () => {
  renderPage()
  await userEvent.click(screen.getByRole('button', { name: /^Unread/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Your electricity token' }))
  for (const text of ['1234 5678 9012 3456 7890', '35.2 kWh', '₦5,000.00', '11000000000', 'Ikeja Electric'])
    expect(dialog.getByText(text)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Mark as Read' })).toBeVisible()
  expect(await accessibilityViolations(screen.getByRole('dialog'))).toEqual([])
})

test.each([
  [otherKinds[0]!, ['MTN', '0803 111 2222', '₦500.00']],
  [otherKinds[1]!, ['DStv', 'DStv Compact', '1212121212', '₦15,700.00']],
  [otherKinds[2]!, ['Glo', '1 GB', '0805 555 6666', '₦300.00']],
])('each notification kind shows its own details', async (data, texts) => {
  renderPage([notification({ data })])
  await userEvent.click(screen.getByRole('button', { name: /^Unread/ }))
  const dialog = within(screen.getByRole('dialog'))
  for (const text of texts) expect(dialog.getByText(text)).toBeVisible()
})

test('a notification of an unknown kind shows subject and description, and the list keeps working', async () => {
  const { subject, description, reference, link } = notification().data
  const unknown = { service: 'insurance', subject, description, reference, link, details: { data: {} } }
  const knownNotification = notification({ id: '6f0c1de2-3c55-4b0a-9d3e-0a7a4be0a002' })
  respond(getNotifications, () => success([{ ...notification(), data: unknown }, knownNotification]))
  respond(getUnreadNotifications, () => success({ unread: 2 }))
  respond(streamAccountEvents, () => streamOf({ type: 'unread', unread: 2 }))
  render(<Bell />)
  const list = await openBell('Notifications, 2 unread')
  const [first] = await list.findAllByRole('button', { name: /^Unread/ })
  await userEvent.click(first as HTMLElement)
  const dialog = within(screen.getByRole('dialog', { name: subject }))
  expect(dialog.getByText(description)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  expect(list.getAllByRole('button', { name: /^Unread/ })).toHaveLength(2)
})

test('a read notification has no mark-as-read button', () => {
  renderPage([notification({ read_at: '2026-11-21T11:00:00.000Z' })])
  expect(screen.queryByRole('button', { name: /^Mark as Read/ })).toBeNull()
})

test('marking or deleting a notification reloads the list', async () => {
  const readRequests = respond(markNotificationRead, () => success({ unread: 0 }))
  const deleteRequests = respond(deleteNotification, () => success({ unread: 0, undo: 'encrypted' }))
  respond(getNotifications, (_, index) =>
    success(index === 0 ? [notification({ read_at: '2026-11-21T11:00:00.000Z' })] : []),
  )
  renderPage()
  await userEvent.click(screen.getByRole('button', { name: /^Mark as Read:/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Mark as Read:/ })).toBeNull())
  expect(readRequests[0]?.url).toContain(`/mark-as-read/${notification().id}`)
  await userEvent.click(screen.getByRole('button', { name: /^Delete:/ }))
  expect(await screen.findByText('No notifications!')).toBeVisible()
  expect(deleteRequests[0]?.url).toContain(`/${notification().id}/delete`)
})

test('a deleted notification is restored with Undo', async () => {
  respond(deleteNotification, () => success({ unread: 0, undo: 'encrypted' }))
  const restoreRequests = respond(restoreNotification, () => success({ unread: 1 }))
  respond(getNotifications, (_, index) => success(index === 0 ? [] : [notification()]))
  renderPage()
  await userEvent.click(screen.getByRole('button', { name: /^Delete:/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: /^Delete:/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(restoreRequests[0]?.body).toEqual({ undo: 'encrypted' })
})

test('Mark All as Read empties the list and keeps the focus', async () => {
  respond(markAllNotificationsRead, () => success({ unread: 0 }))
  renderPage()
  await userEvent.click(screen.getByRole('button', { name: 'Mark All as Read' }))
  expect(await screen.findByText('No notifications!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Mark All as Read' })).toHaveFocus()
})

test('notifications emptied with Mark All as Read stay away when the bell is opened again; a new one is listed', async () => {
  const readAt = '2026-11-21T11:00:00.000Z'
  const newId = '6f0c1de2-3c55-4b0a-9d3e-0a7a4be0a002'
  const { data } = notification()
  const newNotification = notification({ id: newId, data: { ...data, subject: 'Money received' } })
  respond(streamAccountEvents, () => streamOf({ type: 'unread', unread: 1 }))
  respond(markAllNotificationsRead, () => success({ unread: 0 }))
  const listRequests = respond(getNotifications, (_, index) => {
    const oldNotification = notification({ read_at: index === 0 ? null : readAt })
    return success(index < 2 ? [oldNotification] : [newNotification, oldNotification])
  })
  render(<Bell />)
  const list = await openBell('Notifications, 1 unread')
  await list.findByText('Your electricity token')
  await userEvent.click(list.getByRole('button', { name: 'Mark All as Read' }))
  await list.findByText('No notifications!')

  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
  await openBell('Notifications')
  await waitFor(() => expect(listRequests).toHaveLength(2))
  await pause(100)
  expect(list.getByText('No notifications!')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
  await openBell('Notifications')
  expect(await list.findByText('Money received')).toBeVisible()
  expect(list.queryByText('Your electricity token')).toBeNull()
})
