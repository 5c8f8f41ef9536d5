// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import TellMe from '../../islands/chooser/tell-me.tsx'
import RefundAccount from '../../islands/orders/refund-account.tsx'
import Report from '../../islands/orders/report.tsx'
import { tellMeWhenBack } from '../../shared/operations.ts'
import { checkRefundAccount, giveRefundAccount } from '../../shared/orders.ts'
import { reportOrder } from '../../shared/tickets.ts'
import { network, refusal, success, toasted } from './support/api.ts'
import { brokenRules } from './support/axe.ts'
import { watchLeaving } from './support/leaving.ts'
import {
  accessToken,
  orderStatus,
  reference,
  refundAccountPage,
  reportPage,
  tellMePage,
} from './support/orders.ts'
import { freshPages } from './support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('a problem with an order is told once, and its number stands where the form was', async () => {
  const asked = answer(reportOrder, () => success({ number: 'T-7K4M2QXA' }))
  const { container } = render(<Report {...reportPage()} />)
  expect(screen.getByText('We have received your payment.')).toBeVisible()
  expect(await brokenRules(container)).toEqual([])
  await type('What went wrong?', 'I paid and got no token.')
  await press('Send report')
  expect(await screen.findByText('T-7K4M2QXA')).toBeVisible()
  expect(screen.getByRole('region', { name: 'We have your report' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Send report' })).toBeNull()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url).toContain(`/orders/${reference}/report`)
  expect(asked[0]?.body).toEqual({
    message: 'I paid and got no token.',
    email: '',
    access_token: accessToken,
  })
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
    'href',
    `/electricity/transactions/process?reference=${reference}&order=${accessToken}`,
  )
  expect(await brokenRules(container)).toEqual([])
})

test('a report without words or with half an e-mail is not sent; a refused one keeps its words', async () => {
  const asked = answer(reportOrder, () => refusal(429, 'Too many tries. Please wait.'))
  render(<Report {...reportPage()} />)
  await press('Send report')
  await toasted('Message is required.')
  await type('What went wrong?', 'No token came.')
  await type(/E-mail for our answer/, 'ada@')
  await press('Send report')
  expect(asked).toHaveLength(0)
  await type(/E-mail for our answer/, 'example.com')
  await press('Send report')
  expect(await screen.findByText('Too many tries. Please wait.', { selector: 'li' })).toBeVisible()
  expect(screen.getByLabelText('What went wrong?')).toHaveValue('No token came.')
})

test('the account of a refund is shown by its name before it is sent, and is sent once', async () => {
  const checked = answer(checkRefundAccount, () => success({ account_name: 'ADA OBI' }))
  const given = answer(giveRefundAccount, () => success(orderStatus({ state: 'refunding' })))
  const { container } = render(<RefundAccount {...refundAccountPage()} />)
  expect(await brokenRules(container)).toEqual([])
  await press(/^Bank/)
  await userEvent.type(screen.getByRole('searchbox'), 'guar')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Guaranty Trust' }))
  await type('Account number', '0123456789')
  await press('Check the account')
  expect(await screen.findByText('ADA OBI')).toBeVisible()
  expect(given).toHaveLength(0)

  // Another number is another account, whose name nobody has seen.
  await type('Account number', '{Backspace}1')
  expect(screen.queryByText('ADA OBI')).toBeNull()
  await press('Check the account')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Pay ₦2,100.00 into this account' }))
  const back = `/electricity/transactions/process?reference=${reference}&order=${accessToken}`
  await waitFor(() => expect(went).toEqual([back]))
  expect(checked).toHaveLength(2)
  expect(given).toHaveLength(1)
  expect(given[0]?.body).toEqual({
    bank_code: '058',
    account_number: '0123456781',
    access_token: accessToken,
  })
  expect(given[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})

test('an account that is not there is told beside its number', async () => {
  answer(checkRefundAccount, () =>
    refusal(422, 'Please check the form.', { account_number: ['We could not find that account.'] }),
  )
  render(
    <RefundAccount {...refundAccountPage({ values: { bank_code: '058', account_number: '0123450003' } })} />,
  )
  await press('Check the account')
  await waitFor(() =>
    expect(screen.getByLabelText('Account number')).toHaveAccessibleDescription(
      /could not find that account/,
    ),
  )
  expect(screen.getByRole('button', { name: 'Check the account' })).toBeEnabled()
})

test('who waits for a service leaves a phone or an e-mail, and only what was typed is sent', async () => {
  const asked = answer(tellMeWhenBack, () =>
    success({ service: 'power' }, 'We will tell you when it is back.'),
  )
  const { container } = render(<TellMe {...tellMePage()} />)
  expect(await brokenRules(container)).toEqual([])
  await press('Tell me')
  await toasted('Phone: Please enter a phone number or an e-mail address.')
  await type('Phone number', '08031234567')
  await press('Tell me')
  expect(await screen.findByText('We will tell you when it is back.')).toBeVisible()
  expect(asked.map((it) => it.body)).toEqual([{ phone: '+2348031234567' }])
  expect(asked[0]?.url).toContain('/services/power/tell-me')
})

test('a service that is back meanwhile leads to its form', () => {
  render(<TellMe {...tellMePage({ service: { service: 'power', status: 1, reason: null } })} />)
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/electricity/subscription')
})
