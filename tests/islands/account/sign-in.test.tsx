// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import ForgotPassword from '../../../islands/account/forgot-password.tsx'
import Login from '../../../islands/account/login.tsx'
import ResetPassword from '../../../islands/account/reset-password.tsx'
import { readVerification } from '../../../islands/lib/index.ts'
import { forgotPassword, resetPassword, signIn } from '../../../shared/accounts.ts'
import { accountForm, profile } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const email = 'ada@example.com'
const type = (name: string, value: string) => userEvent.type(screen.getByLabelText(name), value)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function signsIn(password = 'Secret-1') {
  await type('E-mail', email)
  await type('Password', password)
  await press('Sign in')
}

test('signing in leads to the dashboard, and the password stays nowhere', async () => {
  const asked = answer(signIn, () => success(profile()))
  const { container } = render(<Login {...accountForm()} />)
  expect(await brokenRules(container)).toEqual([])
  await signsIn()
  await waitFor(() => expect(went).toEqual(['/account/dashboard']))
  expect(asked[0]?.body).toEqual({ email, password: 'Secret-1' })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Secret-1')
})

test('who has not proved their e-mail is led there, with another code one press away', async () => {
  answer(signIn, () => success(profile({ email_verified: false })))
  render(<Login {...accountForm()} />)
  await signsIn()
  await waitFor(() => expect(went).toEqual(['/email/verify']))
  expect(readVerification()).toEqual({ email, until: null })
})

test('a refused sign-in is told in a toast and above the form, which can be used again', async () => {
  answer(signIn, () => refusal(422, 'The e-mail or the password is not right.'))
  render(<Login {...accountForm()} />)
  await signsIn('wrong')
  await toasted('Unprocessable Entity: The e-mail or the password is not right.')
  expect(screen.getByText('The e-mail or the password is not right.')).toBeVisible()
  expect(screen.getByLabelText('E-mail')).toHaveValue(email)
  expect(went).toEqual([])
})

test('a password is shown when its owner wants to see it', async () => {
  render(<Login {...accountForm()} />)
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await press('Show')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  await press('Hide')
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
})

test('a forgotten password: the server’s one answer stays on the page', async () => {
  const asked = answer(forgotPassword, () =>
    success({ email }, 'If we know that e-mail, a link is on its way.'),
  )
  const { container } = render(<ForgotPassword {...accountForm()} />)
  await press('Send the link')
  await toasted('Email is required.')
  await type('E-mail', email)
  await press('Send the link')
  expect(await screen.findByText('If we know that e-mail, a link is on its way.')).toBeVisible()
  expect(asked[0]?.body).toEqual({ email })
  expect(await brokenRules(container)).toEqual([])
})

test('a new password is typed twice, sent with the token of the link, and leads to sign in', async () => {
  const asked = answer(resetPassword, () => success({}))
  const { container } = render(<ResetPassword {...accountForm({ values: { email, token: 'tok' } })} />)
  expect(await brokenRules(container)).toEqual([])
  await type('New password', 'Secret-2')
  await type('New password again', 'Secret-3')
  await press('Set the password')
  expect(screen.getByLabelText('New password again')).toHaveAccessibleDescription(
    'Your password do not match.',
  )
  expect(asked).toHaveLength(0)
  await userEvent.clear(screen.getByLabelText('New password again'))
  await type('New password again', 'Secret-2')
  await press('Set the password')
  await waitFor(() => expect(went).toEqual(['/login?note=password']))
  expect(asked[0]?.body).toEqual({
    token: 'tok',
    email,
    password: 'Secret-2',
    password_confirmation: 'Secret-2',
  })
})

test('a link that lost its token leads to a new one', () => {
  render(<ResetPassword {...accountForm()} />)
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
})
