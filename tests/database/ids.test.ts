import type { Selectable } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../server/database/index.ts'
import { account } from '../../server/ledger/index.ts'
import type {
  AttemptId,
  GatewayRefundId,
  OrderId,
  PaymentReference,
  RefundId,
  UserId,
} from '../../shared/ids.ts'
import type { OrderReference } from '../../shared/references.ts'

type Order = Selectable<Tables['orders']>
type Refund = Selectable<Tables['refunds']>

const order = { id: '0196c1f0-0000-7000-8000-000000000001' } as Order
const acceptOrder = (id: OrderId): string => id
const acceptRefund = (id: RefundId): string => id
const acceptGatewayRefund = (id: GatewayRefundId): string => id
const acceptOrderReference = (reference: OrderReference): string => reference

test('An id fits the parameter of its own kind, as does text from a request', () => {
  const text: string = order.id
  expect(acceptOrder(order.id)).toBe(order.id)
  expect(acceptOrder(text)).toBe(order.id)
})

test('An order id does not compile as the id of a refund, an attempt or a user', () => {
  // @ts-expect-error an order is not a refund
  expect(acceptRefund(order.id)).toBe(order.id)
  // @ts-expect-error an order is not an attempt
  const attempt: AttemptId = order.id
  // @ts-expect-error an order is not a user
  const user: UserId = order.id
  expect([attempt, user]).toEqual([order.id, order.id])
})

test('The id of our refund does not compile as the gateway’s id of it, nor a payment’s reference as an order’s', () => {
  const refund = { id: order.id, order_id: order.id } as Refund
  const payment = { reference: 'SW-1' as PaymentReference }
  // @ts-expect-error the gateway does not know our id
  expect(acceptGatewayRefund(refund.id)).toBe(order.id)
  // @ts-expect-error a payment reference finds no order
  expect(acceptOrderReference(payment.reference)).toBe('SW-1')
})

test('An order id does not compile as the owner of a wallet', () => {
  // @ts-expect-error an order has no wallet
  expect(account.wallet(order.id)).toBe(`wallet:${order.id}`)
})
