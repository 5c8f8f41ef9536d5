import type { ComponentType } from 'react'
import type { PaymentMethod, PaymentOption } from '../../shared/payments.ts'
import { BankIcon, CardIcon, commonTexts, HashIcon, NextIcon, PhoneIcon, WalletIcon } from '../ui/index.ts'
import { isMethodUsable } from './methods.ts'
import { paymentTexts } from './payment-texts.ts'

const icons: Record<PaymentMethod, ComponentType> = {
  ACCOUNT_TRANSFER: BankIcon,
  CARD: CardIcon,
  SAVED_CARD: CardIcon,
  USSD: HashIcon,
  PHONE_NUMBER: PhoneIcon,
  WALLET: WalletIcon,
}

interface MethodListProps {
  options: PaymentOption[]
  selectedMethod: PaymentMethod | null
  saveCard: boolean
  onChoose: (method: PaymentMethod) => void
  /** Opens the list of saved cards. */
  onCards: () => void
}

/** The payment methods. */
export const MethodList = ({ options, selectedMethod, saveCard, onChoose, onCards }: MethodListProps) => (
  <fieldset className="options">
    <legend className="sr-only">{paymentTexts.methods()}</legend>
    {options.map(({ identifier, title, description }) => {
      const Icon = icons[identifier]
      const content = (
        <>
          <Icon />
          <span>
            {title}
            <small>{description}</small>
          </span>
        </>
      )
      const isDisabled = !isMethodUsable(identifier, saveCard)
      if (identifier === 'SAVED_CARD') {
        return (
          <button key={identifier} type="button" className="option" disabled={isDisabled} onClick={onCards}>
            {content}
            <NextIcon />
          </button>
        )
      }
      return (
        <label key={identifier} className="option">
          {content}
          <input
            type="radio"
            name="payment_method"
            value={identifier}
            checked={selectedMethod === identifier}
            disabled={isDisabled}
            onChange={() => onChoose(identifier)}
          />
        </label>
      )
    })}
    {options.length === 0 && <p className="empty">{commonTexts.noData()}</p>}
  </fieldset>
)
