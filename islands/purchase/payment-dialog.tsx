import { useRef, useState } from 'react'
import { Email } from '../../shared/fields.ts'
import { loginPath } from '../../shared/pages.ts'
import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'
import { getWalletBalance } from '../../shared/wallet.ts'
import { fetchOrNull, formatMoney, request } from '../lib/index.ts'
import { Lazy } from '../lib/lazy.tsx'
import { retryImport } from '../lib/retry-import.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { useSignedIn } from '../lib/use-signed-in.ts'
import { Form } from '../ui/form.tsx'
import { BackIcon, Button, CheckIcon, commonTexts, Dialog, Overlay, TextField } from '../ui/index.ts'
import { MethodList } from './method-list.tsx'
import { isMethodUsable, nextStepTexts, selectableMethods } from './methods.ts'
import type { OrderOrTopUp } from './order.ts'
import { paymentTexts } from './payment-texts.ts'
import { CardList, useSavedCards } from './saved-cards.tsx'
import { useList } from './use-list.ts'
import { type SendRequest, usePayment } from './use-payment.ts'
import { fetchPaymentOptions, paymentOptionsCache } from './wallet-and-cards.ts'

const loadPaymentPin = () => import('./payment-pin.tsx')

const emailId = 'payment-email'

interface PaymentDialogProps {
  order: OrderOrTopUp
  /** The page's list; fetched when empty. */
  options: PaymentOption[]
  /** Sentences on the charge, the delivery and refunds. */
  trustSentences?: string[] | undefined
  signedIn: boolean
  simulated: boolean
  /** How a payment is sent; `request` by default. */
  send?: SendRequest
  /** Called before the browser leaves for the checkout. */
  beforeCheckout?: () => void
  onClose: () => void
}

