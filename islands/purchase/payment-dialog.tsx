import { type ComponentType, type FormEvent, useEffect, useState } from 'react'
import { Email } from '../../shared/fields.ts'
import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'
import { formatMoney, listPaymentOptions } from '../lib/index.ts'
import {
  BankIcon,
  Button,
  CardIcon,
  Dialog,
  HashIcon,
  Overlay,
  PhoneIcon,
  TextField,
  WalletIcon,
} from '../ui/index.ts'
import { isUsable, methodsFor, nextStep } from './methods.ts'
import type { PayableOrder } from './order.ts'
import { usePayment } from './use-payment.ts'

interface PaymentDialogProps {
  order: PayableOrder
  /** As the page brought them; empty ones are asked for. */
  options: PaymentOption[]
  signedIn: boolean
  simulated: boolean
  onClose: () => void
}

const icons: Record<PaymentMethod, ComponentType> = {
  ACCOUNT_TRANSFER: BankIcon,
  CARD: CardIcon,
  SAVED_CARD: CardIcon,
  USSD: HashIcon,
  PHONE_NUMBER: PhoneIcon,
  WALLET: WalletIcon,
}

/** How to pay: how much, to whom, by what method, and what happens next. */
export function PaymentDialog({ order, options: given, signedIn, simulated, onClose }: PaymentDialogProps) {
  const payment = usePayment(order, simulated)
  const options = methodsFor(useOptions(given), { signedIn, hasCards: false, topUp: false })
  const [method, setMethod] = useState<PaymentMethod | null>(null)
  const [saveCard, setSaveCard] = useState(false)
  const [email, setEmail] = useState('')
  const [wrongEmail, setWrongEmail] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!method) return
    const read = email.trim() === '' ? null : Email.safeParse(email)
    if (read?.error) return setWrongEmail(read.error.issues[0]?.message ?? null)
    await payment.pay({ method, saveCard, email: read?.data ?? '' })
  }

  function tickSaveCard(ticked: boolean) {
    setSaveCard(ticked)
    if (method && !isUsable(method, ticked)) setMethod(null)
  }

  return (
    <Dialog
      title="How do you want to pay?"
      className="scroll-pb-24"
      onClose={onClose}
      locked={payment.isBusy}
    >
      <p className="amount">{formatMoney(order.total)}</p>
      <p>For {order.beneficiary}</p>
      <form className="form" noValidate onSubmit={submit}>
        <fieldset className="options">
          <legend className="sr-only">Payment method</legend>
          {options.map(({ identifier, title, description }) => {
            const Icon = icons[identifier]
            return (
              <label key={identifier} className="option">
                <Icon />
                <span>
                  {title}
                  <small>{description}</small>
                </span>
                <input
                  type="radio"
                  name="payment_method"
                  value={identifier}
                  checked={method === identifier}
                  disabled={!isUsable(identifier, saveCard)}
                  onChange={() => setMethod(identifier)}
                />
              </label>
            )
          })}
          {options.length === 0 && <p className="empty">No data...</p>}
        </fieldset>
        {signedIn && (
          <label className="check">
            <input
              type="checkbox"
              checked={saveCard}
              onChange={(event) => tickSaveCard(event.target.checked)}
            />
            <span>Save card for later</span>
          </label>
        )}
        <TextField
          id="payment-email"
          type="email"
          inputMode="email"
          autoComplete="email"
          name="email"
          label="E-mail for your receipt (optional)"
          value={email}
          error={wrongEmail}
          onValue={(typed) => {
            setWrongEmail(null)
            setEmail(typed)
          }}
        />
        <p className="field-hint" role="status">
          {method && `Next: ${nextStep[method]}`}
        </p>
        <p className="note">
          Please do not close this window after a successful transaction, while we verify it and process your
          subscription.
        </p>
        <div className="sticky bottom-0 bg-card py-3">
          {payment.message && <p className="field-error">{payment.message}</p>}
          <Button type="submit" className="btn-wide" busy={payment.isBusy} disabled={!method}>
            {method ? `Pay ${formatMoney(order.total)}` : 'Choose how to pay'}
          </Button>
        </div>
        {payment.isBusy && <Overlay text="Opening the payment page, please wait..." />}
      </form>
    </Dialog>
  )
}

function useOptions(given: PaymentOption[]): PaymentOption[] {
  const [options, setOptions] = useState(given)
  const missing = given.length === 0
  useEffect(() => {
    let wanted = missing
    if (missing) listPaymentOptions().then((list) => wanted && setOptions(list))
    return () => {
      wanted = false
    }
  }, [missing])
  return options
}
