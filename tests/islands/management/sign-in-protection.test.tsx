// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import SignInProtection from '../../../islands/management/sign-in-protection.tsx'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactorState,
  startSecondFactor,
} from '../../../shared/second-factor.ts'
import { mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

function openPage(enrolled: boolean, required = false) {
  respond(getManagementOverview, () => success(overview()))
  respond(getSecondFactorState, () => success({ enrolled, required, recovery_codes: enrolled ? 10 : 0 }))
  return render(<SignInProtection note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('an authenticator app is set up with the password, a QR code or its key, and a first code', async () => {
  const { container } = openPage(false, true)
  const key = 'JBSWY3DPEHPK3PXP'
  respond(startSecondFactor, () => success({ key, uri: `otpauth://totp/Sanwo:musa?secret=${key}` }))
  const confirmed = respond(confirmSecondFactor, () => success({ recovery_codes: ['ABCDEFGH2345'] }))
  expect(await screen.findByText(/Set it up to continue/)).toBeInTheDocument()
  await userEvent.type(screen.getByLabelText('Your password'), 'Demo-Musa-1')
  await press('Set up authenticator app')
  expect(await screen.findByRole('img', { name: 'QR code for the key' })).toBeInTheDocument()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
  expect(await accessibilityViolations(container)).toEqual([])
  await userEvent.type(screen.getByLabelText('Code from the app'), '123456')
  await press('Confirm')
  expect(await screen.findByText('ABCD-EFGH-2345')).toBeInTheDocument()
  expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }])
})

test('removing the authenticator app requires the password and a code', async () => {
  openPage(true)
  const removed = respond(disableSecondFactor, () => success({}, 'Removed.'))
  expect(await screen.findByText('10 recovery codes are left.')).toBeInTheDocument()
  await press('Remove authenticator app')
  const dialog = screen.getByRole('dialog')
  await userEvent.type(screen.getByLabelText('Your password'), 'Demo-Musa-1')
  await userEvent.type(screen.getByLabelText('Code from the app'), '123456')
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove authenticator app' }).at(-1) ?? dialog)
  await waitForToast('Removed.')
  expect(removed.map(({ body }) => body)).toEqual([{ password: 'Demo-Musa-1', code: '123456' }])
})
