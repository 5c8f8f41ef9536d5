// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { saveOrderDetails } from '../../../islands/lib/index.ts'
import type { ProcessPage } from '../../../islands/pages.ts'
import { serviceIslands } from '../../../islands/services.ts'
import { processAirtime } from '../../../shared/airtime.ts'
import { processCabletv } from '../../../shared/cabletv.ts'
import { accessTokenHeader } from '../../../shared/contract.ts'
import { processData } from '../../../shared/data.ts'
import { processEducation } from '../../../shared/education.ts'
import { getOrderState } from '../../../shared/orders.ts'
import { processPower } from '../../../shared/power.ts'
import { errorResponse, mockApi, pending, success, waitForToast } from '../support/api.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { recordNavigations } from '../support/navigation.ts'
import { accessToken, meterInfo, orderStatus, processPage, reference } from '../support/orders.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()
const { respond } = mockApi()
const navigations = recordNavigations()

const processIslands = new Map(
  await Promise.all(
    Object.entries(serviceIslands).map(
      async ([service, { process }]) => [service, (await process()).default] as const,
    ),
  ),
)
function Process(page: ProcessPage) {
  const Island = processIslands.get(page.service)
  return Island && <Island {...page} />
}

const done = () => success({ reference, access_token: accessToken })
const successAddress = `/electricity/transactions/successful?reference=${reference}&order=${accessToken}`
const never = () => new Promise<never>(() => {})
const notPaid = orderStatus({
  state: 'awaiting_payment',
  can_pay: true,
  money: { status: 'not_taken', message: 'No money was taken.', amount: 0 },
})

/** Uses fake timers, while the simulated network runs in real time. */
function installFakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
}
const advanceClock = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('while the order is processing the page shows that and the state of the money', async () => {
  const requests = respond(processPower, never)
  const { container } = render(<Process {...processPage()} />)
  expect(screen.getByRole('heading', { name: 'Generating your token, please wait...' })).toBeVisible()
  const statusRegion = screen.getAllByRole('status').at(-1)
  expect(statusRegion).toHaveTextContent('We have received your payment.')
  expect(statusRegion).toHaveTextContent('Getting your token from Ikeja Electric…')
  expect(statusRegion).not.toContainElement(document.activeElement as HTMLElement)
  await waitFor(() => expect(requests[0]?.body).toEqual({ serviceId: reference, accessToken }))
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a postpaid bill does not wait for a token', () => {
  respond(processPower, never)
  render(<Process {...processPage({ meter_type: 'postpaid' })} />)
  expect(screen.getByRole('heading', { name: 'Paying your bill, please wait...' })).toBeVisible()
  expect(screen.queryByText(/token/)).toBeNull()
})

test('a delivered order redirects to its success page with the response’s values', async () => {
  respond(processPower, done)
  render(<Process {...processPage()} />)
  await waitFor(() => expect(navigations).toEqual([successAddress]))
})

test('without an access token in the URL the stored token opens the order', async () => {
  saveOrderDetails('power', meterInfo({ meter_type: 'postpaid' }))
  const requests = respond(processPower, done)
  render(<Process {...processPage({ accessToken: null })} />)
  await waitFor(() => expect(requests[0]?.body).toEqual({ serviceId: reference, accessToken }))
  expect(screen.getByRole('heading', { name: 'Paying your bill, please wait...' })).toBeVisible()
})

test('another order’s access token is never sent', async () => {
  saveOrderDetails('power', meterInfo({ order_reference: 'ZZZZZZZZZZZZ' }))
  const requests = respond(processPower, done)
  render(<Process {...processPage({ accessToken: null })} />)
  await waitFor(() => expect(requests[0]?.body).toEqual({ serviceId: reference, accessToken: null }))
})

