// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Schedules from '../../islands/schedules/page.tsx'
import { getRecentBeneficiaries } from '../../shared/beneficiaries.ts'
import { getPaymentCards } from '../../shared/cards.ts'
import { getTransactions } from '../../shared/history.ts'
import {
  createSchedule,
  endSchedule,
  getSchedule,
  getSchedules,
  pauseSchedule,
  type ScheduleRun,
} from '../../shared/schedules.ts'
import { forecast, schedule, schedulesPage } from './support/account-pages.ts'
import { profile } from './support/accounts.ts'
import { errorResponse, mockApi, success, waitForToast } from './support/api.ts'
import { accessibilityViolations } from './support/axe.ts'
import { resetPageForEachTest, setPageMeta } from './support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
beforeEach(() => {
  setPageMeta({ sessionToken: 'session-token' })
  respond(getRecentBeneficiaries, () => success([]))
  respond(getTransactions, () => success({ list: [], next: null }))
  respond(getPaymentCards, () => success([]))
})

const order = {
  reference: 'FKJ67P78GY7A',
  service: 'power',
  title: 'Electricity',
  number: '11000000099',
  amount: 5_000,
  network: { name: 'Ikeja Electric', logo: '/logos/ikeja.svg' },
} as const

async function openDialog() {
  render(<Schedules {...schedulesPage({ order })} />)
  return within(await screen.findByRole('dialog', { name: 'Schedule a purchase' }))
}

test('the page of an order opens the form with its purchase and amount', async () => {
  const dialog = await openDialog()
  expect(dialog.getByRole('heading', { name: 'Step 1 of 3: What and how much' })).toBeVisible()
  expect(dialog.getByLabelText('What to buy')).toHaveDisplayValue('Ikeja Electric, 11000000099')
  expect(dialog.getByLabelText('Amount')).toHaveValue('5000')
  expect(await accessibilityViolations(document.body)).toEqual([])
})

test('a schedule states its amount and frequency as one phrase', () => {
  const amount = 1_000
  const schedules = [
    schedule({ id: 'a', title: 'Weekly', amount, frequency: 'weekly' }),
    schedule({ id: 'b', title: 'Monthly', amount, frequency: 'monthly' }),
    schedule({ id: 'c', title: 'One run', amount, frequency: 'once' }),
    schedule({ id: 'd', title: 'Low units', amount, frequency: 'low_units' }),
  ]
  render(<Schedules {...schedulesPage({ schedules })} />)
  const article = (name: RegExp) => screen.getByRole('article', { name })
  expect(article(/^Weekly,/)).toHaveTextContent('₦1,000.00, every week')
  expect(article(/^Monthly,/)).toHaveTextContent('₦1,000.00, every month')
  expect(article(/^One run,/)).toHaveTextContent('₦1,000.00, once')
  expect(article(/^Low units,/)).toHaveTextContent('₦1,000.00, when units are likely to run low')
})

test('a user without a PIN is led to the settings before filling in the form', () => {
  render(<Schedules {...schedulesPage({ order, profile: profile({ has_pin: false }) })} />)
  expect(screen.getByRole('link', { name: 'Set your PIN' })).toHaveAttribute('href', '/account/settings')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Schedule a purchase' })).toBeNull()
})

