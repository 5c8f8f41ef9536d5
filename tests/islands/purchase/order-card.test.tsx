// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OrderCard } from '../../../islands/purchase/order-card.tsx'
import { timelineSteps } from '../../../islands/purchase/order-timeline.ts'
import { moneyStatuses, orderStates } from '../../../shared/orders.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { orderStatus, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

const at = (minute: number) => `2026-11-21T13:${String(minute).padStart(2, '0')}:07.000Z`
const steps = (...states: (typeof orderStates)[number][]) =>
  states.map((state, index) => ({ state, at: at(index) }))
const moneyList = () => screen.queryByRole('list', { name: 'Your money' })
const card = (overrides: Parameters<typeof orderStatus>[0] = {}) =>
  render(<OrderCard order={orderStatus(overrides)} biller="MTN" help="/orders/report" />)

test('an order shows status, money, timeline, reference and help', async () => {
  const { container } = card()
  expect(screen.getByText('Processing')).toBeVisible()
  expect(screen.getByText('We have received your payment.')).toBeVisible()
  expect(screen.getByText(`Reference ${reference}`)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toHaveAttribute('href', '/orders/report')
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Order created21\u00a0Nov\u00a02026, 2:04:00\u00a0pm',
    'Payment started2:04:30\u00a0pm',
    'Payment received2:05:00\u00a0pm',
    'Sending your order to MTN…since 2:05:00\u00a0pm',
    'Delivery',
  ])
  expect(await accessibilityViolations(container)).toEqual([])
})

test.each([
  ['not_taken', null],
  ['checking', null],
  ['received', 'On hold', ['Paid', 'On hold', 'Delivered or refunded']],
  ['spent', 'Delivered', ['Paid', 'Delivered']],
  ['returning', 'Refund', ['Paid', 'Refund']],
  ['returned', 'Refunded', ['Paid', 'Refunded']],
] as const)('money that is %s is at the stage %s', (status, stage, stages: readonly string[] = []) => {
  card({ money: { status, message: 'Sentence.', amount: 5100 } })
  const line = moneyList()
  if (!stage) return expect(line).toBeNull()
  expect(line?.querySelector('[aria-current="step"]')).toHaveTextContent(stage)
  expect([...(line?.children ?? [])].map(({ textContent }) => textContent)).toEqual(stages)
})

test('an order that was not paid has no step in progress', () => {
  card({
    state: 'awaiting_payment',
    money: { status: 'not_taken', message: 'No money was taken.', amount: 5100 },
    steps: steps('quoted', 'awaiting_payment'),
  })
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem')).toHaveLength(2)
  expect(timeline.queryByText(/Checking your payment/)).toBeNull()
})

test('each status of the money is covered', () => {
  for (const status of moneyStatuses) {
    const { unmount } = card({ money: { status, message: 'Sentence.', amount: 5100 } })
    unmount()
  }
})

test('an order in review states that our team is checking it', () => {
  card({ review: true })
  expect(screen.getByText('In review')).toBeVisible()
  expect(screen.getByText(/A person is checking this order/)).toBeVisible()
})

test('the timeline of every state has the time of each past step, and one current step at most', () => {
  for (const state of orderStates) {
    const entries = timelineSteps({
      state,
      steps: steps('quoted', 'awaiting_payment', 'paid'),
      biller: null,
    })
    expect(entries.slice(0, 3).map((entry) => entry.at)).toEqual([at(0), at(1), at(2)])
    expect(entries.filter(({ status }) => status === 'current').length).toBeLessThanOrEqual(1)
    for (const { text } of entries) expect(text).not.toMatch(/vend|null/)
  }
})

test('a second vendor is shown as the order being sent again', () => {
  const entries = timelineSteps({
    state: 'delivered',
    steps: steps('paid', 'vending', 'vend_failed', 'vending', 'delivered'),
    biller: 'Ikeja Electric',
  })
  expect(entries.map(({ text }) => text)).toEqual([
    'Payment received',
    'Order sent to Ikeja Electric',
    'Not delivered',
    'Order sent again',
    'Delivered',
  ])
})

test.each([
  ['refunding', false, 'The refund to the person who paid is on its way'],
  ['refunding', true, 'Waiting for the decision of the bank of the person who paid'],
  ['vend_failed', false, 'Trying again, or starting the refund to the person who paid'],
] as const)(
  'an order in %s that another person paid names the refund of that person (refund held: %s)',
  (state, isHeld, text) => {
    card({
      ...{ state, refund_held: isHeld, paid_by_other: true, steps: steps('paid', 'vend_failed') },
      money: { status: 'returning', message: 'Sentence.', amount: 5100 },
    })
    const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
    expect(timeline.getByText(text)).toBeVisible()
    expect(timeline.queryByText(/your (bank|refund)/i)).toBeNull()
  },
)

test('the requester does not read that their own money is on hold', () => {
  const money = { status: 'received', message: 'Your payment request was paid.', amount: 5100 } as const
  const { unmount } = card({ money })
  expect(screen.getByText(/Your money is on hold/)).toBeVisible()
  unmount()
  card({ money, paid_by_other: true })
  expect(screen.queryByText(/Your money is on hold/)).toBeNull()
})
