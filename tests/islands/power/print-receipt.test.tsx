// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import PrintReceipt from '../../../islands/power/print-receipt.tsx'
import { accessibilityViolations } from '../support/axe.ts'
import { powerOrder, reference, successPageProps } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const print = vi.fn()
beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})

test('the receipt opens the print dialog automatically, once', async () => {
  const { container, rerender } = render(<PrintReceipt {...successPageProps()} />)
  rerender(<PrintReceipt {...successPageProps()} order={powerOrder()} signedIn />)
  expect(screen.getByRole('heading', { name: 'Sanwo receipt' })).toBeVisible()
  expect(screen.getByText('1234 5678 9012 3456 7890')).toBeVisible()
  expect(screen.getByText('45012345678')).toBeVisible()
  expect(screen.getByText('Sold by Sanwo, http://localhost:3000')).toBeVisible()
  expect(screen.getByText('Help: http://localhost:3000/help')).toBeVisible()
  expect(print).toHaveBeenCalled()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('several codes are numbered, with the order to enter them', () => {
  const tokens = [
    { kind: 'kct1', digits: '11112222333344445555', label: 'Key change token 1', units: null },
    { kind: 'main', digits: '12345678901234567890', label: 'Token', units: '30.5' },
  ] as const
  render(<PrintReceipt {...successPageProps()} order={powerOrder({ tokens: [...tokens] })} />)
  expect(screen.getByText('Enter 2 codes on your meter, in this order.')).toBeVisible()
  expect(screen.getByRole('heading', { name: '1. Key change token 1' })).toBeVisible()
  expect(screen.getByRole('heading', { name: '2. Token' })).toBeVisible()
})

test('an unknown reference shows No record found and how to prove ownership, and nothing is printed', () => {
  render(<PrintReceipt {...successPageProps()} order={null} csrf="csrf-of-page" />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
  expect(print).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Order reference')).toHaveValue(reference)
  expect(screen.getByRole('button', { name: 'Open my order' })).toBeVisible()
})
