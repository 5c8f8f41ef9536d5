import type { OrderStatus } from '../../shared/orders.ts'
import type { PaymentMethod } from '../../shared/payments.ts'
import { type ApiResponse, startTestApp, type TestApp, type TestAppOptions } from './test-app.ts'

type Guest = ReturnType<TestApp['createGuest']>

/** The fields that every lookup returns. Airtime and exam PINs return `order_reference` as `reference`. */
export interface CreatedOrder {
  order_reference: string
  service_id: string
  access_token: string
  service_charge: number
  total_amount: number
}

/** A test app with a refreshed product catalogue. */
export async function startTestAppWithCatalogue(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(options)
  await app.features.catalogue.refresh()
  return app
}

export interface CheckoutOptions {
  payment_for: string
  method?: PaymentMethod
  amount?: number
  /** Of the receipt. */
  email?: string
  /** Additional headers, such as an idempotency key. */
  extraHeaders?: Record<string, string>
}

/** Creates the hosted checkout of an order. */
export const initiateCheckout = (
  guest: Guest,
  info: CreatedOrder,
  { payment_for, method = 'CARD', amount, email, extraHeaders }: CheckoutOptions,
) =>
  guest.postJson<{ checkoutUrl: string }>(
    '/payments/initiate',
    {
      order_reference: info.order_reference,
      service_id: info.service_id,
      amount: amount ?? info.total_amount,
      device_id: null,
      service_charge: info.service_charge,
      payment_for,
      description: 'A purchase',
      payment_method: method,
      save_card: false,
      ...(email && { email }),
    },
    extraHeaders,
  )

/** Pays an order at the hosted checkout, without returning. */
export async function payForOrder(guest: Guest, info: CreatedOrder, options: CheckoutOptions): Promise<void> {
  const initiated = await initiateCheckout(guest, info, options)
  if (!initiated.data) throw new Error(initiated.message)
  await guest.payAtCheckout(initiated.data.checkoutUrl)
}

export const getOrderStatus = (
  guest: Guest,
  info: Pick<CreatedOrder, 'order_reference'>,
): Promise<ApiResponse<OrderStatus>> => guest.fetchJson<OrderStatus>(`/orders/${info.order_reference}/state`)
