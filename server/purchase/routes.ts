import type { BodyOf } from '../../shared/contract.ts'
import {
  checkRefundAccount,
  confirmRefundAccountCode,
  findOwnOrder,
  getOrderState,
  openOrderLink,
  sendRefundAccountCode,
  setRefundAccount,
} from '../../shared/orders.ts'
import {
  getPaymentOptions,
  initiatePayment,
  type PaymentMethod,
  type PaymentOption,
  returnFromCheckout,
} from '../../shared/payments.ts'
import { ApiError, type Caller, type Limits, type Route, route } from '../http/index.ts'
import {
  findPaymentByReference,
  resolveRefundAccountName,
  sha256,
  submitRefundAccount,
} from '../payments/index.ts'
import { isOwner } from './access.ts'
import { openOwnOrder } from './find-own-order.ts'
import { findOrder, openOrder } from './open-order.ts'
import { openOrderByLink } from './order-link.ts'
import type { OrderProcessor } from './order-processor.ts'
import { orderSteps } from './order-steps.ts'
import { payOrder } from './pay.ts'
import {
  assertPayer,
  confirmCode,
  type RefundAccountDeps,
  refundAwaitingAccountOf,
  sendCode,
  statusFor,
} from './refund-account.ts'
import { orderById } from './store.ts'
import { purchaseServerTexts } from './texts.ts'

/** Payment options, the most common in Nigeria first. */
const paymentOptions = (): PaymentOption[] => [
  {
    identifier: 'ACCOUNT_TRANSFER',
    title: purchaseServerTexts.transferTitle(),
    description: purchaseServerTexts.transferDescription(),
  },
  {
    identifier: 'CARD',
    title: purchaseServerTexts.cardTitle(),
    description: purchaseServerTexts.cardDescription(),
  },
  {
    identifier: 'USSD',
    title: purchaseServerTexts.ussdTitle(),
    description: purchaseServerTexts.ussdDescription(),
  },
  {
    identifier: 'WALLET',
    title: purchaseServerTexts.walletTitle(),
    description: purchaseServerTexts.walletDescription(),
  },
  {
    identifier: 'SAVED_CARD',
    title: purchaseServerTexts.savedCardTitle(),
    description: purchaseServerTexts.savedCardDescription(),
  },
  {
    identifier: 'PHONE_NUMBER',
    title: purchaseServerTexts.phoneNumberTitle(),
    description: purchaseServerTexts.phoneNumberDescription(),
  },
]

const accountIn = ({ bank_code, account_number }: BodyOf<typeof checkRefundAccount>) => ({
  bankCode: bank_code,
  accountNumber: account_number,
})

/** Routes of orders and payments that every service shares. */
export function purchaseRoutes(
  orderProcessor: OrderProcessor,
  {
    limits,
    brandName,
    ...security
  }: Pick<RefundAccountDeps, 'sessionSecret' | 'assertPin'> & { limits: Limits; brandName: string },
): Route[] {
  const { deps } = orderProcessor
  const access = { db: deps.db, limits }
  const refundAccounts: RefundAccountDeps = { purchase: deps, ...security }

  /** The refund that awaits a bank account, and its order. */
  const refundAwaitingAccount = async (reference: string, caller: Caller, accessToken: string | undefined) =>
    refundAwaitingAccountOf(
      deps.db,
      await openOrder(access, { reference, token: accessToken, caller, allowsPayer: true }),
    )

  return [
    route(getOrderState, async ({ params, query, ...caller }) => {
      const { reference } = params
      const order = await openOrder(access, {
        reference,
        token: query.access_token,
        caller,
        allowsPayer: true,
      })
      const [status, steps] = await Promise.all([
        statusFor(deps, order, caller, query.access_token),
        orderSteps(deps.db, order),
      ])
      return { data: { ...status, steps } }
    }),

    route(findOwnOrder, async ({ body, ...caller }) => ({
      data: await openOwnOrder(access, body, caller),
    })),

    route(openOrderLink, async ({ body, ...caller }) => ({
      data: await openOrderByLink(access, body.code, caller),
    })),

    route(sendRefundAccountCode, async ({ params, body, ...caller }) => {
      const pending = await refundAwaitingAccount(params.reference, caller, body.access_token)
      return { data: await sendCode(refundAccounts, pending, caller, brandName) }
    }),

    route(confirmRefundAccountCode, async ({ params, body, ...caller }) => {
      const pending = await refundAwaitingAccount(params.reference, caller, body.access_token)
      await confirmCode(refundAccounts, pending, caller, body.code)
      return { data: await statusFor(deps, pending.order, caller, body.access_token) }
    }),

    route(checkRefundAccount, async ({ params, body, ...caller }) => {
      const pending = await refundAwaitingAccount(params.reference, caller, body.access_token)
      await assertPayer(refundAccounts, pending, caller, null)
      // Each account lookup costs a request to the gateway. Only the payer can spend this limit.
      await limits.consume('refund_account', pending.order.id)
      return {
        data: {
          account_name: await resolveRefundAccountName(deps.payments, pending.refund, accountIn(body)),
        },
      }
    }),

    route(setRefundAccount, async ({ params, body, ...caller }) => {
      const pending = await refundAwaitingAccount(params.reference, caller, body.access_token)
      await assertPayer(refundAccounts, pending, caller, body.auth_pin)
      await limits.consume('refund_account', pending.order.id)
      await submitRefundAccount(deps.payments, pending.refund, accountIn(body))
      deps.triggerOutbox()
      const order = await orderById(deps.db.q, pending.order.id)
      return { data: await statusFor(deps, order, caller, body.access_token) }
    }),

    route(getPaymentOptions, async ({ actor }) => {
      const gateway = deps.payments.gateways[await deps.settings.get('payment_gateway')]
      const ownerMethods: PaymentMethod[] = actor ? ['WALLET', 'SAVED_CARD'] : []
      const available = new Set([...(gateway?.capabilities.methods ?? []), ...ownerMethods])
      return { data: paymentOptions().filter((option) => available.has(option.identifier)) }
    }),

    route(initiatePayment, async ({ body, ...caller }) => {
      // Any caller may pay for an order: only its reference is required, and no order data is returned.
      const order = await findOrder(access, { reference: body.order_reference, caller })
      await limits.consume('checkout_order', order.id)
      await limits.consume('checkout_client', caller.ip)
      return { data: { checkoutUrl: await payOrder(deps, order, body, caller) } }
    }),

    route(returnFromCheckout, async ({ body, ...caller }) => {
      const payment = await findPaymentByReference(deps.db.q, body.reference)
      if (!payment || payment.gateway !== body.gateway) throw new ApiError('NOT_FOUND')
      if (payment.purpose === 'wallet_topup')
        return { data: { service: payment.purpose, reference: payment.reference } }
      const order = await orderById(deps.db.q, payment.order_id)
      const isOwnCheckout =
        !!body.nonce &&
        sha256(body.nonce).equals(Buffer.from(payment.return_nonce_hash)) &&
        isOwner(order, caller)
      return {
        data: {
          service: order.service,
          reference: order.reference,
          access_token: isOwnCheckout ? order.access_token : null,
          payment_request: order.payment_request_id !== null,
        },
      }
    }),
  ]
}
