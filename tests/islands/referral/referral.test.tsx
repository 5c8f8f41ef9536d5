// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Referrals from '../../../islands/referral/page.tsx'
import { redeemBonus } from '../../../shared/referral.ts'
import { network, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { freshPages, pageWith } from '../support/page.ts'
import { referral, referralPage } from '../support/rooms.ts'

freshPages()
const { answer } = network()
beforeEach(() => pageWith({ token: 'bearer' }))
const redeem = () => screen.getByRole('button', { name: 'Redeem' })
const amount = () => screen.getByLabelText('Amount to redeem')

test('the code, the friends, the balance in UTW and the rate stand there', async () => {
  const { container } = render(<Referrals {...referralPage()} />)
  for (const text of ['ADA2345', 'Bola A.', '800 UTW', '1 NGN = 1 UTW point'])
    expect(screen.getByText(text)).toBeVisible()
  expect(await brokenRules(container)).toEqual([])
})

test('nothing below the minimum can be redeemed, and the minimum is the setting', async () => {
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

test('redeemed bonus leaves the balance, and the press carries a key', async () => {
  const asked = answer(redeemBonus, () =>
    success({ redeemed: 500, bonus: 300, balance: 13_000 }, 'Redeemed.'),
  )
  render(<Referrals {...referralPage()} />)
  await userEvent.type(amount(), '500')
  await userEvent.dblClick(redeem())
  await toasted('Redeemed.')
  expect(screen.getByText('300 UTW')).toBeVisible()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('more than there is is refused beside the field', async () => {
  answer(redeemBonus, () => refusal(409, 'Your bonus is lower than that.'))
  render(<Referrals {...referralPage()} />)
  await userEvent.type(amount(), '900')
  await userEvent.click(redeem())
  await toasted('Conflict: Your bonus is lower than that.')
  expect(amount()).toHaveAccessibleDescription(/Your bonus is lower than that/)
})
