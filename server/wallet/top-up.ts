import type { z } from 'zod/mini'
import type { initiateCardPayment } from '../../shared/cards.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { formatMoney, type Kobo, nairaOf } from '../../shared/money.ts'
import { wallet, walletResultPage } from '../../shared/pages.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { type initiateTopUp, type TopUpResult, topUpMinNaira } from '../../shared/wallet.ts'
import { Refused, type Told } from '../http/index.ts'
import {
  cardOf,
  chargeCard,
  isPaid,
  isUnclear,
  openTopUp,
  paymentByReference,
  settle,
  type TopUp,
} from '../payments/index.ts'
import type { Payer, PayParts } from '../purchase/index.ts'
import type { Settings } from '../settings/index.ts'

const description = 'Wallet top-up'

/** How little and how much may be put into a wallet at once, kobo. */
export const topUpBounds = async (settings: Settings): Promise<{ min: Kobo; max: Kobo }> => ({
  min: BigInt(topUpMinNaira) * 100n,
  max: BigInt(await settings.get('wallet_topup_max_kobo')),
})

/** @returns where to pay */
export async function startTopUp(
  parts: PayParts,
  payer: Payer,
  wish: z.infer<typeof initiateTopUp.body>,
): Promise<string> {
  // A wallet does not pay into itself, and a saved card is charged by the call that names it.
  if (wish.payment_method === 'WALLET' || wish.payment_method === 'SAVED_CARD')
    throw new Refused('METHOD_UNAVAILABLE', { field: 'payment_method' })
  await refuseOutside(parts.settings, wish.amount)
  const gateway = (await parts.settings.get('payment_gateway')) as GatewayName
  return openTopUp(parts.payments, {
    userId: payer.userId,
    gateway,
    method: wish.payment_method,
    amountKobo: wish.amount,
    email: wish.email ?? payer.email,
    saveCard: wish.payment_method === 'CARD' && wish.save_card === true,
    description,
    ...addresses(parts, gateway),
  })
}

/**
 * @param id of the payment, the same for each repeat of one press
 * @returns our result page, or the gateway's page for a second step
 */
export async function topUpByCard(
  parts: PayParts,
  payer: Payer,
  wish: z.infer<typeof initiateCardPayment.body>,
  id: string,
): Promise<string> {
  const card = await cardOf(parts.db.q, payer.userId, wish.payment_card_id)
  if (!card) throw new Refused('NOT_FOUND', { field: 'payment_card_id' })
  await refuseOutside(parts.settings, wish.amount)
  const { payment, stepUpUrl } = await chargeCard(parts.payments, {
    card,
    amountKobo: wish.amount,
    description,
    for: { is: 'wallet_topup', id },
    ...addresses(parts, card.gateway),
  })
  return stepUpUrl ?? `${parts.appUrl}${walletResultPage(payment.reference)}`
}

const addresses = (parts: PayParts, gateway: GatewayName) => ({
  returnUrl: `${parts.appUrl}/payments/callback/${gateway}`,
  cancelUrl: `${parts.appUrl}${wallet}`,
})

async function refuseOutside(settings: Settings, amountKobo: Kobo): Promise<void> {
  const { min, max } = await topUpBounds(settings)
  if (amountKobo >= min && amountKobo <= max) return
  throw new Refused('INVALID', {
    field: 'amount',
    says: `Please enter an amount from ${formatMoney(min, { decimals: 0 })} to ${formatMoney(max, { decimals: 0 })}.`,
  })
}

/**
 * Tells the owner of a top-up what became of it, asking the gateway when that is open. Whatever was paid is
 * credited once, however often and by however many this is asked.
 * @throws Refused NOT_FOUND for another's, TOPUP_NOT_PAID, PAYMENT_FAILED, PAYMENT_MISMATCH
 */
export async function processTopUp(
  parts: PayParts,
  userId: string,
  reference: string,
): Promise<Told<TopUpResult>> {
  const found = await paymentByReference(parts.db.q, reference)
  if (found?.purpose !== 'wallet_topup' || found.user_id !== userId) throw new Refused('NOT_FOUND')
  const topUp = isOver(found) ? found : await settle(parts.payments, found)
  const amountKobo = topUp.paid_kobo ?? topUp.amount_kobo
  const data = { reference, amount: nairaOf(amountKobo), type: found.purpose }
  if (isPaid(topUp.state)) {
    return { data, message: `${formatMoney(amountKobo)} was added to your wallet.` }
  }
  if (isUnclear(topUp)) {
    return {
      http: 202,
      status: 'pending',
      data,
      message: 'We are checking your payment. You do not need to pay again.',
    }
  }
  throw new Refused(refusalOf(topUp.state))
}

const isOver = ({ state }: TopUp): boolean => isPaid(state) || state === 'mismatch' || state === 'reversed'

function refusalOf(state: TopUp['state']): ErrorCode {
  if (state === 'mismatch') return 'PAYMENT_MISMATCH'
  return state === 'failed' || state === 'reversed' ? 'PAYMENT_FAILED' : 'TOPUP_NOT_PAID'
}
