// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { readOrderDetails, saveOrderDetails } from '../../../islands/lib/index.ts'
import PowerSuccess from '../../../islands/power/success.tsx'
import { getPowerReceipt, MeterInfo, getPowerOrder as orderEndpoint } from '../../../shared/power.ts'
import { errorResponse, mockApi, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import {
  accessToken,
  deliveredStatus,
  meterInfo,
  powerOrder,
  reference,
  successPageProps,
} from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()

const line = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
const button = (name: string) => screen.getByRole('button', { name })
const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })
const grouped = '1234 5678 9012 3456 7890'

/** Stubs an API that the test browser lacks. */
function device(name: 'share' | 'clipboard', value: unknown) {
  Object.defineProperty(navigator, name, { value, configurable: true })
}

test('the token is first, grouped, then everything that identifies the purchase', async () => {
  const { container } = render(<PowerSuccess {...successPageProps()} />)
  expect(screen.getByText(grouped)).toBeVisible()
  expect(line('Units')).toHaveTextContent('35.2 kWh')
  expect(line('Reference')).toHaveTextContent(reference)
  expect(line('Meter number')).toHaveTextContent('45012345678')
  expect(line('Cost')).toHaveTextContent('₦5,000.00')
  expect(line('Total paid')).toHaveTextContent('₦5,100.00')
  expect(line('Date')).toHaveTextContent(/21 Nov 2026/)
  expect(line('Address')).toHaveTextContent('12 Allen Avenue, Ikeja')
  expect(screen.getByText('Ikeja Electricity Distribution Company')).toBeVisible()
  expect(container.querySelector('img')).toHaveAttribute('src', '/logos/ikedc.svg')
  const text = container.textContent ?? ''
  expect(text.indexOf(grouped)).toBeLessThan(text.indexOf('Units'))
  expect(await accessibilityViolations(container)).toEqual([])
})

test('the receipt states how its owner paid, and the shared text does not', () => {
  const order = powerOrder({ paid_with: 'Card ending 4242' })
  const { unmount } = render(<PowerSuccess {...successPageProps({ order })} />)
  expect(line('Paid with')).toHaveTextContent('Card ending 4242')
  const shared = screen.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(shared ?? '')).not.toContain('4242')
  unmount()
  render(<PowerSuccess {...successPageProps()} />)
  expect(screen.queryByText('Paid with')).toBeNull()
})

test('values missing in the vendor’s response are omitted, others are shown', () => {
  const { unmount } = render(<PowerSuccess {...successPageProps()} />)
  for (const label of ['Tariff', 'Tariff class', 'VAT', 'Arrears deducted'])
    expect(screen.queryByText(label)).toBeNull()
  unmount()
  const extra = {
    tariff: 'R2SP',
    tariffDesc: 'Residential',
    tariffClass: 'Band A',
    vat: 348.84,
    arrears: 250,
  }
  render(<PowerSuccess {...successPageProps({ order: powerOrder(extra) })} />)
  expect(line('Tariff')).toHaveTextContent('R2SP, Residential')
  expect(line('Tariff class')).toHaveTextContent('Band A')
  expect(line('VAT')).toHaveTextContent('₦348.84')
  expect(line('Arrears deducted')).toHaveTextContent('₦250.00')
})

