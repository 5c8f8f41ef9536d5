// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Settings from '../../../islands/settings/page.tsx'
import { getProfile, updatePassword, updatePin, updateProfile } from '../../../shared/accounts.ts'
import { allActivity, endOtherSessions, endSession, toggleActivityLogs } from '../../../shared/security.ts'
import { profile } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages, pageWith } from '../support/page.ts'
import { settingsPage } from '../support/rooms.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()
beforeEach(() => pageWith({ token: 'bearer' }))

const show = () => render(<Settings {...settingsPage()} />)
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

test('the page can be read by everybody', async () => {
  const { container } = show()
  expect(await brokenRules(container)).toEqual([])
})

test('a password that is not repeated cannot be sent', async () => {
  show()
  expect(button('Change password')).toBeDisabled()
  await type('Old password', 'Old-Secret-1')
  await type('New password', 'New-Secret-1')
  expect(button('Change password')).toBeDisabled()
  await type('Confirm new password', 'New-Secret-2')
  expect(screen.getByText('Your password do not match.')).toBeVisible()
  expect(button('Change password')).toBeDisabled()
  await type('Confirm new password', '{Backspace}1')
  expect(screen.queryByText('Your password do not match.')).toBeNull()
  expect(button('Change password')).toBeEnabled()
})

async function changesPassword() {
  await type('Old password', 'Old-Secret-1')
  await type('New password', 'New-Secret-1')
  await type('Confirm new password', 'New-Secret-1')
  await userEvent.click(button('Change password'))
}

test('a changed password is told, empties this browser and leads to sign in', async () => {
  const asked = answer(updatePassword, () => success({}, 'Your password is changed.'))
  show()
  localStorage.setItem('sanwo:form:power', '{}')
  await changesPassword()
  await toasted('Your password is changed.')
  expect(button('Change password')).toBeDisabled()
  await waitFor(() => expect(went).toEqual(['/login']), { timeout: 3000 })
  expect(localStorage.getItem('sanwo:form:power')).toBeNull()
  expect(asked[0]?.body).toEqual({
    old_password: 'Old-Secret-1',
    new_password: 'New-Secret-1',
    new_password_confirmation: 'New-Secret-1',
  })
})

test('a wrong old password is told, and the person stays', async () => {
  answer(updatePassword, () => refusal(422, 'That password is not right.'))
  show()
  await changesPassword()
  await toasted('Unprocessable Entity: That password is not right.')
  expect(went).toEqual([])
})

test('the switch of the activity log shows what the server says afterwards', async () => {
  const asked = answer(toggleActivityLogs, () => success({ save_activity_logs: false }, 'The log is off.'))
  const reloaded = answer(getProfile, () => success(profile({ save_activity_logs: false })))
  show()
  expect(screen.getByRole('switch')).toBeChecked()
  await userEvent.click(screen.getByRole('switch'))
  await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked())
  expect(asked).toHaveLength(1)
  expect(reloaded).toHaveLength(1)
})

test('the log comes part by part', async () => {
  answer(allActivity, () =>
    success({
      list: [{ id: '8', what: 'Changed the PIN', device: null, at: '2026-11-20T10:00:00.000Z' }],
      next: null,
    }),
  )
  show()
  await userEvent.click(button('Show more'))
  expect(await screen.findByText('Changed the PIN')).toBeVisible()
})

test('a PIN is set with the password, six masked digits twice', async () => {
  const asked = answer(updatePin, () => success({}, 'Your PIN is set.'))
  show()
  await userEvent.click(button('Set PIN'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set PIN' }))
  const set = dialog.getByRole('button', { name: 'Set PIN' })
  await userEvent.type(dialog.getByLabelText('New PIN'), '12345')
  await userEvent.type(dialog.getByLabelText('Confirm PIN'), '123456')
  await userEvent.type(dialog.getByLabelText('Your password'), 'Old-Secret-1')
  expect(set).toBeDisabled()
  await userEvent.type(dialog.getByLabelText('New PIN'), 'a6')
  expect(await brokenRules(screen.getByRole('dialog'))).toEqual([])
  await userEvent.click(set)
  await toasted('Your PIN is set.')
  expect(asked[0]?.body).toEqual({ pin: '123456', pin_confirmation: '123456', password: 'Old-Secret-1' })
  expect(button('Change PIN')).toBeVisible()
})

test('name, phone and address are changed', async () => {
  const asked = answer(updateProfile, () => success(profile(), 'Your profile is saved.'))
  show()
  await type('Address', '5 Marina')
  await userEvent.click(button('Save profile'))
  await toasted('Your profile is saved.')
  expect(asked[0]?.body).toEqual({ name: 'Ada Obi', phone: '+2348012345678', address: '5 Marina' })
})

test('another browser is signed out, and so are all others at once', async () => {
  const one = answer(endSession, () => success({}, 'Signed out.'))
  show()
  await userEvent.click(button('Sign out: Firefox on Windows'))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(one[0]?.url).toContain('a0000000-0000-4000-8000-000000000002')
})

test('signing out everywhere else leaves this browser signed in', async () => {
  answer(endOtherSessions, () => success({ ended: 1 }, 'Signed out everywhere else.'))
  show()
  await userEvent.click(button('Sign out everywhere else'))
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull())
  expect(screen.getByText('Chrome on Android')).toBeVisible()
})

test('what is no picture is said beside the field, and a picture is removed', async () => {
  const sent = answer(updateProfile, () => success(profile()))
  render(<Settings {...settingsPage({ picture: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==' })} />)
  const text = new File(['hello'], 'hello.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Picture'), text)
  expect(await screen.findByText('Please choose a PNG, JPEG or WebP picture.')).toBeVisible()
  expect(sent).toHaveLength(0)
  expect(screen.getByRole('img', { name: 'You' })).toBeVisible()
  await userEvent.click(button('Remove picture'))
  await toasted('Your picture is removed.')
  expect(sent[0]?.body).toEqual({ picture: null })
  expect(screen.queryByRole('img', { name: 'You' })).toBeNull()
})

test('each refused field has its toast, and offline is told in the words of the account area', async () => {
  answer(updateProfile, () =>
    refusal(422, 'Please check the form.', { name: ['Please enter your name.'], address: ['Too long.'] }),
  )
  show()
  await userEvent.click(button('Save profile'))
  await toasted('Name: Please enter your name.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await toasted('Address: Too long.')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.click(button('Save profile'))
  await toasted('No internet connection, please check your connection and try again.')
})
