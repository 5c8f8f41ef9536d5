// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Register from '../../../islands/account/register.tsx'
import { registerAccount } from '../../../shared/accounts.ts'
import { getPhoneCodes } from '../../../shared/actions.ts'
import { accountForm } from '../support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const countries = [
  { code: 'NG', name: 'Nigeria', dial_code: '+234' },
  { code: 'GH', name: 'Ghana', dial_code: '+233' },
]
const open = () => {
  respond(getPhoneCodes, () => success(countries))
  return render(<Register {...accountForm()} />)
}
const field = (name: string) => screen.getByLabelText(name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

async function fill(overrides: Record<string, string> = {}) {
  const values = {
    Name: 'Ada Obi',
    'E-mail': 'ada@example.com',
    'Phone number': '08012345678',
    Password: 'Secret-1',
    ...overrides,
  }
  for (const [name, value] of Object.entries(values)) if (value) await userEvent.type(field(name), value)
  await userEvent.click(screen.getByRole('checkbox'))
}
const created = { email: 'ada@example.com' }

test('a personal registration sends exactly the specified keys and opens the verification', async () => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await fill()
  expect(field('Phone number')).toHaveValue('0801 234 5678')
  await press()
  await waitFor(() => expect(navigations).toEqual(['/email/verify']))
  expect(requests[0]?.body).toEqual({
    is_company: false,
    name: 'Ada Obi',
    email: 'ada@example.com',
    phone: '+2348012345678',
    terms: true,
    password: 'Secret-1',
    platform: 'web',
    referrer: '',
  })
  expect(localStorage.getItem('sanwo:verification')).toContain('ada@example.com')
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Secret-1')
})

test('a company registration adds the company’s keys; website and referral code are optional', async () => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  await fill({
    Name: '',
    'Contact name': 'Ada Obi',
    'Company name': 'Obi Ltd',
    'Company address': '1 Allen Avenue',
    'RC number': 'RC 12',
    'Referral code (optional)': 'BOLA2345',
  })
  await press()
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({
    is_company: true,
    referrer: 'BOLA2345',
    company_name: 'Obi Ltd',
    address: '1 Allen Avenue',
    website: '',
    rc_number: 'RC 12',
  })
})

test("the response status 'created' opens sign-in", async () => {
  respond(registerAccount, () => ({ body: { status: 'created', message: 'Done', data: created } }))
  open()
  await fill()
  await press()
  await waitFor(() => expect(navigations).toEqual(['/login']))
})

test.each([
  ['Name', 'Name is required.'],
  ['E-mail', 'Email is required.'],
  ['Phone number', 'Phone is required.'],
  ['Password', 'Password is required.'],
])('without %s no request is sent, and the field and a toast show the error', async (name, message) => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await fill({ [name]: '' })
  await press()
  await waitForToast(message)
  expect(field(name)).toHaveAccessibleDescription(/Please/)
  expect(screen.getByRole('heading', { name: 'There is a problem' }).parentElement).toHaveFocus()
  expect(requests).toHaveLength(0)
})

test('a registration without accepted terms is not sent', async () => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await fill()
  await userEvent.click(screen.getByRole('checkbox'))
  await press()
  await waitForToast('Terms is required.')
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please accept the terms and conditions.')
  expect(requests).toHaveLength(0)
})

test('a company needs its name, address and RC number', async () => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  await fill({ Name: '', 'Contact name': 'Ada Obi' })
  await press()
  for (const name of ['Company name', 'Company address', 'RC number'])
    expect(field(name)).toHaveAccessibleDescription(/Please enter the/)
  expect(field('Website (optional)')).toBeValid()
  expect(requests).toHaveLength(0)
})

test('every field error is shown inline until the field changes, and in its own toast', async () => {
  respond(registerAccount, () =>
    errorResponse(422, 'Please check the form and try again.', {
      password: ['Please use a stronger password.'],
      referrer: ['We do not know that code.'],
    }),
  )
  open()
  await fill({ Password: 'weak', 'Referral code (optional)': 'UNKNOWN' })
  await press()
  await waitForToast('Password: Please use a stronger password.')
  expect(field('Password')).toHaveAccessibleDescription(/stronger password/)
  expect(field('Referral code (optional)')).toHaveAccessibleDescription('We do not know that code.')
  await waitForToast('Referrer: We do not know that code.')
  await userEvent.type(field('Password'), 'er')
  expect(field('Password')).not.toHaveAccessibleDescription(/stronger password/)
  expect(screen.getByRole('button', { name: 'Create account' })).not.toHaveAttribute('aria-busy')
})

test('during the request the form is busy: two submits create one account', async () => {
  const response = Promise.withResolvers<void>()
  const requests = respond(registerAccount, async () => {
    await response.promise
    return success(created)
  })
  open()
  await fill()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByText('Creating your account, please wait...')).toBeVisible()
  response.resolve()
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests).toHaveLength(1)
})

test('a foreign phone number is sent with its country code', async () => {
  const requests = respond(registerAccount, () => success(created))
  open()
  await userEvent.click(await screen.findByRole('button', { name: /Country/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ghana/ }))
  await fill({ 'Phone number': '024 123 4567' })
  await press()
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ phone: '+233241234567' }))
})

test('the registration page links terms, privacy and sign-in, shows the password hint and is accessible', async () => {
  const { container } = open()
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute(
    'href',
    '/terms-and-conditions',
  )
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(field('Password')).toHaveAccessibleDescription(
    'At least 8 characters with lowercase, uppercase, number and special character.',
  )
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  expect(await accessibilityViolations(container)).toEqual([])
})
