import type { BodyOf } from '../../shared/contract.ts'
import { checkRefundAccount, giveRefundAccount, orderState } from '../../shared/orders.ts'
import {
  getPaymentOptions,
  initiatePayment,
  type PaymentMethod,
  type PaymentOption,
  returnFromCheckout,
} from '../../shared/payments.ts'
import { type Caller, type Limits, Refused, type Route, route } from '../http/index.ts'
import { accountlessRefunds, hashOf, nameOfAccount, payInto, paymentByReference } from '../payments/index.ts'
import { isOwner } from './access.ts'
import type { Engine } from './engine.ts'
import { findOrder, openOrder } from './open.ts'
import { payFor } from './pay.ts'
import { orderById } from './store.ts'
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

const accountIn = ({ bank_code, account_number }: BodyOf<typeof giveRefundAccount>) => ({
  bankCode: bank_code,
  accountNumber: account_number,
})

/** The calls of orders and payments that every service shares. */
export function purchaseRoutes(engine: Engine, limits: Limits): Route[] {
  const { parts } = engine
  const doors = { db: parts.db, limits }

  /** The refund that waits for an account, and the order; each question costs one at the gateway. */
  async function accountless(reference: string, caller: Caller, secret: string | undefined) {
    const order = await openOrder(doors, { reference, secret, caller })
    const [refund] = await accountlessRefunds(parts.db.q, order.id)
    if (!refund) throw new Refused('ACCOUNT_NOT_WANTED')
    await limits.spend('refund_account', order.id)
    return { order, refund }
  }

  return [
    route(orderState, async ({ params, query, ...caller }) => {
      const { reference } = params
      const order = await openOrder(doors, { reference, secret: query.access_token, caller })
      return { data: await statusNow(parts.db, order) }
    }),

    route(checkRefundAccount, async ({ params, body, ...caller }) => {
      const { refund } = await accountless(params.reference, caller, body.access_token)
      return { data: { account_name: await nameOfAccount(parts.payments, refund, accountIn(body)) } }
    }),

    route(giveRefundAccount, async ({ params, body, ...caller }) => {
      const { order, refund } = await accountless(params.reference, caller, body.access_token)
      await payInto(parts.payments, refund, accountIn(body))
      return { data: await statusNow(parts.db, await orderById(parts.db.q, order.id)) }
    }),

    route(getPaymentOptions, async ({ actor }) => {
      const gateway = parts.payments.gateways[await parts.settings.get('payment_gateway')]
      const own: PaymentMethod[] = actor ? ['WALLET', 'SAVED_CARD'] : []
      const sold = new Set([...(gateway?.can.methods ?? []), ...own])
      return { data: options.filter((it) => sold.has(it.identifier)) }
    }),

    route(initiatePayment, async ({ body, ...caller }) => {
      // Anybody may pay for an order; only its reference is needed, and nothing of it is told.
      const order = await findOrder(doors, { reference: body.order_reference, caller })
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
