// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import VerifyEmail from '../../../islands/account/verify-email.tsx'
import { readVerification, saveVerification } from '../../../islands/lib/index.ts'
import { resendVerification, verifyEmail } from '../../../shared/accounts.ts'
import { minutes } from '../../../shared/constants.ts'
import { accountForm } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const email = 'ada@example.com'
const open = (overrides = {}) => render(<VerifyEmail {...accountForm(overrides)} />)
const pin = () => screen.getByLabelText('Verification PIN')
const resendLink = () => screen.queryByRole('button', { name: 'Resend verification token' })
const startCountdown = (ms: number) => saveVerification({ email, until: Date.now() + ms })

test('entering the fourth digit submits the code and opens the dashboard', async () => {
  startCountdown(10 * minutes)
  const requests = respond(verifyEmail, () => success({ email }))
  open()
  expect(screen.getByLabelText('E-mail')).toHaveValue(email)
  await userEvent.type(pin(), '123')
  expect(requests).toHaveLength(0)
  await userEvent.type(pin(), '4')
  await waitFor(() => expect(navigations).toEqual(['/account/dashboard']))
  expect(requests[0]?.body).toEqual({ token: '1234', email })
  expect(readVerification()).toBeNull()
})

test('a pasted code fills the cells and is sent once', async () => {
  startCountdown(10 * minutes)
  const requests = respond(verifyEmail, () => success({ email }))
  open()
  await userEvent.click(pin())
  await userEvent.paste('12 34')
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests).toHaveLength(1)
})

test('a code without an e-mail is not sent, and the e-mail is required', async () => {
  const requests = respond(verifyEmail, () => success({ email }))
  open()
  await userEvent.type(pin(), '1234')
  await waitForToast('Email is required.')
  expect(requests).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('E-mail'), email)
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a rejected code is shown in a toast and next to the cells, which are cleared', async () => {
  startCountdown(10 * minutes)
  respond(verifyEmail, () => errorResponse(422, 'That code is not right.'))
  open()
  await userEvent.type(pin(), '1234')
  await waitForToast('Unprocessable Entity: That code is not right.')
  expect(pin()).toHaveValue('')
  expect(pin()).toHaveFocus()
  expect(pin()).toHaveAccessibleDescription('That code is not right.')
  expect(navigations).toEqual([])
})

test('the countdown starts at ten minutes, shows m:ss, and survives a reload', async () => {
  vi.useFakeTimers()
  const first = open()
  expect(screen.getByText('Time Remaining: 10:00')).toBeVisible()
  expect(resendLink()).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(55_000))
  expect(screen.getByText('Time Remaining: 9:05')).toBeVisible()
  first.unmount()
  open()
  expect(screen.getByText('Time Remaining: 9:05')).toBeVisible()
})

test('a visit without a request does not claim that a code was sent, and explains how to get one', () => {
  open()
  expect(screen.queryByText(/We sent/)).toBeNull()
  expect(screen.getByText(/If you have no code, enter your e-mail and send a new one/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send a new code' })).toBeVisible()
})

test('at zero the stored time is cleared, the resend button appears, and a reload does not restart it', async () => {
  vi.useFakeTimers()
  startCountdown(2_000)
  const first = open()
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  expect(screen.queryByText(/Time Remaining/)).toBeNull()
  expect(resendLink()).toBeVisible()
  expect(readVerification()).toEqual({ email, until: null })
  first.unmount()
  open()
  expect(resendLink()).toBeVisible()
})

test('a resend restarts the ten-minute countdown and hides the button; a rejected resend keeps it', async () => {
  saveVerification({ email, until: null })
  const requests = respond(resendVerification, (_, index) =>
    index === 0 ? errorResponse(429, 'Please wait.') : success({ email }, 'A code is on its way.'),
  )
  open()
  await userEvent.click(resendLink() as HTMLElement)
  await waitForToast('Too Many Requests: Please wait.')
  expect(resendLink()).toBeVisible()
  fireEvent.click(resendLink() as HTMLElement)
  expect(await screen.findByText(/^Time Remaining: (10:00|9:5\d)$/)).toBeVisible()
  expect(resendLink()).toBeNull()
  expect(requests[1]?.body).toEqual({ email })
  await waitForToast('A code is on its way.')
})

test('a user can request a new code while the countdown runs', async () => {
  startCountdown(9 * minutes)
  const requests = respond(resendVerification, () => success({ email }, 'A code is on its way.'))
  open()
  expect(screen.getByText(/^Time Remaining: (9:00|8:5\d)$/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }))
  await waitForToast('A code is on its way.')
  expect(requests[0]?.body).toEqual({ email })
  expect(screen.getByText(/^Time Remaining: (10:00|9:5\d)$/)).toBeVisible()
})

test('the code input is masked, labelled and accessible', async () => {
  startCountdown(10 * minutes)
  const { container } = open()
  expect(pin()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(container.querySelectorAll('.pin-cell')).toHaveLength(4)
  fireEvent.change(pin(), { target: { value: '12' } })
  await waitFor(() =>
    expect([...container.querySelectorAll('.pin-cell')].map((cell) => cell.textContent)).toEqual([
      '•',
      '•',
      '',
      '',
    ]),
  )
  expect(await accessibilityViolations(container)).toEqual([])
})
