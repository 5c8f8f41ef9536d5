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
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const email = 'ada@example.com'
const open = (over = {}) => render(<VerifyEmail {...accountForm(over)} />)
const pin = () => screen.getByLabelText('Verification PIN')
const resendLink = () => screen.queryByRole('button', { name: 'Resend verification token' })
const waits = (ms: number) => saveVerification({ email, until: Date.now() + ms })

test('the fourth digit sends the code without a press, and leads to the dashboard', async () => {
  waits(10 * minutes)
  const asked = answer(verifyEmail, () => success({ email }))
  open()
  expect(screen.getByLabelText('E-mail')).toHaveValue(email)
  await userEvent.type(pin(), '123')
  expect(asked).toHaveLength(0)
  await userEvent.type(pin(), '4')
  await waitFor(() => expect(went).toEqual(['/account/dashboard']))
  expect(asked[0]?.body).toEqual({ token: '1234', email })
  expect(readVerification()).toBeNull()
})

test('a pasted code fills the cells and is sent once', async () => {
  waits(10 * minutes)
  const asked = answer(verifyEmail, () => success({ email }))
  open()
  await userEvent.click(pin())
  await userEvent.paste('12 34')
  await waitFor(() => expect(went).toHaveLength(1))
  expect(asked).toHaveLength(1)
})

test('without an e-mail nothing is sent; the e-mail is asked for', async () => {
  const asked = answer(verifyEmail, () => success({ email }))
  open()
  await userEvent.type(pin(), '1234')
  await toasted('Email is required.')
  expect(asked).toHaveLength(0)
  await userEvent.type(screen.getByLabelText('E-mail'), email)
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(asked).toHaveLength(1))
})

test('a refused code is told in a toast and beside the cells, which are empty for the next try', async () => {
  waits(10 * minutes)
  answer(verifyEmail, () => refusal(422, 'That code is not right.'))
  open()
  await userEvent.type(pin(), '1234')
  await toasted('Unprocessable Entity: That code is not right.')
  expect(pin()).toHaveValue('')
  expect(pin()).toHaveFocus()
  expect(pin()).toHaveAccessibleDescription('That code is not right.')
  expect(went).toEqual([])
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

test('at zero the stored time goes, the resend link comes, and a reload begins no new countdown', async () => {
  vi.useFakeTimers()
  waits(2_000)
  const first = open()
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  expect(screen.queryByText(/Time Remaining/)).toBeNull()
  expect(resendLink()).toBeVisible()
  expect(readVerification()).toEqual({ email, until: null })
  first.unmount()
  open()
  expect(resendLink()).toBeVisible()
})

test('a resend starts the ten minutes again and hides the link; a refused one leaves it', async () => {
  saveVerification({ email, until: null })
  const asked = answer(resendVerification, (_, at) =>
    at === 0 ? refusal(429, 'Please wait.') : success({ email }, 'A code is on its way.'),
  )
  open()
  await userEvent.click(resendLink() as HTMLElement)
  await toasted('Too Many Requests: Please wait.')
  expect(resendLink()).toBeVisible()
  fireEvent.click(resendLink() as HTMLElement)
  expect(await screen.findByText('Time Remaining: 10:00')).toBeVisible()
  expect(resendLink()).toBeNull()
  expect(asked[1]?.body).toEqual({ email })
  await toasted('A code is on its way.')
})

test('the code is masked, labelled, and breaks no rule of access', async () => {
  waits(10 * minutes)
  const { container } = open()
  expect(pin()).toHaveAttribute('autocomplete', 'one-time-code')
  expect(container.querySelectorAll('.pin-cell')).toHaveLength(4)
  fireEvent.change(pin(), { target: { value: '12' } })
  await waitFor(() =>
    expect([...container.querySelectorAll('.pin-cell')].map((it) => it.textContent)).toEqual([
      '•',
      '•',
      '',
      '',
    ]),
  )
  expect(await brokenRules(container)).toEqual([])
})
