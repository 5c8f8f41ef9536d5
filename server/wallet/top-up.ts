import type { z } from 'zod/mini'
import type { initiateCardPayment } from '../../shared/cards.ts'
import type { UserId } from '../../shared/ids.ts'
import { formatMoney, type Kobo, nairaOf } from '../../shared/money.ts'
import { cancelledTopUpPageUrl, walletResultPageUrl } from '../../shared/pages.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { type initiateTopUp, type TopUpResult, topUpMinNaira } from '../../shared/wallet.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type HandlerResult } from '../http/index.ts'
import { refundSentence } from '../messaging/index.ts'
import {
  chargeCard,
  findCard,
  findPaymentByReference,
  isPaid,
  isPaymentOutcomeUnknown,
  openTopUp,
  type Payment,
  type PaymentOrigin,
  type Refund,
  refundDestinationOf,
  refundsOfSource,
  type TopUp,
  verifyPaymentCached,
} from '../payments/index.ts'
import { type PayDeps, type Payer, refundDetailsOf, refundStatus } from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'
import { walletServerTexts } from './texts.ts'

/** Minimum and maximum amount of one wallet top-up, kobo. */
export const topUpBounds = async (settings: Settings): Promise<{ min: Kobo; max: Kobo }> => ({
  min: BigInt(topUpMinNaira) * 100n,
  max: BigInt(await settings.get('wallet_topup_max_kobo')),
})

/** @returns the checkout URL */
export async function openTopUpCheckout(
  deps: PayDeps,
  payer: Payer,
  request: z.infer<typeof initiateTopUp.body>,
  origin: PaymentOrigin,
): Promise<string> {
  // A wallet cannot top up itself; saved cards use their own endpoint.
  if (request.payment_method === 'WALLET' || request.payment_method === 'SAVED_CARD')
    throw new ApiError('METHOD_UNAVAILABLE', { field: 'payment_method' })
  await assertWithinLimits(deps.settings, request.amount)
  const gateway = (await deps.settings.get('payment_gateway')) as GatewayName
  return openTopUp(deps.payments, {
    userId: payer.userId,
    origin,
    gateway,
    method: request.payment_method,
    amountKobo: request.amount,
    email: request.email ?? payer.email,
    saveCard: request.payment_method === 'CARD' && request.save_card === true,
    description: walletServerTexts.topUp(),
    ...redirectUrls(deps, gateway, request.amount),
  })
}

/**
 * @param id of the payment, equal for every retry of one submit
 * @returns the URL of our result page, or of the gateway's page for a second step
 */
export async function topUpByCard(
  deps: PayDeps,
  payer: Payer,
  request: z.infer<typeof initiateCardPayment.body>,
  { id, origin }: { id: string; origin: PaymentOrigin },
): Promise<string> {
  const card = await findCard(deps.db.q, payer.userId, request.payment_card_id)
  if (!card) throw new ApiError('NOT_FOUND', { field: 'payment_card_id' })
  await assertWithinLimits(deps.settings, request.amount)
  const { payment, stepUpUrl } = await chargeCard(deps.payments, {
    card,
    origin,
    amountKobo: request.amount,
    description: walletServerTexts.topUp(),
    for: { type: 'wallet_topup', id },
    ...redirectUrls(deps, card.gateway, request.amount),
  })
  return stepUpUrl ?? `${deps.appUrl}${walletResultPageUrl(payment.reference)}`
}

const redirectUrls = (deps: PayDeps, gateway: GatewayName, amount: Kobo) => ({
  returnUrl: `${deps.appUrl}/payments/callback/${gateway}`,
  cancelUrl: `${deps.appUrl}${cancelledTopUpPageUrl(nairaOf(amount))}`,
})

async function assertWithinLimits(settings: Settings, amountKobo: Kobo): Promise<void> {
  const { min, max } = await topUpBounds(settings)
  if (amountKobo >= min && amountKobo <= max) return
  const message = walletServerTexts.amountOutOfBounds({
    min: formatMoney(min, { decimals: 0 }),
    max: formatMoney(max, { decimals: 0 }),
  })
  throw new ApiError('INVALID', { field: 'amount', message })
}

/**
 * Returns the status of a top-up to its owner, verifying an open one at the gateway. The paid amount is credited
 * once, however many concurrent calls there are.
 * @throws ApiError NOT_FOUND for another user's top-up, TOPUP_NOT_PAID, PAYMENT_FAILED, PAYMENT_MISMATCH
 */
export async function processTopUp(
  deps: PayDeps,
  userId: UserId,
  reference: string,
): Promise<HandlerResult<TopUpResult>> {
  const storedTopUp = await topUpOf(deps.db.q, userId, reference)
  if (!isFinal(storedTopUp)) await verifyPaymentCached(deps.payments, storedTopUp)
  const topUp = isFinal(storedTopUp) ? storedTopUp : await topUpOf(deps.db.q, userId, reference)
  const amountKobo = topUp.paid_kobo ?? topUp.amount_kobo
  const data = { reference, amount: nairaOf(amountKobo), type: topUp.purpose }
  if (isPaid(topUp.state)) {
    return { data, message: walletServerTexts.toppedUp({ amount: formatMoney(amountKobo) }) }
  }
  if (isPaymentOutcomeUnknown(topUp)) {
    return {
      httpStatus: 202,
      status: 'pending',
      data,
      message: walletServerTexts.checkingPayment(),
    }
  }
  throw await toApiError(deps.db.q, topUp)
}

/** @throws ApiError NOT_FOUND */
async function topUpOf(db: Database['q'], userId: UserId, reference: string): Promise<TopUp> {
  const payment = await findPaymentByReference(db, reference)
  if (payment?.purpose !== 'wallet_topup' || payment.user_id !== userId) throw new ApiError('NOT_FOUND')
  return payment
}

const isFinal = ({ state }: TopUp): boolean => isPaid(state) || state === 'mismatch' || state === 'reversed'

/** The error of a top-up that was not credited: states whether money moved and where it is refunded. */
async function toApiError(db: Database['q'], topUp: Payment | TopUp): Promise<ApiError> {
  switch (topUp.state) {
    case 'mismatch': {
      const [refund] = await refundsOfSource(db, { payment_id: topUp.id, deposit_id: null })
      return new ApiError('PAYMENT_MISMATCH', refund && { message: wrongAmountMessage(topUp, refund) })
    }
    case 'reversed':
      return new ApiError('PAYMENT_FAILED', {
        message: walletServerTexts.paymentReversed({
          amount: formatMoney(topUp.paid_kobo ?? topUp.amount_kobo),
        }),
      })
    case 'failed':
      return new ApiError('PAYMENT_FAILED')
    default:
      return new ApiError('TOPUP_NOT_PAID')
  }
}

const wrongAmountMessage = (topUp: Payment | TopUp, refund: Refund): string =>
  refundSentence(
    refundStatus(refund),
    refundDetailsOf(
      { total_kobo: topUp.amount_kobo },
      refund,
      'mismatch',
      refundDestinationOf(refund, topUp),
    ),
  )