test('an extra refund is shown on the success page, with a link where a bank account is needed', () => {
  const message = 'This order was paid more than once. We refunded ₦5,100.00 to the card you paid with.'
  const refunds = [
    { reason: 'paid_twice' as const, status: 'refunded' as const, message },
    {
      reason: 'overpaid' as const,
      status: 'needs_account' as const,
      message: "We couldn't refund ₦500.00 to your card or bank account.",
    },
  ]
  render(
    <PowerSuccess
      {...successPageProps({
        status: deliveredStatus({
          extra_refunds: refunds,
          refund_account: { amount: 500, currency: 'NGN', gateway: 'paystack', requires: 'nothing' },
        }),
      })}
    />,
  )
  expect(screen.getByText(message)).toBeVisible()
  expect(screen.getByText(/couldn't refund ₦500\.00/)).toBeVisible()
  expect(link('Add bank account for refund')).toHaveAttribute(
    'href',
    `/orders/refund-account?reference=${reference}&order=${accessToken}`,
  )
})

test('a tariff that is a rate is shown with its unit', () => {
  render(<PowerSuccess {...successPageProps({ order: powerOrder({ tariff: '209.5' }) })} />)
  expect(line('Tariff')).toHaveTextContent('₦209.50/kWh')
})

test('several tokens are shown in the order of entry, each with a copy button', async () => {
  const tokens = [
    { kind: 'kct1' as const, digits: '11111111111111111111', label: 'Key change 1', units: null },
    { kind: 'kct2' as const, digits: '22222222222222222222', label: 'Key change 2', units: null },
    { kind: 'main' as const, digits: '33333333333333333333', label: 'Units token', units: '35.2' },
  ]
  const { container } = render(<PowerSuccess {...successPageProps({ order: powerOrder({ tokens }) })} />)
  expect(screen.getByText(/Enter 3 codes on your meter, in this order/)).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    '1. Key change 1',
    '2. Key change 2',
    '3. Units token (35.2 kWh)',
  ])
  expect(button('Copy token Key change 2')).toBeVisible()
  expect(screen.getByText(/“reject”/)).toBeVisible()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a paid postpaid bill shows no token', () => {
  const order = powerOrder({ meter_type: 'postpaid', token: null, units: null })
  render(<PowerSuccess {...successPageProps({ order })} />)
  expect(screen.getByRole('heading', { name: 'Your bill is paid' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Copy token/ })).toBeNull()
  expect(screen.queryByText('Units')).toBeNull()
})

test('Copy token copies the digits and confirms it', async () => {
  const written: string[] = []
  device('clipboard', { writeText: async (text: string) => void written.push(text) })
  render(<PowerSuccess {...successPageProps()} />)
  fireEvent.click(button('Copy token'))
  await waitForToast('Token copied successfully!')
  expect(written).toEqual(['12345678901234567890'])
})

test('a failed copy shows the specified words', async () => {
  device('clipboard', { writeText: () => Promise.reject(new Error('no')) })
  render(<PowerSuccess {...successPageProps()} />)
  fireEvent.click(button('Copy token'))
  await waitForToast('Failed to copy token. Please try again.')
})

test('the receipt is downloaded as a PDF named after meter and reference', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:receipt'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const requests = respond(
    getPowerReceipt,
    () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  )
  render(<PowerSuccess {...successPageProps()} />)
  await userEvent.click(button('Download receipt'))
  await waitForToast('Receipt downloaded successfully!')
  expect(requests[0]?.url).toContain(`/services/transaction/power/${reference}`)
  expect(saved).toEqual([`45012345678-${reference}-receipt.pdf`])
})

test.each([
  ['a rejection', () => errorResponse(404, 'No record found'), 'Failed to download receipt.'],
  ['an answer that is no PDF', () => success(null), 'Failed to download receipt.'],
  ['a lost request', () => HttpResponse.error(), 'Error downloading receipt.'],
])('%s instead of a receipt shows the specified words', async (_, response, message) => {
  respond(getPowerReceipt, response)
  render(<PowerSuccess {...successPageProps()} />)
  await userEvent.click(button('Download receipt'))
  await waitForToast(message)
})

test('the receipt is printed on a separate page and shared on WhatsApp as text', () => {
  render(<PowerSuccess {...successPageProps({ order: powerOrder({ paid_with: 'Wallet' }) })} />)
  expect(link('Print receipt')).toHaveAttribute('href', `/electricity/print-receipt/?ref=${reference}`)
  const share = new URL(link('Share on WhatsApp').href)
  expect(share.origin).toBe('https://wa.me')
  expect(share.searchParams.get('text')).toContain(`Token: ${grouped}`)
  expect(share.searchParams.get('text')).toContain(`Reference: ${reference}`)
})

