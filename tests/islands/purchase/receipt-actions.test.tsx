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
import { sharedText } from '../../../islands/purchase/receipt.ts'
import { orderReceipt } from '../../../shared/order-actions.ts'
import { errorResponse, network, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { accessToken, reference, successPage } from '../support/orders.ts'
import { freshPages } from '../support/page.ts'
import { airtimeOrder, cabletvOrder, dataOrder, educationOrder, successOf } from '../support/services.ts'

freshPages()
const { respond } = network()

const pages = {
  power: () => <PowerSuccess {...successPage()} />,
  cabletv: () => <CabletvSuccess {...successOf(cabletvOrder())} />,
  airtime: () => <AirtimeSuccess {...successOf(airtimeOrder())} />,
  data: () => <DataSuccess {...successOf(dataOrder())} />,
  education: () => <EducationSuccess {...successOf(educationOrder())} />,
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test.each(Object.entries(pages))(
  'a delivered %s order can be copied, shared, downloaded, saved, printed and bought again',
  async (_, show) => {
    const { container } = render(show())
    expect(button(/^Copy/)).toHaveClass('btn-primary')
    for (const name of ['Download receipt', 'Buy again', 'Save as picture', 'Share'])
      expect(button(name)).toBeVisible()
    expect(screen.getByText('Print receipt')).toBeVisible()
    const shared = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Share on WhatsApp' }).href)
    expect(shared.searchParams.get('text')).toContain(`Reference: ${reference}`)
    expect(shared.searchParams.get('text')).not.toMatch(/Name:|Address:/)
    expect(screen.getByText('Sold by Sanwo, http://localhost:3000')).toBeVisible()
    expect(await brokenRules(container)).toEqual([])
  },
)

test('Buy again posts the order to the shell, once', () => {
  const { container } = render(<AirtimeSuccess {...successOf(airtimeOrder())} csrf="csrf-of-page" />)
  const form = container.querySelector<HTMLFormElement>('form[action="/orders/again"]')!
  expect(Object.fromEntries(new FormData(form))).toEqual({
    _csrf: 'csrf-of-page',
    reference,
    order: accessToken,
  })
  const sent = vi.fn((event: Event) => {
    if (!event.defaultPrevented) event.preventDefault()
    else return 'stopped'
    return 'sent'
  })
  window.addEventListener('submit', sent)
  fireEvent.submit(form)
  fireEvent.submit(form)
  window.removeEventListener('submit', sent)
  expect(sent.mock.results.map(({ value }) => value)).toEqual(['sent', 'stopped'])
})

test('a visitor who may only view the order starts a new one with the form', () => {
  render(<AirtimeSuccess {...successOf(airtimeOrder())} status={null} />)
  expect(screen.getByRole('link', { name: 'Buy again' })).toHaveAttribute('href', '/airtime/subscription')
  expect(screen.queryByRole('list', { name: 'Your money' })).toBeNull()
})

test('the receipt of any service is downloaded with the order’s access token', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:receipt'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const requests = respond(
    orderReceipt,
    () => new HttpResponse('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }),
  )
  render(<CabletvSuccess {...successOf(cabletvOrder())} />)
  await userEvent.click(button('Download receipt'))
  await toasted('Receipt downloaded successfully!')
  expect(requests[0]?.url).toContain(`/orders/${reference}/receipt?access_token=${accessToken}`)
  expect(saved).toEqual([`${cabletvOrder().smartcard_number}-${reference}-receipt.pdf`])
})

test('a rejected receipt shows the specified words', async () => {
  respond(orderReceipt, () => errorResponse(404, 'No record found'))
  render(<AirtimeSuccess {...successOf(airtimeOrder())} />)
  await userEvent.click(button('Download receipt'))
  await toasted('Failed to download receipt.')
})

test('a browser that cannot draw a picture says so', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  render(<AirtimeSuccess {...successOf(airtimeOrder())} />)
  await userEvent.click(button('Save as picture'))
  await toasted('Failed to save the picture. Please download the receipt instead.')
})

test('an order without a code is copied as its details', async () => {
  const written: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => void written.push(text) },
    configurable: true,
  })
  render(<DataSuccess {...successOf(dataOrder())} />)
  fireEvent.click(button('Copy details'))
  await toasted('Details copied successfully!')
  expect(written[0]).toContain('Data sent')
})

test('a shared text has the codes and facts of the receipt, without name and address', () => {
  const receipt = {
    title: 'Here is your PIN',
    company: 'WAEC',
    codes: [{ label: 'PIN', code: '1234' }],
    rows: [
      { label: 'Product', value: 'WAEC Result Checker' },
      { label: 'Name', value: 'ADA OBI', isPrivate: true },
      { label: 'Date', value: null, text: '21 Nov 2026' },
    ],
  }
  expect(sharedText(receipt, 'Sanwo https://sanwo.example').split('\n')).toEqual([
    'PIN: 1234',
    'Product: WAEC Result Checker',
    'Date: 21 Nov 2026',
    'Sanwo https://sanwo.example',
  ])
})
