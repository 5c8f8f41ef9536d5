import { useRef, useState } from 'react'
import { initiateCardPayment } from '../../shared/cards.ts'
import type { DataOf, Endpoint, Envelope } from '../../shared/contract.ts'
import { initiatePayment, type PaymentMethod } from '../../shared/payments.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { initiateTopUp } from '../../shared/wallet.ts'
import { RequestError, type RequestOptions, toast } from '../lib/index.ts'
import { checkoutAddress } from './checkout.ts'
import type { OrderOrTopUp, PayableOrder } from './order.ts'
import { paymentTexts } from './payment-texts.ts'
import { useNavigationPending } from './use-navigation-pending.ts'
import { clearSavedCards } from './wallet-and-cards.ts'

interface PaymentChoice {
  method: PaymentMethod
  /** Saved card to charge, with SAVED_CARD. */
  cardId: string | null
  saveCard: boolean
  /** Empty when not entered; then it is not sent. */
  email: string
  /** Empty unless the server has asked for it; then it is not sent. */
  pin: string
}

/**
 * Sends the request of a payment: `request`, or in the account area `accountRequest`. Returns null or undefined when the
 * session has ended.
 */
export type SendRequest = <const C extends Endpoint>(
  endpoint: C,
  options: RequestOptions<C>,
) => Promise<Envelope<DataOf<C>> | null | undefined>

export interface PaymentProgress {
  /** From the press until the browser leaves for the checkout. */
  isBusy: boolean
  message: string | null
  /** The server's reason when it asks for the payer's PIN, or why it rejected the last one; null otherwise. */
  pinError: string | null
  /** The checkout URL, when it did not open automatically. */
  link: string | null
  pay: (choice: PaymentChoice) => Promise<void>
}

interface PaymentOptions {
  simulated: boolean
  send: SendRequest
  /** Called before the navigation to the checkout. */
  beforeCheckout: (() => void) | undefined
}

/** Starts a payment and navigates to its checkout. Source: specification 1, section 7. */
export function usePayment(
  order: OrderOrTopUp,
  { simulated, send, beforeCheckout }: PaymentOptions,
): PaymentProgress {
  /** As `isBusy`, known before the next rendering. */
  const isBusyRef = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [pinError, setPinError] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const navigateTo = useNavigationPending((checkoutUrl) => {
    isBusyRef.current = false
    setIsBusy(false)
    setLink(checkoutUrl)
  })

  /** @returns true while the browser leaves for the checkout */
  async function openCheckout(choice: PaymentChoice): Promise<boolean> {
    const url = await initiate(order, choice, send)
    if (choice.saveCard) clearSavedCards()
    // The session has ended, which shows no toast. Source: specification 1, section 8.
    if (url === null) return false
    const address = checkoutAddress(url, { origin: window.location.origin, simulated })
    if (address) {
      beforeCheckout?.()
      navigateTo(address)
      return true
    }
    toast.error(paymentTexts.noCheckout())
    setMessage(paymentTexts.noCheckout())
    return false
  }

  async function pay(choice: PaymentChoice): Promise<void> {
    if (isBusyRef.current) return
    isBusyRef.current = true
    setIsBusy(true)
    setMessage(null)
    setLink(null)
    try {
      // Stays busy: the dialog remains until the browser has left.
      if (await openCheckout(choice)) return
    } catch (error) {
      setMessage(error instanceof RequestError ? error.message : paymentTexts.noCheckout())
      setPinError((previous) => pinErrorOf(error) ?? previous)
    }
    isBusyRef.current = false
    setIsBusy(false)
  }

  return { isBusy, message, pinError, link, pay }
}

const pinErrorOf = (error: unknown): string | null =>
  error instanceof RequestError ? (error.errors.auth_pin?.[0] ?? null) : null

/**
 * The checkout URL; null when the session has ended. A saved card has its own endpoint, which takes precedence. Source:
 * D-064.
 */
async function initiate(
  order: OrderOrTopUp,
  choice: PaymentChoice,
  send: SendRequest,
): Promise<string | null> {
  const { method, cardId, saveCard, email, pin } = choice
  const optionalFields = {
    save_card: saveCard && method === 'CARD',
    ...(email && { email }),
    ...(pin && { auth_pin: pin }),
  }
  const common = { key: idempotencyKeyOf(order), everyField: false }
  const envelope =
    method === 'SAVED_CARD' && cardId
      ? await send(initiateCardPayment, {
          ...common,
          body: { ...bodyOf(order), payment_method: method, payment_card_id: cardId, ...optionalFields },
        })
      : order.service === 'wallet'
        ? await send(initiateTopUp, {
            ...common,
            body: { ...topUpBody(order.total), payment_method: method, ...optionalFields },
          })
        : await send(initiatePayment, {
            ...common,
            body: { ...orderBody(order), payment_method: method, ...optionalFields },
          })
  return envelope ? (envelope.data?.checkoutUrl ?? '') : null
}

const idempotencyKeyOf = (order: OrderOrTopUp) =>
  order.service === 'wallet' ? 'topup' : `pay:${order.reference}`
const bodyOf = (order: OrderOrTopUp) =>
  order.service === 'wallet' ? topUpBody(order.total) : orderBody(order)

const orderBody = (order: PayableOrder) => ({
  order_reference: order.reference,
  service_id: order.serviceId,
  amount: order.total,
  device_id: order.deviceId ?? null,
  service_charge: order.serviceCharge,
  payment_for: serviceContracts[order.service].paymentFor,
  description: order.description,
})

const topUpBody = (amount: number) => ({
  order_reference: null,
  service_id: null,
  amount,
  device_id: null,
  service_charge: 0,
  payment_for: 'wallet_topup' as const,
  description: paymentTexts.topUpDescription(),
})