test('an order that was opened by its link is printed with the token of the link', () => {
  render(<PowerSuccess {...successPageProps()} />)
  expect(link('Print receipt')).toHaveAttribute(
    'href',
    `/electricity/print-receipt/?ref=${reference}&order=${accessToken}`,
  )
})

test('sharing by e-mail is offered only when the customer has an e-mail', () => {
  const { unmount } = render(<PowerSuccess {...successPageProps()} />)
  expect(screen.queryByText('Share by e-mail')).toBeNull()
  unmount()
  render(
    <PowerSuccess
      {...successPageProps({ order: powerOrder({ customer_email_address: 'ada@example.com' }) })}
    />,
  )
  expect(link('Share by e-mail').href).toMatch(/^mailto:ada@example\.com\?subject=.+&body=Token/)
})

test.each([
  [
    'missing',
    undefined,
    'This sharing option is not available on this device. Please try again or choose another option.',
  ],
  [
    'broken',
    () => Promise.reject(new Error('no')),
    'There is a problem sharing your token, please try again.',
  ],
  ['used', () => Promise.resolve(), 'Token shared successfully!'],
])('the device’s share sheet, %s, shows the specified words', async (_, share, message) => {
  device('share', share)
  render(<PowerSuccess {...successPageProps()} />)
  await userEvent.click(button('Share'))
  await waitForToast(message)
})

test('closing the share sheet shows no message', async () => {
  device('share', () => Promise.reject(new DOMException('closed', 'AbortError')))
  render(<PowerSuccess {...successPageProps()} />)
  await userEvent.click(button('Share'))
  await waitFor(() => expect(button('Share')).not.toHaveAttribute('aria-busy'))
  expect(screen.queryByText(/problem sharing/)).toBeNull()
})

test('only a signed-in user sees the dashboard link', () => {
  const { unmount } = render(<PowerSuccess {...successPageProps()} />)
  expect(screen.queryByText('Go to Dashboard')).toBeNull()
  unmount()
  render(<PowerSuccess {...successPageProps({ signedIn: true })} />)
  expect(link('Go to Dashboard')).toHaveAttribute('href', '/account/dashboard')
})

test('the stored details are removed once the order is shown, so that Back cannot pay it again', () => {
  saveOrderDetails('power', meterInfo())
  render(<PowerSuccess {...successPageProps()} />)
  expect(readOrderDetails('power', MeterInfo)).toBeNull()
})

test('the stored details of another order remain: it may not be paid yet', () => {
  const other = meterInfo({ order_reference: 'ZZZZZZZZZZZZ' })
  saveOrderDetails('power', other)
  render(<PowerSuccess {...successPageProps()} />)
  expect(readOrderDetails('power', MeterInfo)).toEqual(other)
})

test('an order missing in the page is fetched from the details endpoint', async () => {
  saveOrderDetails('power', meterInfo())
  const requests = respond(orderEndpoint, () => success(powerOrder()))
  render(<PowerSuccess {...successPageProps({ order: null })} />)
  expect(await screen.findByText(grouped)).toBeVisible()
  expect(requests[0]?.url).toContain(`/transaction/${accessToken}/order/${reference}/details`)
  await waitFor(() => expect(readOrderDetails('power', MeterInfo)).toBeNull())
})

test('a rejected order request is shown in a toast and on the page', async () => {
  respond(orderEndpoint, () => errorResponse(404, 'No record found'))
  const { container } = render(<PowerSuccess {...successPageProps({ order: null })} />)
  expect(await screen.findByRole('heading', { name: 'No record found' })).toBeVisible()
  await waitForToast('No record found')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a rejection included in the page is shown the same way, without another request', async () => {
  render(<PowerSuccess {...successPageProps({ order: null, message: 'No record found' })} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
  await waitForToast('No record found')
})
