import type { OrderStatus } from '../../shared/orders.ts'
import type { PaymentMethod } from '../../shared/payments.ts'
import { openShop, type Reply, type Shop, type ShopOptions } from './shop.ts'

type Guest = ReturnType<Shop['guest']>

/** What every lookup answers. */
export interface Looked {
  order_reference: string
  service_id: string
  access_token: string
  service_charge: number
  total_amount: number
}

/** A shop whose vendor's lists were read. */
export async function openStockedShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop(options)
  await shop.features.catalogue.refresh()
  return shop
}

export interface How {
  payment_for: string
  method?: PaymentMethod
  amount?: number
  /** Headers beside the usual ones: an idempotency key. */
  more?: Record<string, string>
}

/** Opens the hosted checkout of a stored order. */
export const initiate = (guest: Guest, info: Looked, { payment_for, method = 'CARD', amount, more }: How) =>
  guest.send<{ checkoutUrl: string }>(
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
    },
    more,
  )

/** Pays for a stored order at the hosted checkout; its browser does not come back. */
export async function pay(guest: Guest, info: Looked, how: How): Promise<void> {
  const started = await initiate(guest, info, how)
  if (!started.data) throw new Error(started.message)
  await guest.paysAt(started.data.checkoutUrl)
}

export const stateOf = (guest: Guest, info: Pick<Looked, 'order_reference'>): Promise<Reply<OrderStatus>> =>
  guest.ask<OrderStatus>(`/orders/${info.order_reference}/state`)
