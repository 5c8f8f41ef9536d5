import type { z } from 'zod/mini'
import type { initiateCardPayment } from '../../shared/cards.ts'
import type { VendorName } from '../../shared/constants.ts'
import type { Kobo } from '../../shared/money.ts'
import { detailsPageUrl, payerOrderPageUrl } from '../../shared/pages.ts'
import type { GatewayName, initiatePayment } from '../../shared/payments.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { inSeconds } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import { findCard, type MarkAwaitingPayment, openCheckout, type PaymentOrigin } from '../payments/index.ts'
import { isOwner, type OrderReader } from './access.ts'
import type { PurchaseDeps } from './deps.ts'
import { expiryCheckSeconds, isInProgress, type Order, orderMachine } from './order.ts'
import { payByCard, payFromWallet, payUnlessAlreadyPaid } from './pay-from-wallet-or-card.ts'
import { assertOwnerCanPay, type Payer, payerOfCaller } from './payer.ts'
import { isPayer, maskedNumber } from './payment-request.ts'
import { assertServiceEnabled } from './service.ts'
import { lockOrder, saveOrder } from './store.ts'
import { purchaseServerTexts } from './texts.ts'

type PaymentRequest = z.infer<typeof initiatePayment.body>
type CardPaymentRequest = z.infer<typeof initiateCardPayment.body>
/** The caller that initiates a payment, and its origin. */
type Initiator = OrderReader & PaymentOrigin

export interface PayDeps extends PurchaseDeps {
  /** Origin of our pages. */
  readonly appUrl: string
  /** Checks the PIN of a payment above the limit that its payer has chosen. @throws ApiError PIN_NOT_SET, PIN_WRONG, PIN_LOCKED */
  readonly assertPaymentPin: (
    actor: Actor,
    payment: { amountKobo: Kobo; pin: string | undefined },
  ) => Promise<void>
}

/**
 * Opens a payment for a stored order. The amount is read from the order; an amount from the browser that
 * differs is rejected, never applied. Any caller may pay with their own money. Only the owner sets the
 * address for notifications, and only the owner pays from a wallet or with a saved card.
 * @returns the checkout page, or the process page of a paid order
 */
export async function payOrder(
  deps: PayDeps,
  order: Order,
  request: PaymentRequest,
  reader: Initiator,
): Promise<string> {
  const payer = await payerOfCaller(deps.db, reader)
  if (request.payment_method === 'WALLET' || request.payment_method === 'SAVED_CARD') {
    const owner = assertOwnerCanPay(payer, request.payment_method)
    assertOwner(order, reader)
    return payUnlessAlreadyPaid(deps, order, { userId: owner.userId, method: 'WALLET' }, async () => {
      await assertMatchesOrder(deps, order, request)
      await assertPinOf(deps, reader, { amountKobo: order.total_kobo, pin: request.auth_pin })
      return payFromWallet(deps, order, owner, createMarkAwaitingPayment(deps, order, request, reader, owner))
    })
  }
  await assertMatchesOrder(deps, order, request)
  const gateway = (await deps.settings.get('payment_gateway')) as GatewayName
  return openCheckout(
    deps.payments,
    {
      orderId: order.id,
      orderReference: order.reference,
      gateway,
      method: request.payment_method,
      amountKobo: order.total_kobo,
      email: request.email ?? payer?.email ?? ownerEmail(order, reader) ?? deps.guestEmail,
      userId: payer?.userId ?? null,
      isVerified: payer?.verified === true,
      origin: reader,
      saveCard: request.payment_method === 'CARD' && request.save_card === true && payer?.verified === true,
      description: describeOrder(order),
      returnUrl: `${deps.appUrl}/payments/callback/${gateway}`,
      cancelUrl: cancelUrl(deps, order),
    },
    createMarkAwaitingPayment(deps, order, request, reader, null),
  )
}

/**
 * Pays for an order with a card that its owner saved.
 * @returns our process page, or the gateway's page for a second step
 */
export async function payOrderBySavedCard(
  deps: PayDeps,
  order: Order,
  request: CardPaymentRequest,
  reader: Initiator,
): Promise<string> {
  const payer = await payerOfCaller(deps.db, reader)
  const card = payer && (await findCard(deps.db.q, payer.userId, request.payment_card_id))
  if (!card) throw new ApiError('NOT_FOUND', { field: 'payment_card_id' })
  assertOwner(order, reader)
  return payUnlessAlreadyPaid(deps, order, { userId: payer.userId, method: 'SAVED_CARD' }, async () => {
    await assertMatchesOrder(deps, order, request)
    await assertPinOf(deps, reader, { amountKobo: order.total_kobo, pin: request.auth_pin })
    return payByCard(deps, order, card, {
      origin: reader,
      awaitPayment: createMarkAwaitingPayment(deps, order, request, reader, payer),
      description: describeOrder(order),
      cancelUrl: cancelUrl(deps, order),
    })
  })
}

