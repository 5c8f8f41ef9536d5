import { giveRefundAccount, orderState } from '../../shared/orders.ts'
import {
  getPaymentOptions,
  initiatePayment,
  type PaymentMethod,
  type PaymentOption,
  returnFromCheckout,
} from '../../shared/payments.ts'
import { type Limits, Refused, type Route, route } from '../http/index.ts'
import { accountlessRefunds, hashOf, payInto, paymentByReference } from '../payments/index.ts'
import { isOwner, mayOpen } from './access.ts'
import type { Engine } from './engine.ts'
import { payFor } from './pay.ts'
import { orderById, orderByReference } from './store.ts'
import { statusNow } from './view.ts'

/** The ways to pay, the commonest in Nigeria first. */
const options: readonly PaymentOption[] = [
  {
    identifier: 'ACCOUNT_TRANSFER',
    title: 'Bank transfer',
    description: 'Transfer from your bank app to an account number made for this payment',
  },
  { identifier: 'CARD', title: 'Card', description: 'Pay with a Verve, Mastercard or Visa card' },
  { identifier: 'USSD', title: 'USSD', description: 'Dial a short code of your bank, without data' },
  { identifier: 'WALLET', title: 'Wallet', description: 'Pay from your wallet balance' },
  { identifier: 'SAVED_CARD', title: 'Saved card', description: 'Pay with a card you saved' },
  {
    identifier: 'PHONE_NUMBER',
    title: 'Phone number',
    description: 'Pay with the phone number your bank knows',
  },
]

/** The calls of orders and payments that every service shares. */
export function purchaseRoutes(engine: Engine, limits: Limits): Route[] {
  const { parts } = engine
  return [
    route(orderState, async ({ params, query, ...caller }) => {
      await limits.check('order_client', caller.client)
      const order = await orderByReference(parts.db.q, params.reference)
      if (!order || !mayOpen(order, caller, query.access_token)) {
        await limits.fail('order_client', caller.client)
        throw new Refused('NOT_FOUND')
      }
      return { data: await statusNow(parts.db, order) }
    }),

    route(giveRefundAccount, async ({ params, body, ...caller }) => {
      await limits.check('order_client', caller.client)
      const order = await orderByReference(parts.db.q, params.reference)
      if (!order || !mayOpen(order, caller, body.access_token)) {
        await limits.fail('order_client', caller.client)
        throw new Refused('NOT_FOUND')
      }
      const [refund] = await accountlessRefunds(parts.db.q, order.id)
      if (!refund) throw new Refused('ACCOUNT_NOT_WANTED')
      await limits.spend('refund_account', order.id)
      await payInto(parts.payments, refund, {
        bankCode: body.bank_code,
        accountNumber: body.account_number,
      })
      return { data: await statusNow(parts.db, await orderById(parts.db.q, order.id)) }
    }),

    route(getPaymentOptions, async ({ actor }) => {
      const gateway = parts.payments.gateways[await parts.settings.get('payment_gateway')]
      const own: PaymentMethod[] = actor ? ['WALLET', 'SAVED_CARD'] : []
      const sold = new Set([...(gateway?.can.methods ?? []), ...own])
      return { data: options.filter((it) => sold.has(it.identifier)) }
    }),

    route(initiatePayment, async ({ body, ...caller }) => {
      const order = await orderByReference(parts.db.q, body.order_reference)
      // Anybody may pay for an order; only its reference is needed, and nothing of it is told.
      await limits.check('order_client', caller.client)
      if (!order) {
        await limits.fail('order_client', caller.client)
        throw new Refused('NOT_FOUND')
      }
      await limits.spend('checkout_order', order.id)
      await limits.spend('checkout_client', caller.client)
      return { data: { checkoutUrl: await payFor(parts, order, body, caller) } }
    }),

    route(returnFromCheckout, async ({ body, ...caller }) => {
      const payment = await paymentByReference(parts.db.q, body.reference)
      if (!payment || payment.gateway !== body.gateway) throw new Refused('NOT_FOUND')
      if (payment.purpose === 'wallet_topup')
        return { data: { service: payment.purpose, reference: payment.reference } }
      const order = await orderById(parts.db.q, payment.order_id)
      const fits =
        !!body.nonce && hashOf(body.nonce).equals(Buffer.from(payment.nonce_hash)) && isOwner(order, caller)
      return {
        data: {
          service: order.service,
          reference: order.reference,
          access_token: fits ? order.access_token : null,
        },
      }
    }),
  ]
}
