import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { initiatePayment } from '../../../shared/payments.ts'
import { type MeterInfo, processPower, quotePower } from '../../../shared/power.ts'
import { checkoutRequestOf } from '../../support/checkout-request.ts'
import { post } from '../../support/guest.ts'
import { type ApiResponse, openGuestBrowser, UnexpectedResponseError } from './browser.ts'

/** Where people buy. */
export interface Target {
  /** Origin of the pages. */
  readonly origin: string
  readonly simulatorsUrl: string
}

export type PurchaseStep = 'page' | 'lookup' | 'initiate' | 'checkout' | 'process'

/** An error response in place of the next step. `httpStatus` is 0 when the connection failed. */
export interface ShownError {
  readonly at: number
  readonly step: PurchaseStep
  readonly httpStatus: number
  readonly message: string
}

/** One purchase. Times are of `performance.now()`; null until the step was acknowledged. */
export interface Purchase {
  reference: string | null
  readonly startedAt: number
  paidAt: number | null
  deliveredAt: number | null
  readonly errors: ShownError[]
}

/** A buyer repeats a failed step for this long, as a patient person would. */
const retryForMs = 120_000
const retryMs = 500
/** The page polls a pending delivery. */
const pendingMs = 300

const firstMeter = randomInt(1_000_000)
let meterCount = 0
/** A new meter for each purchase. The last digit avoids the endings for which a simulator returns faults. */
const nextMeter = () => `11${String((firstMeter + meterCount++) * 10 + 5).padStart(9, '0')}`

/** A purchase that begins now. */
export const newPurchase = (): Purchase => ({
  reference: null,
  startedAt: performance.now(),
  paidAt: null,
  deliveredAt: null,
  errors: [],
})

/** Buys electricity as a guest, from the form to the token, and repeats each failed step. */
export async function buy(target: Target, purchase: Purchase): Promise<void> {
  const repeat = <T>(step: PurchaseStep, work: () => Promise<T>) => repeatStep(purchase, step, work)
  const browser = await repeat('page', () => openGuestBrowser(target.origin))
  if (!browser) return
  const lookup = await repeat('lookup', () =>
    accepted(
      browser.post<MeterInfo>(quotePower.path, {
        meter_number: nextMeter(),
        meter_type: 'prepaid',
        phone_number: '08031234567',
        amount: 5_000,
        meter_disco: 'ikeja',
      }),
    ),
  )
  if (!lookup) return
  const info = lookup.data
  purchase.reference = info.order_reference
  const key = { 'idempotency-key': randomUUID() }
  const checkout = await repeat('initiate', () =>
    accepted(browser.post<{ checkoutUrl: string }>(initiatePayment.path, checkoutRequestOf(info), key)),
  )
  if (!checkout) return
  const paid = await repeat('checkout', () => payAtCheckout(target, checkout.data.checkoutUrl))
  if (!paid) return
  purchase.paidAt = performance.now()
  const token = { serviceId: info.order_reference, accessToken: info.access_token }
  const delivered = await repeat('process', async () => {
    const response = await accepted(browser.post(processPower.path, token))
    return response.status === 'success' ? response : null
  })
  if (delivered) purchase.deliveredAt = performance.now()
}

/** @throws UnexpectedResponseError for an error envelope */
async function accepted<T>(pending: Promise<ApiResponse<T>>): Promise<ApiResponse<T>> {
  const response = await pending
  if (response.httpStatus >= 400) throw new UnexpectedResponseError(response.httpStatus, response.message)
  return response
}

async function payAtCheckout(target: Target, checkoutUrl: string): Promise<true> {
  const access_code = new URL(checkoutUrl).pathname.split('/').pop()
  const { httpStatus, body } = await post(`${target.simulatorsUrl}/simulators/pay`, { access_code })
  if ((body as { status?: string } | null)?.status !== 'success')
    throw new UnexpectedResponseError(httpStatus, JSON.stringify(body))
  return true
}

/** @returns null when the buyer gave up; `work` returns null while the result is pending */
async function repeatStep<T>(
  purchase: Purchase,
  step: PurchaseStep,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const timeoutAt = performance.now() + retryForMs
  while (performance.now() < timeoutAt) {
    try {
      const result = await work()
      if (result !== null) return result
      await pause(pendingMs)
    } catch (error) {
      const httpStatus = error instanceof UnexpectedResponseError ? error.httpStatus : 0
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
      const message = `${error instanceof Error ? error.message : error}${cause}`
      purchase.errors.push({ at: performance.now(), step, httpStatus, message })
      await pause(retryMs)
    }
  }
  return null
}
