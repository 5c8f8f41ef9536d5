import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Email } from '../../shared/fields.ts'
import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'
import { getWalletBalance } from '../../shared/wallet.ts'
import { ask, formatMoney } from '../lib/index.ts'
import { readProfile } from '../lib/profile.ts'
import { BackIcon, Button, Dialog, Overlay, TextField } from '../ui/index.ts'
import { MethodList } from './method-list.tsx'
import { isUsable, methodsFor, nextStep } from './methods.ts'
import type { Payable } from './order.ts'
import { keptOptions, listPaymentOptions } from './own.ts'
import { CardList, useSavedCards } from './saved-cards.tsx'
import { useList } from './use-list.ts'
import { usePayment } from './use-payment.ts'

const emailId = 'payment-email'

interface PaymentDialogProps {
  order: Payable
  /** As the page brought them; empty ones are asked for. */
  options: PaymentOption[]
  signedIn: boolean
  simulated: boolean
  onClose: () => void
}

/** How to pay: how much, to whom, by what method or saved card, and what happens next. */
export function PaymentDialog({ order, options: given, signedIn, simulated, onClose }: PaymentDialogProps) {
  const payment = usePayment(order, simulated)
  const topUp = order.service === 'wallet'
  const cards = useSavedCards(signedIn)
  const balance = useBalance(signedIn && !topUp)
  const options = methodsFor(useList(given, listPaymentOptions, keptOptions), {
    signedIn,
    hasCards: cards.length > 0,
    topUp,
  })
  const [chosen, setChosen] = useState<PaymentMethod | null>(null)
  const [isListingCards, setIsListingCards] = useState(false)
  const [cardId, setCardId] = useState<string | null>(null)
  const [saveCard, setSaveCard] = useState(false)
  const email = useEmail(signedIn)
  const list = useRef<HTMLDivElement>(null)

  const method = isListingCards ? (cardId ? 'SAVED_CARD' : null) : chosen
  const saves = saveCard && !isListingCards

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!method) return
    // On a phone the field, and what it says, is above what is seen.
    if (!email.check()) return document.getElementById(emailId)?.focus()
    await payment.pay({ method, cardId, saveCard: saves, email: email.sent })
  }

  function tickSaveCard(ticked: boolean) {
    setSaveCard(ticked)
    if (chosen && !isUsable(chosen, ticked)) setChosen(null)
  }

  function turnTo(cardsShown: boolean) {
    setIsListingCards(cardsShown)
    // What was pressed is gone: the focus goes to what stands in its place.
    list.current?.focus()
  }

  return (
    <Dialog
      title="How do you want to pay?"
      className="scroll-pb-24"
      onClose={onClose}
      locked={payment.isBusy}
    >
      <p className="amount">{formatMoney(order.total)}</p>
      <p>For {order.service === 'wallet' ? 'your wallet' : order.beneficiary}</p>
      <form className="form" noValidate onSubmit={submit}>
        <div ref={list} tabIndex={-1} className="stack">
          {isListingCards ? (
            <>
              <Button kind="quiet" onClick={() => turnTo(false)}>
                <BackIcon />
                All ways to pay
              </Button>
              <CardList cards={cards} chosen={cardId} onChoose={setCardId} />
            </>
          ) : (
            <MethodList
              options={options.map((it) => (it.identifier === 'WALLET' ? withBalance(it, balance) : it))}
              chosen={chosen}
              saveCard={saveCard}
              onChoose={setChosen}
              onCards={() => turnTo(true)}
            />
          )}
        </div>
        <p className="field-hint" role="status">
          {method && `Next: ${nextStep[method]}`}
        </p>
        {signedIn && !isListingCards && (
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
          id={emailId}
          type="email"
          inputMode="email"
          autoComplete="email"
          name="email"
          label="E-mail for your receipt (optional)"
          value={email.value}
          error={email.wrong}
          onValue={email.set}
        />
        <p className="note">
          Please do not close this window after a successful transaction, while we verify it and process your
          subscription.
        </p>
        <div className="sticky bottom-0 bg-card py-3">
          {payment.message && <p className="field-error">{payment.message}</p>}
          <div role="status">
            {payment.link && (
              <p className="stack pb-3">
                The payment page takes long.
                <a className="btn btn-plain btn-wide" href={payment.link}>
                  Open the payment page
                </a>
              </p>
            )}
          </div>
          <Button type="submit" className="btn-wide" busy={payment.isBusy} disabled={!method}>
            {method
              ? `Pay ${formatMoney(order.total)}`
              : isListingCards
                ? 'Choose a card'
                : 'Choose how to pay'}
          </Button>
        </div>
        {payment.isBusy && <Overlay text="Opening the payment page, please wait..." />}
      </form>
    </Dialog>
  )
}

/** What the wallet holds, naira; null while it is not known. */
function useBalance(wanted: boolean): number | null {
  const [balance, setBalance] = useState<number | null>(null)
  useEffect(() => {
    let isHere = wanted
    if (wanted) {
      ask(getWalletBalance, { quiet: true })
        .then((envelope) => isHere && setBalance(envelope?.data?.balance ?? null))
        // The way to pay stands without its balance.
        .catch(() => null)
    }
    return () => {
      isHere = false
    }
  }, [wanted])
  return balance
}

const withBalance = (option: PaymentOption, balance: number | null): PaymentOption =>
  balance === null
    ? option
    : { ...option, description: `${option.description}. You have ${formatMoney(balance)}` }

interface EmailState {
  value: string
  wrong: string | null
  /** As it is sent; empty when there is none. */
  sent: string
  set: (typed: string) => void
  /** False when it is no e-mail; that is told then. */
  check: () => boolean
}

/** The e-mail for the receipt: a person's own until something else is typed. Source: decision D-070. */
function useEmail(signedIn: boolean): EmailState {
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  useEffect(() => {
    let wanted = signedIn
    if (signedIn) {
      readProfile().then((profile) => {
        if (wanted && profile) setValue((typed) => typed || profile.email)
      })
    }
    return () => {
      wanted = false
    }
  }, [signedIn])

  const read = value.trim() === '' ? null : Email.safeParse(value)
  return {
    value,
    wrong,
    sent: read?.data ?? '',
    set: (typed) => {
      setWrong(null)
      setValue(typed)
    },
    check: () => {
      setWrong(read?.error?.issues[0]?.message ?? null)
      return !read?.error
    },
  }
}
