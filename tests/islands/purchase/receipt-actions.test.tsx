// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import AirtimeSuccess from '../../../islands/airtime/success.tsx'
import CabletvSuccess from '../../../islands/cabletv/success.tsx'
import DataSuccess from '../../../islands/data/success.tsx'
import EducationSuccess from '../../../islands/education/success.tsx'
import PowerSuccess from '../../../islands/power/success.tsx'
import { receiptShareText } from '../../../islands/purchase/receipt.ts'
import { getOrderReceipt } from '../../../shared/order-receipt.ts'
import { errorResponse, mockApi, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { accessToken, reference, successPageProps } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'
import {
  airtimeOrder,
  cabletvOrder,
  dataOrder,
  educationOrder,
  serviceSuccessPageProps,
} from '../support/services.ts'

resetPageForEachTest()
const { respond } = mockApi()

const pages = {
  power: () => <PowerSuccess {...successPageProps()} />,
  cabletv: () => <CabletvSuccess {...serviceSuccessPageProps(cabletvOrder())} />,
  airtime: () => <AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder())} />,
  data: () => <DataSuccess {...serviceSuccessPageProps(dataOrder())} />,
  education: () => <EducationSuccess {...serviceSuccessPageProps(educationOrder())} />,
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test.each(Object.entries(pages))(
  'a delivered %s order can be copied, shared, downloaded, saved, printed and bought again',
  async (_, show) => {
    const { container } = render(show())
    expect(button(/^Copy/)).toHaveClass('btn-primary')
    for (const name of ['Download receipt', 'Buy again']) expect(button(name)).toBeVisible()
    expect(button('Save as picture')).not.toBeVisible()
    await userEvent.click(screen.getByText('More ways to keep the receipt'))
    for (const name of ['Save as picture', 'Share']) expect(button(name)).toBeVisible()
    expect(screen.getByText('Print receipt')).toBeVisible()
    const shared = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Share on WhatsApp' }).href)
    expect(shared.searchParams.get('text')).toContain(`Reference: ${reference}`)
    expect(shared.searchParams.get('text')).not.toMatch(/Name:|Address:/)
    expect(screen.getByText('Sold by Sanwo, http://localhost:3000')).toBeVisible()
    expect(await accessibilityViolations(container)).toEqual([])
  },
)

const pagesWithEmail = {
  cabletv: (email: string) => (
    <CabletvSuccess {...serviceSuccessPageProps(cabletvOrder({ customer_email_address: email }))} />
  ),
  airtime: (email: string) => (
    <AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder({ customer_email_address: email }))} />
  ),
  data: (email: string) => (
    <DataSuccess {...serviceSuccessPageProps(dataOrder({ customer_email_address: email }))} />
  ),
  education: (email: string) => (
    <EducationSuccess {...serviceSuccessPageProps(educationOrder({ customer_email_address: email }))} />
  ),
} as const

test.each(Object.entries(pagesWithEmail))(
  'a delivered %s order is shared by e-mail with the customer who has an address',
  (service, show) => {
    const { unmount } = render(pages[service as keyof typeof pagesWithEmail]())
    expect(screen.queryByText('Share by e-mail')).toBeNull()
    unmount()
    render(show('ada@example.com'))
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: /Share by e-mail/ })
    expect(href).toMatch(/^mailto:ada@example\.com\?subject=.+/)
    expect(decodeURIComponent(href)).toContain(`Reference: ${reference}`)
  },
)

test('Buy again posts the order to the shell, once', () => {
  const { container } = render(
    <AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder())} csrf="csrf-of-page" />,
  )
  const form = container.querySelector<HTMLFormElement>('form[action="/orders/again"]')!
  expect(Object.fromEntries(new FormData(form))).toEqual({
    _csrf: 'csrf-of-page',
    reference,
    order: accessToken,
  })
  const onSubmit = vi.fn((event: Event) => {
    if (!event.defaultPrevented) event.preventDefault()
    else return 'stopped'
    return 'sent'
  })
  window.addEventListener('submit', onSubmit)
  fireEvent.submit(form)
  fireEvent.submit(form)
  window.removeEventListener('submit', onSubmit)
  expect(onSubmit.mock.results.map(({ value }) => value)).toEqual(['sent', 'stopped'])
})

test('a visitor who may only view the order starts a new one with the form', () => {
  render(<AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder())} status={null} />)
  expect(screen.getByRole('link', { name: 'Buy again' })).toHaveAttribute('href', '/airtime/subscription')
  expect(screen.queryByRole('list', { name: 'Your money' })).toBeNull()
})

test('the receipt of any service is downloaded with the order’s access token', async () => {
  const downloadNames: string[] = []
  URL.createObjectURL = () => 'blob:receipt'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloadNames.push(this.download)
  })
  const requests = respond(
    getOrderReceipt,
    () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  )
  render(<CabletvSuccess {...serviceSuccessPageProps(cabletvOrder())} />)
  await userEvent.click(button('Download receipt'))
  await waitForToast('Receipt downloaded successfully!')
  expect(requests[0]?.url).toContain(`/orders/${reference}/receipt?access_token=${accessToken}`)
  expect(downloadNames).toEqual([`${cabletvOrder().smartcard_number}-${reference}-receipt.pdf`])
})

test('a rejected receipt shows the specified words', async () => {
  respond(getOrderReceipt, () => errorResponse(404, 'No record found'))
  render(<AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder())} />)
  await userEvent.click(button('Download receipt'))
  await waitForToast('Failed to download receipt.')
})

test('a browser that cannot draw a picture says so', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  render(<AirtimeSuccess {...serviceSuccessPageProps(airtimeOrder())} />)
  await userEvent.click(button('Save as picture'))
  await waitForToast('Failed to save the picture. Please download the receipt instead.')
})

test('an order without a code is copied as its details', async () => {
  const clipboardTexts: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => void clipboardTexts.push(text) },
    configurable: true,
  })
  render(<DataSuccess {...serviceSuccessPageProps(dataOrder())} />)
  fireEvent.click(button('Copy details'))
  await waitForToast('Details copied successfully!')
  expect(clipboardTexts[0]).toContain('Data sent')
})

test('a shared text has the codes and rows of the receipt, without name and address', () => {
  const receipt = {
    title: 'Here is your PIN',
    biller: 'WAEC',
    codes: [{ label: 'PIN', code: '1234' }],
    rows: [
      { label: 'Product', value: 'WAEC Result Checker' },
      { label: 'Name', value: 'ADA OBI', isPrivate: true },
      { label: 'Date', value: null, textValue: '21 Nov 2026' },
    ],
  }
  expect(receiptShareText(receipt, 'Sanwo https://sanwo.example').split('\n')).toEqual([
    'PIN: 1234',
    'Product: WAEC Result Checker',
    'Date: 21 Nov 2026',
    'Sanwo https://sanwo.example',
  ])
})
