// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { saveDetails } from '../../../islands/lib/index.ts'
import Process from '../../../islands/purchase/process.tsx'
import { processAirtime } from '../../../shared/airtime.ts'
import { processCabletv } from '../../../shared/cabletv.ts'
import { processData } from '../../../shared/data.ts'
import { processEducation } from '../../../shared/education.ts'
import { orderState } from '../../../shared/orders.ts'
import { processPower } from '../../../shared/power.ts'
import { network, pending, refusal, success, toasted } from '../support/api.ts'
import { brokenRules } from '../support/axe.ts'
import { watchLeaving } from '../support/leaving.ts'
import { accessToken, meterInfo, orderStatus, processPage, reference } from '../support/orders.ts'
import { freshPages } from '../support/page.ts'

freshPages()
const { answer } = network()
const went = watchLeaving()

const done = () => success({ reference, access_token: accessToken })
const successAddress = `/electricity/transactions/successful?reference=${reference}&order=${accessToken}`
const never = () => new Promise<never>(() => {})
const notPaid = orderStatus({
  state: 'awaiting_payment',
  may_pay: true,
  money: { is: 'not_taken', says: 'No money was taken.', amount: 0 },
})

/** Time passes as fast as the test says; the network goes on by itself. */
function quickClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('while the order is worked on the page says so, and what is known about the money', async () => {
  const asked = answer(processPower, never)
  const { container } = render(<Process {...processPage()} />)
  expect(screen.getByRole('heading', { name: 'Generating your token, please wait...' })).toBeVisible()
  const known = screen.getByRole('status')
  expect(known).toHaveTextContent('We have received your payment.')
  expect(known).toHaveTextContent('Asking Ikeja Electric for your token…')
  expect(known).not.toContainElement(document.activeElement as HTMLElement)
  await waitFor(() => expect(asked[0]?.body).toEqual({ serviceId: reference, accessToken }))
  expect(await brokenRules(container)).toEqual([])
})

test('a postpaid bill waits for no token', () => {
  answer(processPower, never)
  render(<Process {...processPage({ meter_type: 'postpaid' })} />)
  expect(screen.getByRole('heading', { name: 'Paying your bill, please wait...' })).toBeVisible()
  expect(screen.queryByText(/token/)).toBeNull()
})

test('a delivered order leads to its success page, with the values of the answer', async () => {
  answer(processPower, done)
  render(<Process {...processPage()} />)
  await waitFor(() => expect(went).toEqual([successAddress]))
})

test('without the second value the secret that this browser kept opens the order', async () => {
  saveDetails('power', meterInfo({ meter_type: 'postpaid' }))
  const asked = answer(processPower, done)
  render(<Process {...processPage({ second: null })} />)
  await waitFor(() => expect(asked[0]?.body).toEqual({ serviceId: reference, accessToken }))
  expect(screen.getByRole('heading', { name: 'Paying your bill, please wait...' })).toBeVisible()
})

test('the secret of another order is never sent', async () => {
  saveDetails('power', meterInfo({ order_reference: 'ZZZZZZZZZZZZ' }))
  const asked = answer(processPower, done)
  render(<Process {...processPage({ second: null })} />)
  await waitFor(() => expect(asked[0]?.body).toEqual({ serviceId: reference, accessToken: null }))
})

test('an undecided order is asked about again after 3 s, with what is newly known about the money', async () => {
  quickClock()
  const asked = answer(processPower, (_, at) => (at < 2 ? pending('Working on it') : done()))
  answer(orderState, () =>
    success(
      orderStatus({
        state: 'vending',
        money: { is: 'spent', says: 'Your payment is with the company.', amount: 5100 },
      }),
    ),
  )
  render(<Process {...processPage()} />)
  await screen.findByText('Your payment is with the company.')
  expect(asked).toHaveLength(1)
  await pass(3_100)
  await waitFor(() => expect(asked).toHaveLength(2))
  await pass(3_100)
  await waitFor(() => expect(went).toEqual([successAddress]))
})