test('each step shows its real time while the customer waits, and what comes next', async () => {
  const requests = respond(processPower, never)
  render(<Process {...processPage()} />)
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Order created21\u00a0Nov\u00a02026, 2:04:00\u00a0pm',
    'Payment started2:04:30\u00a0pm',
    'Payment received2:05:00\u00a0pm',
    'Getting your token from Ikeja Electric…since 2:05:00\u00a0pm',
    'Delivery',
  ])
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a page that the server renders as slow states immediately that it may be closed', async () => {
  const requests = respond(processPower, never)
  render(<Process {...processPage({ isSlow: true })} />)
  expect(screen.getByText(/may close this page/)).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a failure found by the web server is shown before any request', async () => {
  const requests = respond(processPower, never)
  render(<Process {...processPage({ failure: 'This order has not been paid.', status: notPaid })} />)
  expect(screen.getByRole('heading', { name: 'This order has not been paid.' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Try payment again' })).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('an undecided order is polled again after 3 s, and the state of the money is updated', async () => {
  installFakeClock()
  const requests = respond(processPower, (_, index) => (index < 2 ? pending('Working on it') : done()))
  respond(getOrderState, () =>
    success(
      orderStatus({
        state: 'vending',
        money: { status: 'spent', message: 'Your payment is with the company.', amount: 5100 },
      }),
    ),
  )
  render(<Process {...processPage()} />)
  await screen.findByText('Your payment is with the company.')
  expect(requests).toHaveLength(1)
  await advanceClock(3_100)
  await waitFor(() => expect(requests).toHaveLength(2))
  await advanceClock(3_100)
  await waitFor(() => expect(navigations).toEqual([successAddress]))
})

test('after 30 s the order is polled every 10 s', async () => {
  installFakeClock()
  const requests = respond(processPower, () => pending('Working on it'))
  respond(getOrderState, () => success(orderStatus()))
  render(<Process {...processPage()} />)
  for (let attempt = 1; attempt <= 11; attempt++) {
    await waitFor(() => expect(requests).toHaveLength(attempt))
    await advanceClock(3_100)
  }
  const before = requests.length
  await advanceClock(5_000)
  expect(requests.length - before).toBeLessThanOrEqual(1)
})

test('after 20 s the page states that it may be closed, and that paying again is not needed', async () => {
  installFakeClock()
  respond(processPower, never)
  render(<Process {...processPage()} />)
  await advanceClock(19_000)
  expect(screen.queryByText(/longer than usual/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Report a problem' })).toBeNull()
  await advanceClock(1_500)
  expect(
    screen.getByText(/Your token also comes by SMS.*may close this page.*do not need to pay again/),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toBeVisible()
})

test('a failure shows the error, the state of the money, and the link to re-confirm the meter number', async () => {
  respond(processPower, () => errorResponse(409, "We couldn't complete this order. We're refunding you."))
  respond(getOrderState, () =>
    success(
      orderStatus({
        state: 'refunding',
        money: { status: 'returning', message: "We're refunding ₦5,100.00 to your bank.", amount: 5100 },
      }),
    ),
  )
  const { container } = render(<Process {...processPage()} />)
  expect(
    await screen.findByRole('heading', {
      name: "We couldn't complete this order. We're refunding you.",
    }),
  ).toBeVisible()
  await waitForToast("We couldn't complete this order. We're refunding you.")
  expect(screen.getByText("We're refunding ₦5,100.00 to your bank.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Re-confirm meter number' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('link', { name: 'Try payment again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toHaveAttribute(
    'href',
    `/orders/report?reference=${reference}&order=${accessToken}`,
  )
  expect(screen.queryByRole('link', { name: /account for your refund/ })).toBeNull()
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an order with a refund in progress shows that before any request', () => {
  respond(processPower, never)
  const money = {
    status: 'returned',
    message: 'We refunded ₦5,100.00 to your wallet.',
    amount: 5100,
  } as const
  render(<Process {...processPage({ status: orderStatus({ state: 'refunded', money }) })} />)
  expect(screen.getByRole('heading', { name: 'We refunded ₦5,100.00 to your wallet.' })).toBeVisible()
  expect(screen.queryByText(/please wait/)).toBeNull()
})

test('the heading of a refunded order is the first sentence of its message, and the card has the rest', () => {
  respond(processPower, never)
  const message = 'We could not deliver this order. We refunded ₦5,100.00 to your wallet.'
  const money = { status: 'returned', message, amount: 5100 } as const
  render(<Process {...processPage({ status: orderStatus({ state: 'refunded', money }) })} />)
  expect(screen.getByRole('heading', { name: 'We could not deliver this order.' })).toBeVisible()
  expect(screen.getByText('We refunded ₦5,100.00 to your wallet.')).toBeVisible()
  expect(screen.queryByText(message)).toBeNull()
})

test('a refunded order that is opened again names what was bought, and the API is not asked to process it', async () => {
  installFakeClock()
  const requests = respond(processPower, () => errorResponse(409, 'Your money is back.'))
  const message = 'We could not deliver this order. We refunded ₦5,100.00 to the card you paid with.'
  const status = orderStatus({
    state: 'refunded',
    money: { status: 'returned', message, amount: 5100 },
  })
  const statusRequests = respond(getOrderState, () => success(status))
  render(<Process {...processPage({ status, description: 'Ikeja Electric, meter 45012345678' })} />)
  expect(screen.getByText('Ikeja Electric, meter 45012345678')).toBeVisible()
  await advanceClock(30_100)
  expect([...requests, ...statusRequests]).toEqual([])
  expect(document.querySelector('.toast')).toBeNull()
})

test('a page that opens with a refund in progress only polls the refund', async () => {
  installFakeClock()
  const requests = respond(processPower, () => errorResponse(409, 'Your money is being returned.'))
  const money = { status: 'returning', message: "We're refunding ₦5,100.00.", amount: 5100 } as const
  const refunded = { status: 'returned', message: 'We refunded ₦5,100.00.', amount: 5100 } as const
  respond(getOrderState, () => success(orderStatus({ state: 'refunded', money: refunded })))
  render(<Process {...processPage({ status: orderStatus({ state: 'refunding', money }) })} />)
  expect(screen.getByRole('heading', { name: "We're refunding ₦5,100.00." })).toBeVisible()
  await advanceClock(30_100)
  expect(await screen.findByRole('heading', { name: 'We refunded ₦5,100.00.' })).toBeVisible()
  expect(requests).toEqual([])
})

test('an expired order is reported before any request, offers a new one or the same again, and no toast covers it', async () => {
  const message = 'This order has expired. No money was taken. Please start again.'
  respond(processPower, () => errorResponse(409, message))
  const status = orderStatus({ state: 'expired', money: { status: 'not_taken', message, amount: 5100 } })
  const statusRequests = respond(getOrderState, () => success(status))
  render(<Process {...processPage({ status })} />)
  expect(screen.getByRole('heading', { name: message })).toBeVisible()
  expect(screen.queryByText(/please wait/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Re-confirm meter number' })).toHaveClass('btn-primary')
  expect(screen.getByRole('button', { name: 'Buy again' }).closest('form')).toHaveFormValues({
    reference: status.reference,
  })
  await waitFor(() => expect(statusRequests).toHaveLength(1))
  await act(async () => {})
  expect(document.querySelector('.toast')).toBeNull()
})

test('a late payment of an expired order shows its progress', async () => {
  const message = 'This order has expired. No money was taken. Please start again.'
  respond(processPower, () => pending('Working on it'))
  const expired = orderStatus({ state: 'expired', money: { status: 'not_taken', message, amount: 5100 } })
  respond(getOrderState, () => success(orderStatus({ state: 'paid' })))
  render(<Process {...processPage({ status: expired })} />)
  await screen.findByRole('heading', { name: 'Generating your token, please wait...' })
  expect(screen.queryByText(message)).toBeNull()
})

test('a pending refund is polled until it is completed', async () => {
  installFakeClock()
  const refundStatus = (state: 'refunding' | 'refunded', message: string) =>
    orderStatus({
      state,
      money: { status: state === 'refunded' ? 'returned' : 'returning', message, amount: 5100 },
    })
  respond(processPower, () => errorResponse(409, 'Your money is being returned.'))
  const statusRequests = respond(getOrderState, (_, index) =>
    success(
      index < 2
        ? refundStatus('refunding', 'Refund in progress.')
        : refundStatus('refunded', 'We refunded ₦5,100.00.'),
    ),
  )
  render(<Process {...processPage()} />)
  await screen.findByText('Refund in progress.')
  await advanceClock(30_100)
  await waitFor(() => expect(statusRequests).toHaveLength(2))
  await advanceClock(30_100)
  expect(await screen.findByRole('heading', { name: 'We refunded ₦5,100.00.' })).toBeVisible()
  expect(screen.queryByText('Refund in progress.')).toBeNull()
  await advanceClock(60_100)
  expect(statusRequests).toHaveLength(3)
})

test('a refund is polled even when the first request fails, and before it has started', async () => {
  installFakeClock()
  const paid = { status: 'received', message: 'We have your money.', amount: 5100 } as const
  const refunded = { status: 'returned', message: 'We refunded ₦5,100.00.', amount: 5100 } as const
  respond(processPower, () => errorResponse(409, 'Your money is being returned.'))
  const statusRequests = respond(getOrderState, (_, index) =>
    index === 0
      ? errorResponse(503, 'Oops')
      : success(
          index === 1
            ? orderStatus({ state: 'vend_failed', money: paid })
            : orderStatus({ state: 'refunded', money: refunded }),
        ),
  )
  render(<Process {...processPage()} />)
  await screen.findByRole('heading', { name: 'Your money is being returned.' })
  await advanceClock(30_100)
  await waitFor(() => expect(statusRequests).toHaveLength(2))
  await advanceClock(30_100)
  expect(await screen.findByRole('heading', { name: 'We refunded ₦5,100.00.' })).toBeVisible()
})

const staleTitle = 'We cannot load the current state of your order'

test('a page without the state of the order does not claim that a token is generated', async () => {
  const requests = respond(processPower, () => errorResponse(503, 'Oops'))
  const { container } = render(<Process {...processPage({ status: null })} />)
  expect(screen.getByRole('heading', { name: staleTitle })).toBeVisible()
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(
    'Do not pay again before this page shows the state',
  )
  expect(screen.getByText(`Reference ${reference}`)).toBeVisible()
  expect(container.textContent).not.toMatch(/token|please wait/)
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an order that a stored token opens is loading until its state is known', async () => {
  saveOrderDetails('power', meterInfo())
  respond(processPower, () => pending('Working on it'))
  respond(getOrderState, () => success(orderStatus()))
  render(<Process {...processPage({ status: null, isUnknown: true, accessToken: null })} />)
  expect(await screen.findByRole('heading', { name: 'Loading your order…' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: /^Generating your token/ })).toBeVisible()
})

test('while the API fails the page states when the shown state was loaded, until it loads a newer one', async () => {
  installFakeClock()
  vi.setSystemTime('2026-11-21T13:10:00Z')
  const money = {
    status: 'returned',
    message: 'We refunded ₦5,100.00 to your wallet.',
    amount: 5100,
  } as const
  respond(processPower, (_, index) =>
    index < 2 ? errorResponse(503, 'Oops') : errorResponse(409, 'Your money is back.'),
  )
  respond(getOrderState, () => success(orderStatus({ state: 'refunded', money })))
  render(<Process {...processPage({ isSlow: true })} />)
  expect(screen.getByRole('heading', { name: /^Generating your token/ })).toBeVisible()
  await advanceClock(3_100)
  expect(await screen.findByRole('heading', { name: staleTitle })).toBeVisible()
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('the state of your order at 21 Nov 2026, 2:10')
  expect(screen.queryByText(/comes by SMS/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Report a problem' })).toBeVisible()
  await advanceClock(3_100)
  expect(await screen.findByText('We refunded ₦5,100.00 to your wallet.')).toBeVisible()
  expect(screen.queryByText(staleTitle)).toBeNull()
})

test('a pending refund says when its state was loaded while a newer one cannot be loaded', async () => {
  installFakeClock()
  const money = { status: 'returning', message: "We're refunding ₦5,100.00.", amount: 5100 } as const
  const requests = respond(getOrderState, () => errorResponse(503, 'Oops'))
  render(<Process {...processPage({ status: orderStatus({ state: 'refunding', money }) })} />)
  for (const attempt of [1, 2]) {
    await advanceClock(30_100)
    await waitFor(() => expect(requests).toHaveLength(attempt))
  }
  expect(await screen.findByText(staleTitle)).toBeVisible()
  expect(screen.getByRole('heading', { name: "We're refunding ₦5,100.00." })).toBeVisible()
})

test('an order of another browser is not polled, and can be opened with its reference', async () => {
  const requests = respond(processPower, () => success({ reference, access_token: accessToken }))
  const unknown = { status: null, isUnknown: true, csrf: 'csrf-of-page' }
  const { container } = render(<Process {...processPage(unknown)} />)
  expect(screen.getByRole('heading', { name: 'No record found' })).toBeVisible()
  expect(container.textContent).not.toContain('No money was taken')
  expect(screen.getByLabelText('Order reference')).toHaveValue(reference)
  const form = container.querySelector('form')
  expect(form).toHaveAttribute('action', '/orders/find')
  expect(new FormData(form!).get('_csrf')).toBe('csrf-of-page')
  expect(await accessibilityViolations(container)).toEqual([])
  expect(requests).toHaveLength(0)
})

test('polling stops for an order that the user may not read', async () => {
  installFakeClock()
  respond(processPower, () => errorResponse(404, 'We do not know this order.'))
  const statusRequests = respond(getOrderState, () => errorResponse(404, 'We do not know this order.'))
  render(<Process {...processPage()} />)
  await screen.findByRole('heading', { name: 'No record found' })
  expect(screen.getByRole('button', { name: 'Open my order' })).toBeVisible()
  await advanceClock(90_100)
  expect(statusRequests).toHaveLength(1)
})

test('a refund that needs a bank account links to the account form', async () => {
  const waitingStatus = orderStatus({
    state: 'refunding',
    money: { status: 'returning', message: "We couldn't refund ₦5,100.00 to your card.", amount: 5100 },
    refund_account: { amount: 5100, currency: 'NGN', gateway: 'paystack' },
  })
  respond(processPower, () => errorResponse(409, "We couldn't complete this order. We're refunding you."))
  respond(getOrderState, () => success(waitingStatus))
  render(<Process {...processPage()} />)
  expect(await screen.findByRole('link', { name: 'Add bank account for refund' })).toHaveAttribute(
    'href',
    `/orders/refund-account?reference=${reference}&order=${accessToken}`,
  )
  expect(screen.getByRole('heading', { name: "We couldn't refund ₦5,100.00 to your card." })).toBeVisible()
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getByText('Add bank account for refund')).toBeVisible()
  expect(timeline.queryByText('Your refund is on its way')).toBeNull()
})

test('a refund that waits for a dispute names the decision of the bank as its step', () => {
  const status = orderStatus({
    state: 'refunding',
    refund_held: true,
    money: { status: 'returning', message: 'Our refund waits for the decision of your bank.', amount: 5100 },
  })
  render(<Process {...processPage({ status })} />)
  const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
  expect(timeline.getByText('Waiting for the decision of your bank')).toBeVisible()
  expect(timeline.queryByText('Your refund is on its way')).toBeNull()
})

test('a failed payment can be retried on the same order', async () => {
  respond(processPower, () => errorResponse(409, 'This order has not been paid. No money was taken.'))
  respond(getOrderState, () => success(notPaid))
  render(<Process {...processPage({ status: notPaid })} />)
  expect(await screen.findByRole('link', { name: 'Try payment again' })).toHaveAttribute(
    'href',
    `/electricity/customer-details?reference=${reference}`,
  )
})

test('a lost connection, a server error and an ended session do not stop polling', async () => {
  installFakeClock()
  const responses = [
    () => HttpResponse.error(),
    () => errorResponse(500, 'Oops'),
    () => errorResponse(429, 'Wait'),
    () => errorResponse(401, ''),
    () => HttpResponse.html('<h1>Forbidden</h1>', { status: 403 }),
    () => HttpResponse.html('<h1>Please sign in to this network</h1>'),
  ]
  const requests = respond(processPower, (_, index) => (responses[index] ?? done)())
  render(<Process {...processPage()} />)
  for (let attempt = 1; attempt <= responses.length; attempt++) {
    await waitFor(() => expect(requests).toHaveLength(attempt))
    await advanceClock(3_100)
  }
  await waitFor(() => expect(navigations).toEqual([successAddress]))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the page shows that it is offline and continues when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  respond(processPower, done)
  render(<Process {...processPage()} />)
  expect(await screen.findByText(/No internet connection/)).toBeVisible()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(navigations).toEqual([successAddress]))
})

const otherServices = [
  { service: 'cabletv', endpoint: processCabletv, name: 'access_token', second: 'order' },
  { service: 'airtime', endpoint: processAirtime, name: 'ref', second: 'p_ref' },
  { service: 'data', endpoint: processData, name: 'ref', second: 'p_ref' },
  { service: 'education', endpoint: processEducation, name: 'request_id', second: 'order' },
] as const

test('an earlier mismatched payment is shown next to the order in progress', async () => {
  const requests = respond(processPower, never)
  const message = 'You paid ₦500.00 instead of ₦5,100.00, so this payment was not used.'
  const status = orderStatus({
    extra_refunds: [{ reason: 'wrong_amount', status: 'pending', message }],
  })
  render(<Process {...processPage({ status })} />)
  expect(screen.getByText(message)).toBeVisible()
  expect(screen.getByText(status.money.message)).toBeVisible()
  await waitFor(() => expect(requests).toHaveLength(1))
})

test.each(otherServices)(
  'a $service order in progress names its next step',
  async ({ service, endpoint }) => {
    const requests = respond(endpoint, never)
    render(<Process {...processPage({ service, biller: 'MTN' })} />)
    expect(
      screen.getByRole('heading', { name: 'Processing your subscription, please wait...' }),
    ).toBeVisible()
    const step = within(screen.getByRole('list', { name: 'Timeline' })).getByText(
      'Sending your order to MTN…',
    )
    expect(step).toHaveAttribute('aria-current', 'step')
    await waitFor(() => expect(requests).toHaveLength(1))
  },
)

test.each(otherServices)('a delivered $service order redirects to its own success page', async (scenario) => {
  const requests = respond(scenario.endpoint, () => success({ reference, [scenario.name]: accessToken }))
  render(<Process {...processPage({ service: scenario.service })} />)
  const to = `/${scenario.service}/transactions/successful?reference=${reference}&${scenario.second}=${accessToken}`
  await waitFor(() => expect(navigations).toEqual([to]))
  expect(requests[0]?.body).toMatchObject({ serviceId: reference })
})

test.each(otherServices.slice(0, 3))(
  'the process request of a $service order contains only serviceId; its access token is a header',
  async (scenario) => {
    const requests = respond(scenario.endpoint, () => success({ reference, [scenario.name]: accessToken }))
    render(<Process {...processPage({ service: scenario.service })} />)
    await waitFor(() => expect(navigations).toHaveLength(1))
    expect(requests[0]?.body).toEqual({ serviceId: reference })
    expect(requests[0]?.headers.get(accessTokenHeader)).toBe(accessToken)
  },
)

test('without a request id the education endpoint gets the reference', async () => {
  const requests = respond(processEducation, () => success({ reference, request_id: accessToken }))
  render(<Process {...processPage({ service: 'education', accessToken: null })} />)
  await waitFor(() => expect(navigations).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ serviceId: reference, requestId: reference })
})