async function assertPinOf(
  deps: PayDeps,
  { actor }: OrderReader,
  payment: Parameters<PayDeps['assertPaymentPin']>[1],
): Promise<void> {
  if (!actor) throw new ApiError('SIGN_IN')
  await deps.assertPaymentPin(actor, payment)
}

/** The e-mail that the order was created with; the checkout of another payer does not show it. */
const ownerEmail = (order: Order, reader: OrderReader): string | null =>
  isOwner(order, reader) ? order.email : null

/** For the payer: the number of a payment request is masked. */
const describeOrder = ({ service, beneficiary, payment_request_id: requestId }: Order): string =>
  `${service} ${requestId ? maskedNumber(beneficiary) : beneficiary}`
const cancelUrl = (deps: PayDeps, order: Order): string =>
  `${deps.appUrl}${order.payment_request_id ? payerOrderPageUrl(order.reference) : detailsPageUrl(order.service, order.reference)}`

/** @throws ApiError NOT_FOUND for the order of another owner, as for an unknown one */
function assertOwner(order: Order, reader: OrderReader): void {
  if (!isOwner(order, reader) && !isPayer(order, reader)) throw new ApiError('NOT_FOUND')
}

/** Marks the order as awaiting payment in the payment's transaction. `owner`: new owner of a guest order. */
const createMarkAwaitingPayment =
  (
    deps: PayDeps,
    order: Order,
    request: Pick<PaymentRequest, 'email'>,
    reader: OrderReader,
    owner: Payer | null,
  ): MarkAwaitingPayment =>
  async (tx) => {
    const lockedOrder = await lockOrder(tx, order.id)
    assertPayable(lockedOrder)
    if (lockedOrder.payment_request_id)
      await deps.paymentRequests.assertOpen(tx, lockedOrder.payment_request_id)
    const newEmail = request.email && canSetEmail(lockedOrder, reader) ? request.email : null
    const patch = { due_at: inSeconds(expiryCheckSeconds), ...buyerOf(lockedOrder, newEmail, owner) }
    if (lockedOrder.state === 'awaiting_payment') await saveOrder(tx, lockedOrder, patch)
    else
      await orderMachine.transition(tx, lockedOrder, 'awaiting_payment', patch, {
        event: 'customer.payment_started',
      })
  }

function buyerOf(order: Order, newEmail: string | null, owner: Payer | null) {
  // The order of a payment request is never its payer's: its token goes to the requester.
  const newOwner = order.payment_request_id ? null : owner
  return {
    email: newEmail ?? order.email ?? newOwner?.email ?? null,
    ...(newOwner ? { user_id: order.user_id ?? newOwner.userId } : {}),
  }
}

/**
 * The e-mail contains the token and the order's access token: only the owner sets its address, or the first
 * payer of an order without owner and address.
 */
const canSetEmail = (order: Order, reader: OrderReader): boolean =>
  isOwner(order, reader) || (order.session_hash === null && order.user_id === null && order.email === null)

function assertPayable(order: Order): void {
  if (order.state === 'expired') throw new ApiError('ORDER_EXPIRED')
  if (order.state === 'refunded') throw new ApiError('REFUNDED')
  if (isInProgress(order.state) || order.state === 'delivered') throw new ApiError('ORDER_PAID')
}

async function assertMatchesOrder(
  deps: PayDeps,
  order: Order,
  request: Pick<CardPaymentRequest, 'service_id' | 'payment_for' | 'amount' | 'service_charge'>,
): Promise<void> {
  if (request.service_id && request.service_id !== order.reference) throw new ApiError('NOT_FOUND')
  assertPayable(order)
  if (request.payment_for !== serviceContracts[order.service].paymentFor)
    throw new ApiError('ORDER_CHANGED', { field: 'payment_for' })
  if (request.amount !== order.total_kobo) throw new ApiError('ORDER_CHANGED', { field: 'amount' })
  if (request.service_charge !== undefined && request.service_charge !== order.service_charge_kobo) {
    throw new ApiError('ORDER_CHANGED', { field: 'service_charge' })
  }
  await assertOrderSellable(deps, order)
}

/**
 * Checks before payment that an order is still sold as it was priced.
 * @throws ApiError SERVICE_OFF, ORDER_CHANGED
 */
export async function assertOrderSellable(deps: PurchaseDeps, order: Order): Promise<void> {
  await assertServiceEnabled(deps, order.service)
  // The vendor chosen at the lookup cannot deliver now: a new lookup finds one that can.
  if (!(await deps.availability.isAvailable(order.vendor as VendorName, order.service)))
    throw new ApiError('ORDER_CHANGED', {
      field: 'order_reference',
      message: purchaseServerTexts.becameUnavailable(),
    })
  await deps.orderHandlers[order.service].assertSellable(order)
}