/** Sentences on the charge, the delivery and refunds. */
const TrustSentences = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <ul className="trust">
      {sentences.map((text) => (
        <li key={text}>
          <CheckIcon />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )

/** The payment dialog: amount, recipient, method or saved card, and the next step. */
export function PaymentDialog({
  order,
  options: initialOptions,
  trustSentences = [],
  simulated,
  send = request,
  beforeCheckout,
  onClose,
  ...page
}: PaymentDialogProps) {
  const payment = usePayment(order, { simulated, send, beforeCheckout })
  const signedIn = useSignedIn(page.signedIn)
  const isTopUp = order.service === 'wallet'
  const cards = useSavedCards(signedIn)
  const balance = useBalance(signedIn && !isTopUp)
  const options = selectableMethods(useList(initialOptions, fetchPaymentOptions, paymentOptionsCache), {
    signedIn,
    hasCards: cards.length > 0,
    isTopUp,
  })
  const [selectedMethod, setSelectedMethod] = useState<PaymentMethod | null>(null)
  const [showsSavedCards, setShowsSavedCards] = useState(false)
  const [cardId, setCardId] = useState<string | null>(null)
  const [saveCard, setSaveCard] = useState(false)
  const email = useEmail(signedIn)
  const [pin, setPin] = useState('')
  const list = useRef<HTMLDivElement>(null)

  const isListingCards = showsSavedCards && signedIn
  const method = isListingCards ? savedCardMethod(cardId) : keepIfAvailable(selectedMethod, options)
  const savesCard = saveCard && signedIn && !isListingCards

  async function submit() {
    if (!method) return
    // On a small screen the field and its error may be above the visible area.
    if (!email.validate()) return document.getElementById(emailId)?.focus()
    const sendsPin = payment.pinError !== null && (method === 'WALLET' || method === 'SAVED_CARD')
    setPin('')
    await payment.pay({ method, cardId, saveCard: savesCard, email: email.payload, pin: sendsPin ? pin : '' })
  }

  function changeSaveCard(isChecked: boolean) {
    setSaveCard(isChecked)
    if (selectedMethod && !isMethodUsable(selectedMethod, isChecked)) setSelectedMethod(null)
  }

  function showCards(isShown: boolean) {
    setShowsSavedCards(isShown)
    // The pressed button is gone: move the focus to the new content.
    list.current?.focus()
  }

  return (
    <Dialog title={paymentTexts.title()} onClose={onClose} locked={payment.isBusy}>
      <p className="amount">{formatMoney(order.total)}</p>
      <p>
        {order.service === 'wallet'
          ? paymentTexts.forWallet()
          : paymentTexts.forBeneficiary({ beneficiary: order.beneficiary })}
      </p>
      <Form noValidate onSubmit={submit}>
        <div ref={list} tabIndex={-1} className="stack">
          {isListingCards ? (
            <>
              <Button kind="quiet" onClick={() => showCards(false)}>
                <BackIcon />
                {paymentTexts.allMethods()}
              </Button>
              <CardList cards={cards} selectedCardId={cardId} onChoose={setCardId} />
            </>
          ) : (
            <MethodList
              options={options.map((option) =>
                option.identifier === 'WALLET' ? withBalance(option, balance) : option,
              )}
              selectedMethod={method}
              saveCard={savesCard}
              onChoose={setSelectedMethod}
              onCards={() => showCards(true)}
            />
          )}
        </div>
        <p className="field-hint" role="status">
          {method && paymentTexts.nextStep({ step: nextStepTexts[method]() })}
        </p>
        {signedIn && !isListingCards && (
          <label className="check">
            <input
              type="checkbox"
              checked={saveCard}
              onChange={(event) => changeSaveCard(event.target.checked)}
            />
            <span>{paymentTexts.saveCard()}</span>
          </label>
        )}
        <TextField
          id={emailId}
          type="email"
          inputMode="email"
          autoComplete="email"
          name="email"
          label={paymentTexts.email()}
          value={email.value}
          error={email.error}
          onValueChange={email.setValue}
        />
        <TrustSentences sentences={trustSentences} />
        {payment.pinError && (
          <Lazy
            load={loadPaymentPin}
            props={{ value: pin, error: payment.pinError, onValueChange: setPin }}
          />
        )}
        <p className="note">{paymentTexts.keepOpen()}</p>
        <div className="dialog-actions">
          {page.signedIn && !signedIn && <SignedOutNote />}
          {payment.message && <p className="field-error">{payment.message}</p>}
          <CheckoutLink href={payment.link} />
          <Button type="submit" className="btn-wide" busy={payment.isBusy} disabled={!method}>
            {submitLabel(method, order.total, isListingCards)}
          </Button>
        </div>
        {payment.isBusy && <Overlay text={paymentTexts.opening()} />}
      </Form>
    </Dialog>
  )
}

function submitLabel(method: PaymentMethod | null, totalNaira: number, isListingCards: boolean): string {
  if (method) return paymentTexts.pay({ amount: formatMoney(totalNaira) })
  return isListingCards ? paymentTexts.selectCard() : paymentTexts.selectMethod()
}

/** The session has ended, for which there is no toast: only guest payment methods remain. */
const SignedOutNote = () => (
  <p className="field-error" role="alert">
    {paymentTexts.signedOut()} <a href={loginPath}>{commonTexts.signIn()}</a>
  </p>
)

/** Link to the checkout, for a browser that did not open it; empty while there is no link. */
const CheckoutLink = ({ href }: { href: string | null }) => (
  <div role="status">
    {href && (
      <p className="stack disclosed">
        {paymentTexts.openingIsSlow()}
        <a className="btn btn-plain btn-wide" href={href}>
          {paymentTexts.openPaymentPage()}
        </a>
      </p>
    )}
  </div>
)

const savedCardMethod = (cardId: string | null): PaymentMethod | null => (cardId ? 'SAVED_CARD' : null)

/** Drops a method that is no longer offered. */
const keepIfAvailable = (
  selectedMethod: PaymentMethod | null,
  options: readonly PaymentOption[],
): PaymentMethod | null =>
  options.some(({ identifier }) => identifier === selectedMethod) ? selectedMethod : null

/** The wallet balance, naira; null until it is known: the method is usable without it. */
const useBalance = (enabled: boolean): number | null =>
  useLoaded(enabled ? fetchBalance : null)?.balance ?? null
const fetchBalance = () => fetchOrNull(getWalletBalance)

const withBalance = (option: PaymentOption, balance: number | null): PaymentOption =>
  balance === null
    ? option
    : {
        ...option,
        description: paymentTexts.walletDescription({
          description: option.description,
          balance: formatMoney(balance),
        }),
      }

interface EmailState {
  value: string
  error: string | null
  /** As sent; empty when there is none. */
  payload: string
  setValue: (inputText: string) => void
  /** Validates the e-mail and shows the error; returns false when it is invalid. */
  validate: () => boolean
}

/** Guests do not load the contracts of accounts. */
const fetchProfile = async () => (await retryImport(() => import('../lib/profile.ts'))).fetchProfile()

/** The receipt e-mail: the signed-in user's own until the user types another. Source: ruling D-070. */
function useEmail(signedIn: boolean): EmailState {
  /** Null until the user types. */
  const [inputText, setInputText] = useState<string | null>(null)
  const profile = useLoaded(signedIn ? fetchProfile : null)
  // The loaded profile remains after the session has ended.
  const ownEmail = signedIn ? profile?.email : null
  const value = inputText ?? ownEmail ?? ''
  const [error, setError] = useState<string | null>(null)
  const parsed = value.trim() === '' ? null : Email.safeParse(value)
  return {
    value,
    error,
    payload: parsed?.data ?? '',
    setValue: (text) => {
      setError(null)
      setInputText(text)
    },
    validate: () => {
      setError(parsed?.error?.issues[0]?.message ?? null)
      return !parsed?.error
    },
  }
}
