import { useRef, useState } from 'react'
import { paymentForOf } from '../../shared/constants.ts'
import { initiatePayment, type PaymentMethod } from '../../shared/payments.ts'
import { ApiError, ask, toast } from '../lib/index.ts'
import { checkoutAddress } from './checkout.ts'
import { go } from './go.ts'
import type { PayableOrder } from './order.ts'

const noCheckout = 'The payment page cannot be opened right now. No money was taken.'

export interface Choice {
  method: PaymentMethod
  saveCard: boolean
  /** Empty when not given; then it is not sent. */
  email: string
}

export interface Payment {
  /** From the press until the browser has left for the checkout. */
  isBusy: boolean
  message: string | null
  pay: (choice: Choice) => Promise<void>
}

/** Starts a payment of a stored order and leaves for its checkout. Source: specification 1, section 7. */
export function usePayment(order: PayableOrder, simulated: boolean): Payment {
  const started = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  async function pay(choice: Choice): Promise<void> {
    if (started.current) return
    started.current = true
    setIsBusy(true)
    setMessage(null)
    try {
      const url = await initiate(order, choice)
      const address =
        url === null ? null : checkoutAddress(url, { origin: window.location.origin, simulated })
      // Stays busy: the dialog remains until the browser has left.
      if (address) return go.to(address)
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

  return { isBusy, message, pay }
}

/** The address to pay at; null when the session had ended. */
async function initiate(order: PayableOrder, { method, saveCard, email }: Choice): Promise<string | null> {
  const envelope = await ask(initiatePayment, {
    key: `pay:${order.reference}`,
    body: {
      order_reference: order.reference,
      service_id: order.serviceId,
      amount: order.total,
      device_id: null,
      service_charge: order.serviceCharge,
      payment_for: paymentForOf[order.service],
      description: order.description,
      payment_method: method,
      save_card: saveCard && method === 'CARD',
      ...(email && { email }),
    },
  })
  return envelope ? (envelope.data?.checkoutUrl ?? '') : null
}
