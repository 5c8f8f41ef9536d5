// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Settings from '../../../islands/settings/page.tsx'
import { exportAccountData } from '../../../shared/account-data.ts'
import { getProfile, updatePassword, updatePin, updateProfile } from '../../../shared/accounts.ts'
import {
  endOtherSessions,
  endSession,
  getActivityLogs,
  toggleActivityLogs,
} from '../../../shared/security.ts'
import { settingsPage } from '../support/account-pages.ts'
import { profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))

const show = () => render(<Settings {...settingsPage()} />)
const open = (section: string) => userEvent.click(screen.getByRole('heading', { name: section }))
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

test('the settings page is accessible', async () => {
  const { container } = show()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the sections that people change are open at first', () => {
  const { container } = show()
  const sections = [...container.querySelectorAll('details')]
  expect(
    sections.filter(({ open }) => open).map((section) => section.querySelector('h2')?.textContent),
  ).toEqual(['Profile', 'Change password', 'Authentication PIN', 'Activity log'])
})

test('a password without a matching confirmation cannot be submitted', async () => {
  show()
  expect(button('Change password')).toBeDisabled()
  await type('Current password', 'Old-Secret-1')
  await type('New password', 'New-Secret-1')
  expect(button('Change password')).toBeDisabled()
  await type('Confirm new password', 'New-Secret-2')
  expect(screen.getByText('Your password do not match.')).toBeVisible()
  expect(button('Change password')).toBeDisabled()
  await type('Confirm new password', '{Backspace}1')
  expect(screen.queryByText('Your password do not match.')).toBeNull()
  expect(button('Change password')).toBeEnabled()
})

async function changePassword() {
  await type('Current password', 'Old-Secret-1')
  await type('New password', 'New-Secret-1')
  await type('Confirm new password', 'New-Secret-1')
  await userEvent.click(button('Change password'))
}

test('a password change shows a toast, clears browser storage and redirects to sign-in', async () => {
  const requests = respond(updatePassword, () => success({}, 'Your password is changed.'))
  show()
  localStorage.setItem('sanwo:form:power', '{}')
  await changePassword()
  await waitForToast('Your password is changed.')
  expect(button('Change password')).toBeDisabled()
  await waitFor(() => expect(navigations).toEqual(['/login']))
  expect(localStorage.getItem('sanwo:form:power')).toBeNull()
  expect(requests[0]?.body).toEqual({
    old_password: 'Old-Secret-1',
    new_password: 'New-Secret-1',
    new_password_confirmation: 'New-Secret-1',
  })
})

test('a wrong current password shows an error and does not redirect', async () => {
  respond(updatePassword, () => errorResponse(422, 'That password is not right.'))
  show()
  await changePassword()
  await waitForToast('Unprocessable Entity: That password is not right.')
  expect(navigations).toEqual([])
})

test('the activity log switch shows the value returned by the server', async () => {
  const requests = respond(toggleActivityLogs, () =>
    success({ save_activity_logs: false }, 'The log is off.'),
  )
  const reloaded = respond(getProfile, () => success(profile({ save_activity_logs: false })))
  show()
  expect(screen.getByRole('switch')).toBeChecked()
  await userEvent.click(screen.getByRole('switch'))
  await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
  expect(requests).toHaveLength(1)
  expect(reloaded).toHaveLength(1)
})

test('the activity log switch shows the new value also when the profile cannot be loaded again', async () => {
  respond(toggleActivityLogs, () => success({ save_activity_logs: false }, 'The log is off.'))
  respond(getProfile, () => errorResponse(503, 'Try again later.'))
  show()
  await userEvent.click(screen.getByRole('switch'))
  await waitForToast('Service Unavailable: Try again later.')
  expect(screen.getByRole('switch')).not.toBeChecked()
})