test('each step reports its own errors, takes the focus, and keeps its values on the way back', async () => {
  const dialog = await openDialog()
  await userEvent.clear(dialog.getByLabelText('Amount'))
  await userEvent.type(dialog.getByLabelText('Amount'), '2500{Enter}')
  await waitFor(() => expect(dialog.getByRole('heading', { name: 'Step 2 of 3: When' })).toHaveFocus())
  expect(dialog.queryByText('There is a problem')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(dialog.getByRole('link', { name: 'Choose the first day.' })).toBeVisible()
  await userEvent.click(dialog.getByRole('link', { name: 'Choose the first day.' }))
  expect(dialog.getByLabelText('First day')).toHaveFocus()
  await waitForToast('Choose the first day.')
  const tomorrow = new Date(Date.now() + 25 * 60 * 60_000).toISOString().slice(0, 10)
  expect(dialog.getByLabelText('First day')).toHaveAttribute('min', tomorrow)
  await userEvent.type(dialog.getByLabelText('First day'), '2026-12-31')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByRole('heading', { name: 'Step 3 of 3: Payment, limits and PIN' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByText('Choose the first day.')).toBeNull())
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  expect(dialog.getByLabelText('First day')).toHaveValue('2026-12-31')
  await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
  expect(dialog.getByLabelText('Amount')).toHaveValue('2500')
})

test('an error of the server opens the step of its field; the corrected form is sent with all values', async () => {
  respond(getSchedules, () => success([schedule()]))
  const requests = respond(createSchedule, (_, index) =>
    index === 0
      ? errorResponse(422, 'Choose a day from tomorrow on.', { start_on: ['Choose a day from tomorrow on.'] })
      : success(schedule(), 'The purchase is scheduled.'),
  )
  const dialog = await openDialog()
  const next = () => userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  const submit = async () => userEvent.click(await dialog.findByRole('button', { name: 'Schedule' }))
  await next()
  await userEvent.type(await dialog.findByLabelText('First day'), '2026-01-01')
  await next()
  await userEvent.type(await dialog.findByLabelText(/^PIN/), '461830')
  await submit()
  expect(await dialog.findByRole('heading', { name: 'Step 2 of 3: When' })).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Choose a day from tomorrow on.' })).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('First day'))
  await userEvent.type(dialog.getByLabelText('First day'), '2026-12-31')
  await next()
  await submit()
  await waitForToast('The purchase is scheduled.')
  expect(requests.at(-1)?.body).toMatchObject({
    order_reference: order.reference,
    amount: '5000',
    frequency: 'weekly',
    start_on: '2026-12-31',
    payment_method: 'WALLET',
    auth_pin: '461830',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the first schedule of a user takes the focus from the button that it replaces', async () => {
  respond(getSchedules, () => success([schedule()]))
  respond(createSchedule, () => success(schedule(), 'The purchase is scheduled.'))
  render(<Schedules {...schedulesPage({ order, schedules: [] })} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a purchase' }))
  const next = () => userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  await next()
  await userEvent.type(await dialog.findByLabelText('First day'), '2026-12-31')
  await next()
  await userEvent.type(await dialog.findByLabelText(/^PIN/), '461830')
  await userEvent.click(await dialog.findByRole('button', { name: 'Schedule' }))
  const card = await screen.findByRole('article')
  expect(card.closest('ul')).toHaveFocus()
})

test.each([
  ['waiting', 'Waiting'],
  ['paying', 'Processing'],
  ['pending', 'Processing'],
  [null, 'Ended'],
] as const)('an ended schedule whose last run is %s shows %s', (open_run, text) => {
  const once = schedule({ state: 'ended', frequency: 'once', next_on: null, open_run })
  render(<Schedules {...schedulesPage({ schedules: [once] })} />)
  expect(screen.getByRole('article')).toHaveTextContent(text)
  if (open_run) expect(screen.queryByText('Ended')).toBeNull()
})

test('the owner ends a single run that has started; without such a run an ended schedule offers nothing', async () => {
  const once = schedule({ state: 'ended', frequency: 'once', next_on: null })
  const waiting: ScheduleRun = {
    ...{
      id: 'run-1',
      period: '2026-11-27',
      state: 'waiting',
      reason_code: 'wallet_too_low',
      reason: 'Top up.',
    },
    ...{ next_attempt_at: '2026-11-27T13:00:00.000Z', reference: null, link: null },
    ...{ total_amount: null, can_pay: false },
  }
  respond(getSchedules, () => success([once]))
  respond(getSchedule, (_, index) =>
    success({ ...once, runs: [index === 0 ? waiting : { ...waiting, state: 'skipped' }] }),
  )
  const requests = respond(endSchedule, () => success(once, 'The schedule has ended.'))
  render(<Schedules {...schedulesPage({ schedules: [once] })} />)
  await userEvent.click(screen.getByRole('button', { name: /^Details of/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'End' }))
  await userEvent.click(dialog.getByRole('button', { name: 'End schedule' }))
  await waitForToast('The schedule has ended.')
  expect(requests).toHaveLength(1)
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'End' })).toBeNull())
  for (const name of ['Pause', 'Resume', 'Skip next'])
    expect(dialog.queryByRole('button', { name })).toBeNull()
})

test.each([
  ['less than the purchase and its service charge', { balance: 5_099.99 }, {}, true],
  ['enough', { balance: 5_100 }, {}, false],
  ['an unknown balance', { balance: null }, {}, false],
  [
    'a card as its payment method',
    { balance: 0 },
    { payment_method: 'SAVED_CARD', card: 'visa 4081' },
    false,
  ],
  ['no run to come', { balance: 0 }, { state: 'paused', next_on: null }, false],
] as const)('a schedule with %s: the top-up warning', (_, page, fields, isWarned) => {
  const power = schedule({
    service: 'power',
    title: 'Ikeja Electric',
    amount: 5_000,
    service_charge: 100,
    ...fields,
  })
  render(<Schedules {...schedulesPage({ ...page, schedules: [power] })} />)
  const card = within(screen.getByRole('article'))
  const link = card.queryByRole('link', { name: 'Top up your wallet' })
  if (!isWarned) return expect(link).toBeNull()
  expect(link).toHaveAttribute('href', '/account/wallet/top-up')
  expect(card.getByText(/this purchase costs/)).toHaveTextContent(
    'Your wallet has ₦5,099.99, and this purchase costs ₦5,100.00. Top up your wallet before 1 Dec 2026.',
  )
})

test('a schedule is paused and resumed with one button, which keeps the focus', async () => {
  const active = schedule()
  const paused = schedule({ state: 'paused' })
  respond(getSchedules, () => success([active]))
  respond(getSchedule, (_, index) => success({ ...(index === 0 ? active : paused), runs: [] }))
  respond(pauseSchedule, () => success(paused, 'The schedule is paused.'))
  render(<Schedules {...schedulesPage({ schedules: [active] })} />)
  await userEvent.click(screen.getByRole('button', { name: /^Details of/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Pause' }))
  expect(await dialog.findByRole('button', { name: 'Resume' })).toHaveFocus()
})

test('a forecast states the range of days, and states when that range has passed', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
  const coming = forecast({ earliest: day(2), low_at: day(4), latest: day(6) })
  const over = forecast({ number: '11000000098', earliest: day(-9), low_at: day(-8), latest: day(-7) })
  render(<Schedules {...schedulesPage({ forecasts: [over, coming] })} />)
  const [first, second] = within(screen.getByRole('region', { name: 'Electricity forecast' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent(/Likely to have run low around \d+ \w+ \d{4}/)
  expect(second).toHaveTextContent(/Likely to run low between \d+ \w+ \d{4} and \d+ \w+ \d{4}/)
  expect(within(second as HTMLElement).getByLabelText('Tell me before it runs low')).toHaveTextContent(
    'Notification',
  )
})
