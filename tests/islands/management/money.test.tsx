// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Money from '../../../islands/management/money.tsx'
import { getProfile } from '../../../shared/accounts.ts'
import {
  getDisputes,
  getSettlements,
  getVendorFloats,
  type ManagedDispute,
  type Settlement,
  type VendorFloat,
} from '../../../shared/management/money.ts'
import { getManagementOverview } from '../../../shared/management/overview.ts'
import { mockApi, success } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { overview } from '../support/management.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const dispute: ManagedDispute = {
  ...{ id: '1', gateway: 'paystack', dispute_id: '901', payment_reference: 'PAY-1', order_reference: null },
  ...{ state: 'open', amount: 2_000, evidence_due_at: '2099-12-01T10:00:00.000Z', overdue: false },
  ...{ created_at: '2026-11-20T10:00:00.000Z', can_respond: true, response: null },
  acceptance_requested_by: null,
}
const overdueDispute: ManagedDispute = {
  ...{ ...dispute, id: '2', payment_reference: 'PAY-2', evidence_due_at: '2026-11-01T10:00:00.000Z' },
  ...{ overdue: true, can_respond: false },
}
beforeEach(() => {
  respond(getManagementOverview, () => success(overview()))
  respond(getProfile, () => success('musa'))
  respond(getVendorFloats, () => success([]))
  respond(getSettlements, () => success({ list: [], next: null, gateways: [] }))
  respond(getDisputes, () => success([dispute, overdueDispute]))
})

const page = { signedIn: true, simulated: false, brandName: 'Sanwo', note: null, helpUrl: '/help' } as const
function openPage(address: string, scopes: readonly ['finance' | 'operations'] = ['finance']) {
  window.history.replaceState(null, '', address)
  return render(
    <main>
      <Money {...page} scopes={[...scopes]} />
    </main>,
  )
}
const currentTab = () => screen.getByRole('tab', { selected: true }).textContent

test('a link opens its section, and the URL follows the open section without the filters of the last one', async () => {
  openPage('/management/money?section=settlements&gateway=paystack')
  expect(currentTab()).toBe('Settlements')
  await userEvent.click(screen.getByRole('tab', { name: 'Disputes' }))
  expect(window.location.search).toBe('?section=disputes')
  await userEvent.click(screen.getByRole('tab', { name: 'Floats' }))
  expect(window.location.search).toBe('')
})

test('the line of tabs scrolls to the open section', async () => {
  const widths = { offsetLeft: 300, offsetWidth: 100 }
  const spies = Object.entries(widths).map(([name, value]) =>
    vi.spyOn(HTMLElement.prototype, name as keyof typeof widths, 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return this.textContent === 'Disputes' ? value : 0
    }),
  )
  openPage('/management/money')
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Disputes' }))
  expect(list.scrollLeft).toBe(350)
  for (const spy of spies) spy.mockRestore()
})

