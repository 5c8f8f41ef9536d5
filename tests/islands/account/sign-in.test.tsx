// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import ForgotPassword from '../../../islands/account/forgot-password.tsx'
import Login from '../../../islands/account/login.tsx'
import ResetPassword from '../../../islands/account/reset-password.tsx'
import { readVerification } from '../../../islands/lib/index.ts'
import { requestPasswordReset, resetPassword, signIn } from '../../../shared/accounts.ts'
import { accountForm, profile } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const email = 'ada@example.com'
const type = (name: string, value: string) => userEvent.type(screen.getByLabelText(name), value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function submitSignIn(password = 'Secret-1') {
  await type('E-mail', email)
  await type('Password', password)
  await press('Sign in')
}

test('sign-in opens the dashboard, and the password is not stored in the browser', async () => {
  const requests = respond(signIn, () => success(profile()))
  const { container } = render(<Login {...accountForm()} />)
  expect(await accessibilityViolations(container)).toEqual([])
  await submitSignIn()
  await waitFor(() => expect(navigations).toEqual(['/account/dashboard']))
  expect(requests[0]?.body).toEqual({ email, password: 'Secret-1' })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Secret-1')
})

test('a user with an unverified e-mail is redirected to verification and can request a new code', async () => {
  respond(signIn, () => success(profile({ email_verified: false })))
  render(<Login {...accountForm()} />)
  await submitSignIn()
  await waitFor(() => expect(navigations).toEqual(['/email/verify']))
  expect(readVerification()).toEqual({ email, until: null })
})

test('a rejected sign-in is shown in a toast and above the form, and the user can retry', async () => {
  respond(signIn, () => errorResponse(422, 'Incorrect e-mail or password.'))
  render(<Login {...accountForm()} />)
  await submitSignIn('wrong')
  await waitForToast('Unprocessable Entity: Incorrect e-mail or password.')
  expect(screen.getByText('Incorrect e-mail or password.')).toBeVisible()
  expect(screen.getByLabelText('E-mail')).toHaveValue(email)
  expect(navigations).toEqual([])
})

test('a user can show the typed password', async () => {
  render(<Login {...accountForm()} />)
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await press('Show')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await press('Hide')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

test('a password-reset request shows the server’s response on the page', async () => {
  const requests = respond(requestPasswordReset, () =>
    success({ email }, 'If we know that e-mail, a link is on its way.'),
  )
  const { container } = render(<ForgotPassword {...accountForm()} />)
  await press('Send the link')
  await waitForToast('Email is required.')
  await type('E-mail', email)
  await press('Send the link')
  expect(await screen.findByText('If we know that e-mail, a link is on its way.')).toBeVisible()
  expect(requests[0]?.body).toEqual({ email })
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a new password is entered twice, sent with the token of the link, and opens sign-in', async () => {
  const requests = respond(resetPassword, () => success({}))
  const { container } = render(<ResetPassword {...accountForm({ values: { email, token: 'tok' } })} />)
  expect(await accessibilityViolations(container)).toEqual([])
  await type('New password', 'Secret-2')
  await type('Confirm new password', 'Secret-3')
  await press('Save new password')
  expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription(
    'Your password do not match.',
  )
  expect(requests).toHaveLength(0)
  await userEvent.clear(screen.getByLabelText('Confirm new password'))
  await type('Confirm new password', 'Secret-2')
  await press('Save new password')
  await waitFor(() => expect(navigations).toEqual(['/login?note=password']))
  expect(requests[0]?.body).toEqual({
    token: 'tok',
    email,
    password: 'Secret-2',
    password_confirmation: 'Secret-2',
  })
})

test('a reset link without a token offers to request a new link', () => {
  render(<ResetPassword {...accountForm()} />)
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
})

test('a manager with an authenticator app is asked for its code; other users never see the field', async () => {
  const message = 'Please enter the code from your authenticator app.'
  const needed = {
    status: 422,
    body: {
      status: 'error',
      code: 'SECOND_FACTOR_NEEDED',
      message,
      errors: { second_factor_code: [message] },
    },
  }
  const responses = [needed, success(profile({ role: 'manager' }))]
  const requests = respond(signIn, () => responses.shift() ?? needed)
  render(<Login {...accountForm()} />)
  expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull()
  await submitSignIn()
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456')
  expect(screen.getByLabelText('Code from your authenticator app')).toHaveFocus()
  expect(screen.queryByText('There is a problem')).toBeNull()
  await press('Sign in')
  await waitFor(() => expect(navigations).toEqual(['/account/dashboard']))
  expect(requests.map(({ body }) => body)).toEqual([
    { email, password: 'Secret-1' },
    { email, password: 'Secret-1', second_factor_code: '123456' },
  ])
})