test('after half a minute it is asked every 10 s', async () => {
  quickClock()
  const asked = answer(processPower, () => pending('Working on it'))
  answer(orderState, () => success(orderStatus()))
  render(<Process {...processPage()} />)
  for (let tries = 1; tries <= 11; tries++) {
    await waitFor(() => expect(asked).toHaveLength(tries))
    await pass(3_100)
  }
  const before = asked.length
  await pass(5_000)
  expect(asked.length - before).toBeLessThanOrEqual(1)
})

test('after 20 s the page says that it may be closed, and that paying again is not needed', async () => {
  quickClock()
  answer(processPower, never)
  render(<Process {...processPage()} />)
  await pass(19_000)
  expect(screen.queryByText(/longer than usual/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Report a problem' })).toBeNull()
  await pass(1_500)
  expect(
    screen.getByText(/Your token also comes by SMS.*may close this page.*do not need to pay again/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toBeVisible()
})

test('a failure shows the error, where the money is, and the way back to the meter number', async () => {
  answer(processPower, () => refusal(409, 'We could not deliver this order. Your money is being returned.'))
  answer(orderState, () =>
    success(
      orderStatus({
        state: 'refunding',
        money: { is: 'returning', says: '₦5,100.00 goes back to your bank.', amount: 5100 },
      }),
    ),
  )
  const { container } = render(<Process {...processPage()} />)
  expect(
    await screen.findByRole('heading', {
      name: 'We could not deliver this order. Your money is being returned.',
    }),
  ).toBeVisible()
  await toasted('We could not deliver this order. Your money is being returned.')
  expect(screen.getByText('₦5,100.00 goes back to your bank.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Re-confirm meter number' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('link', { name: 'Try the payment again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toHaveAttribute(
    'href',
    `/orders/report?reference=${reference}&order=${accessToken}`,
  )
  expect(screen.queryByRole('link', { name: /account for your refund/ })).toBeNull()
  expect(await brokenRules(container)).toEqual([])
})

test('an order whose money goes back says so before anything is asked', () => {
  answer(processPower, never)
  const money = { is: 'returned', says: '₦5,100.00 was returned to your wallet.', amount: 5100 } as const
  render(<Process {...processPage({ status: orderStatus({ state: 'refunded', money }) })} />)
  expect(screen.getByRole('heading', { name: '₦5,100.00 was returned to your wallet.' })).toBeVisible()
  expect(screen.queryByText(/please wait/)).toBeNull()
})

test('money on its way back is looked after until it is back', async () => {
  quickClock()
  const told = (state: 'refunding' | 'refunded', says: string) =>
    orderStatus({ state, money: { is: state === 'refunded' ? 'returned' : 'returning', says, amount: 5100 } })
  answer(processPower, () => refusal(409, 'Your money is being returned.'))
  const looked = answer(orderState, (_, at) =>
    success(at < 2 ? told('refunding', 'It is going back.') : told('refunded', '₦5,100.00 was returned.')),
  )
  render(<Process {...processPage()} />)
  await screen.findByText('It is going back.')
  await pass(30_100)
  await waitFor(() => expect(looked).toHaveLength(2))
  await pass(30_100)
  expect(await screen.findByRole('heading', { name: '₦5,100.00 was returned.' })).toBeVisible()
  expect(screen.queryByText('It is going back.')).toBeNull()
  await pass(60_100)
  expect(looked).toHaveLength(3)
})

test('the money is looked after also when the first look fails, and before it sets out', async () => {
  quickClock()
  const paid = { is: 'received', says: 'We have your money.', amount: 5100 } as const
  const back = { is: 'returned', says: '₦5,100.00 was returned.', amount: 5100 } as const
  answer(processPower, () => refusal(409, 'Your money is being returned.'))
  const looked = answer(orderState, (_, at) =>
    at === 0
      ? refusal(503, 'Oops')
      : success(
          at === 1
            ? orderStatus({ state: 'vend_failed', money: paid })
            : orderStatus({ state: 'refunded', money: back }),
        ),
  )
  render(<Process {...processPage()} />)
  await screen.findByRole('heading', { name: 'Your money is being returned.' })
  await pass(30_100)
  await waitFor(() => expect(looked).toHaveLength(2))
  await pass(30_100)
  expect(await screen.findByRole('heading', { name: '₦5,100.00 was returned.' })).toBeVisible()
})

test('an order that its visitor may not read is not asked about for ever', async () => {
  quickClock()
  answer(processPower, () => refusal(404, 'We do not know this order.'))
  const looked = answer(orderState, () => refusal(404, 'We do not know this order.'))
  render(<Process {...processPage()} />)
  await screen.findByRole('heading', { name: 'We do not know this order.' })
  await pass(90_100)
  expect(looked).toHaveLength(1)
})

test('a refund that waits for an account asks for it', async () => {
  const waits = orderStatus({
    state: 'refunding',
    money: { is: 'returning', says: '₦5,100.00 could not be returned the way it came.', amount: 5100 },
    refund_account: { amount: 5100, gateway: 'paystack' },
  })
  answer(processPower, () => refusal(409, 'We could not deliver this order. Your money is being returned.'))
  answer(orderState, () => success(waits))
  render(<Process {...processPage()} />)
  expect(await screen.findByRole('link', { name: 'Tell us an account for your refund' })).toHaveAttribute(
    'href',
    `/orders/refund-account?reference=${reference}&order=${accessToken}`,
  )
  expect(
    screen.getByRole('heading', { name: '₦5,100.00 could not be returned the way it came.' }),
  ).toBeVisible()
})

test('a payment that was not taken may be tried again on the same order', async () => {
  answer(processPower, () => refusal(409, 'This order has not been paid. No money was taken.'))
  answer(orderState, () => success(notPaid))
  render(<Process {...processPage({ status: notPaid })} />)
  expect(await screen.findByRole('link', { name: 'Try the payment again' })).toHaveAttribute(
    'href',
    `/electricity/customer-details?reference=${reference}`,
  )
})

test('a lost network, a trouble of ours and an ended session are no end', async () => {
  quickClock()
  const replies = [
    () => HttpResponse.error(),
    () => refusal(500, 'Oops'),
    () => refusal(429, 'Wait'),
    () => refusal(401, ''),
    () => HttpResponse.html('<h1>Forbidden</h1>', { status: 403 }),
    () => HttpResponse.html('<h1>Please sign in to this network</h1>'),
  ]
  const asked = answer(processPower, (_, at) => (replies[at] ?? done)())
  render(<Process {...processPage()} />)
  for (let tries = 1; tries <= replies.length; tries++) {
    await waitFor(() => expect(asked).toHaveLength(tries))
    await pass(3_100)
  }
  await waitFor(() => expect(went).toEqual([successAddress]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('offline is said, and the page goes on as soon as the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answer(processPower, done)
  render(<Process {...processPage()} />)
  expect(await screen.findByText(/No internet connection/)).toBeVisible()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(went).toEqual([successAddress]))
})

const others = [
  { service: 'cabletv', call: processCabletv, name: 'access_token', second: 'order' },
  { service: 'airtime', call: processAirtime, name: 'ref', second: 'p_ref' },
  { service: 'data', call: processData, name: 'ref', second: 'p_ref' },
  { service: 'education', call: processEducation, name: 'request_id', second: 'order' },
] as const

test.each(others)('a $service order on its way says so', async ({ service, call }) => {
  const asked = answer(call, never)
  render(<Process {...processPage({ service, company: 'MTN' })} />)
  expect(screen.getByRole('heading', { name: 'Processing your subscription, please wait...' })).toBeVisible()
  expect(screen.getByText('Asking MTN to deliver…')).toBeVisible()
  await waitFor(() => expect(asked).toHaveLength(1))
})

test.each(others)('a delivered $service order goes to its own success page', async (it) => {
  const asked = answer(it.call, () => success({ reference, [it.name]: accessToken }))
  render(<Process {...processPage({ service: it.service })} />)
  const to = `/${it.service}/transactions/successful?reference=${reference}&${it.second}=${accessToken}`
  await waitFor(() => expect(went).toEqual([to]))
  expect(asked[0]?.body).toMatchObject({ serviceId: reference })
})

test('without a request id the education call sends the reference', async () => {
  const asked = answer(processEducation, () => success({ reference, request_id: accessToken }))
  render(<Process {...processPage({ service: 'education', second: null })} />)
  await waitFor(() => expect(went).toHaveLength(1))
  expect(asked[0]?.body).toEqual({ serviceId: reference, requestId: reference })
})