test('Back opens the previous section', async () => {
  openPage('/management/money')
  await userEvent.click(screen.getByRole('tab', { name: 'Disputes' }))
  act(() => {
    window.history.replaceState(null, '', '/management/money')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(currentTab()).toBe('Floats')
})

test.each([
  ['an unknown section', '/management/money?section=cards', 'finance'],
  ['a section outside the scopes', '/management/money?section=disputes', 'operations'],
] as const)('the link of %s opens the floats', (_, address, scope) => {
  openPage(address, [scope])
  expect(currentTab()).toBe('Floats')
})

test('a filter of the settlements keeps their section open', async () => {
  openPage('/management/money?section=settlements')
  await userEvent.selectOptions(await screen.findByLabelText('Gateway'), 'paystack')
  expect(window.location.search).toBe('?section=settlements&gateway=paystack')
  expect(currentTab()).toBe('Settlements')
})

test('the settlements name the payments that a gateway has not paid out in time, with a link to their list', async () => {
  const paystack = { gateway: 'paystack', lists_settlements: true, unsettled_after_days: 5 } as const
  const flutterwave = {
    ...paystack,
    gateway: 'flutterwave',
    unsettled_count: 0,
    unsettled_amount: 0,
  } as const
  respond(getSettlements, () =>
    success({
      ...{ list: [], next: null },
      gateways: [{ ...paystack, unsettled_count: 3, unsettled_amount: 6_300 }, flutterwave],
    }),
  )
  const { container } = openPage('/management/money?section=settlements')
  expect(
    await screen.findByText('Paystack has not paid out 3 payments within 5 days, ₦6,300.00 in total.'),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show payments' })).toHaveAttribute(
    'href',
    '/management/reconciliation?kind=unsettled',
  )
  expect(screen.queryByText(/Flutterwave has not/)).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a negative settlement is shown with its sign', async () => {
  const settlement: Settlement = {
    ...{ id: '1', gateway: 'paystack', settlement_id: '77', status: 'paid', settled_on: '2026-11-20' },
    ...{ gross: 1_000, fee: 3_000, net: -2_000, read_at: '2026-11-21T10:00:00.000Z' },
    ...{ matched: 1, amount_differs: 0, unmatched: 0 },
  }
  respond(getSettlements, () => success({ list: [settlement], next: null, gateways: [] }))
  openPage('/management/money?section=settlements')
  const [, row] = await screen.findAllByRole('row')
  expect(row).toHaveTextContent('-₦2,000.00')
})

test('the response form names the payment, its amount and deadline, and requires evidence only to contest', async () => {
  openPage('/management/money?section=disputes')
  const button = await screen.findByRole('button', { name: 'Respond to the dispute of PAY-1' })
  expect(button.closest('td')).toHaveAttribute('data-head', 'Action')
  await userEvent.click(button)
  const dialog = within(screen.getByRole('dialog', { name: 'Respond to the dispute' }))
  expect(dialog.getByText('PAY-1')).toBeVisible()
  expect(dialog.getByText('₦2,000.00')).toBeVisible()
  expect(dialog.getByText(/1 Dec 2099/)).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Reason, sent to the gateway'), 'The token was delivered.')
  const evidence = new File(['%PDF-1.4'], 'evidence.pdf', { type: 'application/pdf' })
  const send = dialog.getByRole('button', { name: 'Send response' })
  expect(send).toBeDisabled()
  await userEvent.upload(dialog.getByLabelText('Evidence'), evidence)
  expect(dialog.getByText('evidence.pdf, 8 Bytes')).toBeVisible()
  expect(send).toBeEnabled()
  await userEvent.click(dialog.getByRole('button', { name: 'Remove file' }))
  expect(send).toBeDisabled()
  await userEvent.selectOptions(dialog.getByLabelText('Decision'), 'accept')
  expect(dialog.getByLabelText('Evidence (optional)')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Send response' })).toBeEnabled()
  expect(await accessibilityViolations(screen.getByRole('dialog'))).toEqual([])
})

test('a dispute past its deadline is marked as late and offers no response', async () => {
  const { container } = openPage('/management/money?section=disputes')
  const [, , row] = await screen.findAllByRole('row')
  expect(row).toHaveTextContent('PAY-2')
  expect(row).toHaveTextContent(/Deadline missed \d+.days ago Was due by/)
  expect(row).toHaveTextContent('The deadline has passed. A response is no longer possible.')
  expect(within(row!).queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { name: 'Respond to the dispute of PAY-1' })).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a dispute whose acceptance awaits a second manager shows that, and can only be contested', async () => {
  respond(getDisputes, () => success([{ ...dispute, acceptance_requested_by: 'Musa Bello' }]))
  openPage('/management/money?section=disputes')
  const [, row] = await screen.findAllByRole('row')
  expect(row).toHaveTextContent('Acceptance requested by Musa Bello. Awaiting another manager')
  expect(within(row!).getByRole('link', { name: 'Awaiting another manager' })).toHaveAttribute(
    'href',
    '/management/approvals?kind=dispute_acceptance',
  )
  await userEvent.click(within(row!).getByRole('button', { name: 'Respond to the dispute of PAY-1' }))
  const choices = within(await screen.findByLabelText('Decision')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['Contest with evidence'])
})

test('a float shows the difference between the vendor and our ledger, and how old the reading is', async () => {
  const float: VendorFloat = {
    ...{
      vendor: 'vtpass',
      opening: 900_000,
      added_today: 0,
      spent_today: 10_000,
      ledger: 890_000,
      unclear: 0,
    },
    ...{ balance: 888_500, low: false, threshold: 200_000, threshold_hours: 6, recent_purchases: 0 },
    live: { amount: 888_500, read_at: new Date(Date.now() - 300_000).toISOString() },
    forecast: { type: 'unknown' },
  }
  respond(getVendorFloats, () =>
    success([
      float,
      { ...float, vendor: 'buypower', live: { ...float.live, amount: 890_000 } },
      { ...float, vendor: 'irecharge', live: null },
    ]),
  )
  openPage('/management/money')
  const rowOf = (vendor: string) => screen.getByRole('row', { name: new RegExp(vendor) })
  await screen.findByRole('row', { name: /VTpass/ })
  expect(rowOf('VTpass')).toHaveTextContent('₦1,500.00: the vendor reports less')
  expect(rowOf('VTpass')).toHaveTextContent('OK')
  expect(rowOf('BuyPower')).toHaveTextContent('₦0.00: both agree')
  expect(rowOf('iRecharge')).toHaveTextContent('Not verified')
  await userEvent.click(screen.getByRole('button', { name: 'Float at VTpass' }))
  const panel = screen.getByRole('dialog', { name: 'VTpass' })
  expect(panel).toHaveTextContent('Difference from our ledger₦1,500.00: the vendor reports less')
  expect(panel).toHaveTextContent(/Last read 5\s(min|min \d+\ss) ago/)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Float at iRecharge' }))
  expect(screen.getByRole('dialog', { name: 'iRecharge' })).not.toHaveTextContent('Difference')
})
