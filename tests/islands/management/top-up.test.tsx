// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import ManageTopUp from '../../../islands/management/top-up.tsx'
import { getApprovals } from '../../../shared/management/approvals.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { topUpWallet } from '../../../shared/management/purchases.ts'
import { getUserChoices } from '../../../shared/management/users.ts'
import { verifyPin } from '../../../shared/security.ts'
import { mockApi, success } from '../support/api.ts'
import { overview } from '../support/management.ts'
import { recordNavigations } from '../support/navigation.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const ada = { uniqueid: 'ada', id: 'ada', name: 'Ada Obi', email: 'ada@example.com', picture: null }
const submitButton = () => screen.getByRole('button', { name: 'Topup Wallet' })

test('a manager tops up a wallet with ₦5 or more, and nothing is sent before the PIN is verified', async () => {
  respond(getManagementOverview, () => success(overview()))
  respond(getApprovals, () => success([]))
  respond(getUserChoices, () => success([ada]))
  respond(verifyPin, () => success({}))
  const requests = respond(topUpWallet, () => success({ approval_id: null }, 'The wallet was topped up.'))
  render(<ManageTopUp note={null} brandName="Sanwo" helpUrl="/help" signedIn simulated />)
  await userEvent.click(screen.getByRole('button', { name: /Select a User/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Ada Obi.*ada@example\.com/ }))
  await userEvent.type(screen.getByLabelText('Amount'), '4.99')
  expect(submitButton()).toBeDisabled()
  await userEvent.clear(screen.getByLabelText('Amount'))
  await userEvent.type(screen.getByLabelText('Amount'), '5')
  await userEvent.type(screen.getByLabelText('Subject'), 'Sorry for the wait')
  await userEvent.click(submitButton())
  const pin = await screen.findByLabelText('Your 6-digit PIN')
  expect(requests).toEqual([])
  await userEvent.type(pin, '274916')
  await userEvent.click(screen.getByRole('button', { name: 'Verify Pin' }))
  await waitFor(() => expect(navigations).toEqual(['reload']))
  expect(requests.map(({ body }) => body)).toEqual([
    { amount: '5', subject: 'Sorry for the wait', auth_pin: '274916', user_id: 'ada' },
  ])
  expect(sessionStorage.getItem('sanwo:management:say')).toBe('"The wallet was topped up."')
})
