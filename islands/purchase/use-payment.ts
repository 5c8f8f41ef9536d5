import { useRef, useState } from 'react'
import { initiateCardPayment } from '../../shared/cards.ts'
import { paymentForOf } from '../../shared/constants.ts'
import { initiatePayment, type PaymentMethod } from '../../shared/payments.ts'
import { initiateTopUp } from '../../shared/wallet.ts'
import { ApiError, ask, toast } from '../lib/index.ts'
import { checkoutAddress } from './checkout.ts'
import type { Payable, PayableOrder } from './order.ts'
import { forgetSavedCards } from './own.ts'
import { useLeaving } from './use-leaving.ts'

const noCheckout = 'The payment page cannot be opened right now. No money was taken.'

export interface Choice {
  method: PaymentMethod
  /** The saved card to charge, with SAVED_CARD. */
  cardId: string | null
  saveCard: boolean
  /** Empty when not given; then it is not sent. */
  email: string
}

export interface Payment {
  /** From the press until the browser has left for the checkout. */
  isBusy: boolean
  message: string | null
  /** The checkout, when it has not come by itself. */
  link: string | null
  pay: (choice: Choice) => Promise<void>
}

/** Starts a payment and leaves for its checkout. Source: specification 1, section 7. */
export function usePayment(order: Payable, simulated: boolean): Payment {
  const started = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const leaveFor = useLeaving((stuckAt) => {
    started.current = false
    setIsBusy(false)
    setLink(stuckAt)
  })

  async function pay(choice: Choice): Promise<void> {
    if (started.current) return
    started.current = true
    setIsBusy(true)
    setMessage(null)
    setLink(null)
    try {
      const url = await initiate(order, choice)
      if (choice.saveCard) forgetSavedCards()
      const address =
        url === null ? null : checkoutAddress(url, { origin: window.location.origin, simulated })
      // Stays busy: the dialog remains until the browser has left.
      if (address) return leaveFor(address)
      if (url !== null) {
        toast.error(noCheckout)
        setMessage(noCheckout)
      }
    } catch (error) {
      setMessage(error instanceof ApiError ? error.message : noCheckout)
    }
    started.current = false
    setIsBusy(false)
  }

  return { isBusy, message, link, pay }
}

/** The address to pay at; null when the session had ended. The saved card's own call wins over all. Source: D-064. */
async function initiate(order: Payable, choice: Choice): Promise<string | null> {
  const { method, cardId, saveCard, email } = choice
  const rest = { save_card: saveCard && method === 'CARD', ...(email && { email }) }
  const envelope =
    method === 'SAVED_CARD' && cardId
      ? await ask(initiateCardPayment, {
          key: keyOf(order),
          body: { ...bodyOf(order), payment_method: method, payment_card_id: cardId, ...rest },
        })
      : order.service === 'wallet'
        ? await ask(initiateTopUp, {
            key: keyOf(order),
            body: { ...topUpBody(order.total), payment_method: method, ...rest },
          })
        : await ask(initiatePayment, {
            key: keyOf(order),
            body: { ...orderBody(order), payment_method: method, ...rest },
          })
  return envelope ? (envelope.data?.checkoutUrl ?? '') : null
}

const keyOf = (order: Payable) => (order.service === 'wallet' ? 'topup' : `pay:${order.reference}`)
const bodyOf = (order: Payable) => (order.service === 'wallet' ? topUpBody(order.total) : orderBody(order))

const orderBody = (order: PayableOrder) => ({
  order_reference: order.reference,
  service_id: order.serviceId,
  amount: order.total,
  device_id: order.deviceId ?? null,
  service_charge: order.serviceCharge,
  payment_for: paymentForOf[order.service],
  description: order.description,
})

const topUpBody = (amount: number) => ({
  order_reference: null,
  service_id: null,
  amount,
  device_id: null,
  service_charge: 0,
  payment_for: 'wallet_topup' as const,
  description: 'Wallet top-up',
})
