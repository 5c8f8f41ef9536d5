// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import Register from '../../../islands/account/register.tsx'
import { registerAccount } from '../../../shared/accounts.ts'
import { getPhoneCodes } from '../../../shared/actions.ts'
import { accountForm } from '../support/accounts.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { freshPages, pause } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const countries = [
  { code: 'NG', name: 'Nigeria', dial_code: '+234' },
  { code: 'GH', name: 'Ghana', dial_code: '+233' },
]
const open = () => {
  answer(getPhoneCodes, () => success(countries))
  return render(<Register {...accountForm()} />)
}
const field = (name: string) => screen.getByLabelText(name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }))

async function fill(over: Record<string, string> = {}) {
  const values = {
    Name: 'Ada Obi',
    'E-mail': 'ada@example.com',
    'Phone number': '08012345678',
    Password: 'Secret-1',
    ...over,
  }
  for (const [name, value] of Object.entries(values)) if (value) await userEvent.type(field(name), value)
  await userEvent.click(screen.getByRole('checkbox'))
}
const created = { email: 'ada@example.com' }

test('a personal registration sends exactly the specified keys, and leads to the verification', async () => {
  const asked = answer(registerAccount, () => success(created))
  open()
  await fill()
  expect(field('Phone number')).toHaveValue('0801 234 5678')
  await press()
  await waitFor(() => expect(went).toEqual(['/email/verify']))
  expect(asked[0]?.body).toEqual({
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
  const asked = answer(registerAccount, () => success(created))
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
  await waitFor(() => expect(went).toHaveLength(1))
  expect(asked[0]?.body).toMatchObject({
    is_company: true,
    referrer: 'BOLA2345',
    company_name: 'Obi Ltd',
    address: '1 Allen Avenue',
    website: '',
    rc_number: 'RC 12',
  })
})

test("the server's 'created' leads to sign in", async () => {
  answer(registerAccount, () => ({ body: { status: 'created', message: 'Done', data: created } }))
  open()
  await fill()
  await press()
  await waitFor(() => expect(went).toEqual(['/login']))
})

test.each([
  ['Name', 'Name is required.'],
  ['E-mail', 'Email is required.'],
  ['Phone number', 'Phone is required.'],
  ['Password', 'Password is required.'],
])('without %s nothing is sent, and the field and a toast say why', async (name, says) => {
  const asked = answer(registerAccount, () => success(created))
  open()
  await fill({ [name]: '' })
  await press()
  await toasted(says)
  expect(field(name)).toHaveAccessibleDescription(/Please/)
  expect(screen.getByRole('heading', { name: 'Please check these' }).parentElement).toHaveFocus()
  expect(asked).toHaveLength(0)
})

test('without the terms nothing is sent', async () => {
  const asked = answer(registerAccount, () => success(created))
  open()
  await fill()
  await userEvent.click(screen.getByRole('checkbox'))
  await press()
  await toasted('Terms is required.')
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('Please accept the terms and conditions.')
  expect(asked).toHaveLength(0)
})

test('a company needs its name, address and RC number', async () => {
  const asked = answer(registerAccount, () => success(created))
  open()
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  await fill({ Name: '', 'Contact name': 'Ada Obi' })
  await press()
  for (const name of ['Company name', 'Company address', 'RC number'])
    expect(field(name)).toHaveAccessibleDescription(/Please enter the/)
  expect(field('Website (optional)')).toBeValid()
  expect(asked).toHaveLength(0)
})

test('every refused field stands inline and in a toast of its own, until it is changed', async () => {
  answer(registerAccount, () =>
    refusal(422, 'Please check the form and try again.', {
      password: ['Please use a stronger password.'],
      referrer: ['We do not know that code.'],
    }),
  )
  open()
  await fill({ Password: 'weak', 'Referral code (optional)': 'NOBODY' })
  await press()
  await toasted('Password: Please use a stronger password.')
  expect(field('Password')).toHaveAccessibleDescription(/stronger password/)
  expect(field('Referral code (optional)')).toHaveAccessibleDescription('We do not know that code.')
  await toasted('Referrer: We do not know that code.')
  await userEvent.type(field('Password'), 'er')
  expect(field('Password')).not.toHaveAccessibleDescription(/stronger password/)
  expect(screen.getByRole('button', { name: 'Create account' })).not.toHaveAttribute('aria-busy')
})

test('while it is sent the form is busy and deaf: two presses make one account', async () => {
  const asked = answer(registerAccount, async () => {
    await pause(150)
    return success(created)
  })
  open()
  await fill()
  await userEvent.dblClick(screen.getByRole('button', { name: 'Create account' }))
  expect(screen.getByText('Creating your account, please wait...')).toBeVisible()
  await waitFor(() => expect(went).toHaveLength(1))
  expect(asked).toHaveLength(1)
})

test('a phone of another country is sent with that country’s code', async () => {
  const asked = answer(registerAccount, () => success(created))
  open()
  await userEvent.click(await screen.findByRole('button', { name: /Country/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ghana/ }))
  await fill({ 'Phone number': '024 123 4567' })
  await press()
  await waitFor(() => expect(asked[0]?.body).toMatchObject({ phone: '+233241234567' }))
})

test('the terms, the privacy policy, sign in and the password hint are there, and no rule of access is broken', async () => {
  const { container } = open()
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute(
    'href',
    '/terms-and-conditions',
  )
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(field('Password')).toHaveAccessibleDescription(
    'At least 8 characters with lowercase, uppercase, number and special character',
  )
  await userEvent.click(screen.getByRole('radio', { name: /Company/ }))
  expect(await brokenRules(container)).toEqual([])
})