test('the activity log is paginated', async () => {
  respond(getActivityLogs, () =>
    success({
      list: [{ id: '8', description: 'Changed the PIN', device: null, at: '2026-11-20T10:00:00.000Z' }],
      next: null,
    }),
  )
  show()
  await userEvent.click(button('Show more'))
  expect(await screen.findByText('Changed the PIN')).toBeVisible()
})

test('a user sets a PIN with the password and two masked six-digit inputs', async () => {
  const requests = respond(updatePin, () => success({}, 'Your PIN is set.'))
  show()
  await userEvent.click(button('Set PIN'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set PIN' }))
  const set = dialog.getByRole('button', { name: 'Set PIN' })
  await userEvent.type(dialog.getByLabelText('New PIN'), '27491')
  await userEvent.type(dialog.getByLabelText('Confirm PIN'), '274916')
  await userEvent.type(dialog.getByLabelText('Your password'), 'Old-Secret-1')
  expect(set).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('New PIN'), 'a6')
  expect(await accessibilityViolations(screen.getByRole('dialog'))).toEqual([])
  await userEvent.click(set)
  await waitForToast('Your PIN is set.')
  expect(requests[0]?.body).toEqual({ pin: '274916', pin_confirmation: '274916', password: 'Old-Secret-1' })
  expect(button('Change PIN')).toBeVisible()
})

test('a user can change name, phone and address', async () => {
  const requests = respond(updateProfile, () => success(profile(), 'Your profile is saved.'))
  show()
  await type('Address', '5 Marina')
  await userEvent.click(button('Save profile'))
  await waitForToast('Your profile is saved.')
  // Another tab may have saved the fields that were not changed here.
  expect(requests[0]?.body).toEqual({ address: '5 Marina' })
})

test('a user can end another session and all other sessions', async () => {
  const one = respond(endSession, () => success({}, 'Signed out.'))
  show()
  await userEvent.click(button('Sign out: Firefox on Windows'))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(one[0]?.url).toContain('a0000000-0000-4000-8000-000000000002')
})

test('ending all other sessions keeps the current session', async () => {
  respond(endOtherSessions, () => success({ ended: 1 }, 'Signed out everywhere else.'))
  show()
  await open('Active sessions')
  await userEvent.click(button('Sign out of all other devices'))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(screen.getByText('Chrome on Android')).toBeVisible()
})

test('a non-image file shows an error next to the field, and a picture can be removed', async () => {
  const requests = respond(updateProfile, () => success(profile()))
  render(<Settings {...settingsPage({ picture: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==' })} />)
  const text = new File(['hello'], 'hello.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Picture'), text)
  expect(await screen.findByText('Please choose a PNG, JPEG or WebP picture.')).toBeVisible()
  expect(requests).toHaveLength(0)
  expect(screen.getByRole('img', { name: 'You' })).toBeVisible()
  await userEvent.click(button('Remove picture'))
  await waitForToast('Your picture is removed.')
  expect(requests[0]?.body).toEqual({ picture: null })
  expect(screen.queryByRole('img', { name: 'You' })).toBeNull()
})

test('each field error has its own toast, and an offline error uses the account area’s text', async () => {
  respond(updateProfile, () =>
    errorResponse(422, 'Please check the form.', {
      name: ['Please enter your name.'],
      address: ['Too long.'],
    }),
  )
  show()
  await userEvent.click(button('Save profile'))
  await waitForToast('Name: Please enter your name.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitForToast('Address: Too long.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(button('Save profile'))
  await waitForToast('No internet connection, please check your connection and try again.')
})

test('a user downloads their data with the password', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const requests = respond(exportAccountData, () =>
    success({ exported_at: '2026-11-23T12:00:00.000Z', sections: [{ name: 'Orders', rows: [] }] }),
  )
  show()
  await type('Your password', 'Old-Secret-1')
  await userEvent.click(button('Download my data'))
  await waitForToast('Your data is downloaded.')
  expect(requests[0]?.body).toEqual({ password: 'Old-Secret-1' })
  expect(saved).toEqual(['my-data.json'])
})
