// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Referrals from '../../../islands/referral/page.tsx'
import { redeemBonus } from '../../../shared/referral.ts'
import { referral, referralPage } from '../support/account-pages.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest, setPageMeta } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => setPageMeta({ sessionToken: 'session-token' }))
const redeem = () => screen.getByRole('button', { name: 'Redeem' })
const amount = () => screen.getByLabelText('Amount to redeem')

test('the referral page shows the code, referred users, UTW balance and rate', async () => {
  const { container } = render(<Referrals {...referralPage()} />)
  for (const text of ['ADA2345', 'Bola A.', '800 UTW', '1 NGN = 1 UTW point'])
    expect(screen.getByText(text)).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a bonus below the configured minimum cannot be redeemed', async () => {
  const { rerender } = render(<Referrals {...referralPage()} />)
  expect(redeem()).toBeDisabled()
  await userEvent.type(amount(), '499')
  expect(redeem()).toBeDisabled()
  await userEvent.clear(amount())
  await userEvent.type(amount(), '500')
  expect(redeem()).toBeEnabled()
  rerender(<Referrals {...referralPage({ referral: referral({ wallet_minimum_deposit: 600 }) })} />)
  expect(redeem()).toBeDisabled()
})

test('redeeming a bonus reduces the balance and sends an idempotency key', async () => {
  const requests = respond(redeemBonus, () =>
    success({ redeemed: 500, bonus: 300, balance: 13_000 }, 'Redeemed.'),
  )
  render(<Referrals {...referralPage()} />)
  await userEvent.type(amount(), '500')
  await userEvent.dblClick(redeem())
  await waitForToast('Redeemed.')
  expect(screen.getByText('300 UTW')).toBeVisible()
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('redeeming more than the balance shows an error next to the field', async () => {
  respond(redeemBonus, () => errorResponse(409, 'Your bonus is lower than that.'))
  render(<Referrals {...referralPage()} />)
  await userEvent.type(amount(), '900')
  await userEvent.click(redeem())
  await waitForToast('Conflict: Your bonus is lower than that.')
  expect(amount()).toHaveAccessibleDescription(/Your bonus is lower than that/)
})
