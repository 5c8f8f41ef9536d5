import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { AuthPinField } from '../ui/index.ts'
import { paymentPinTexts } from './payment-pin-texts.ts'

interface PaymentPinProps {
  value: string
  error: string
  onValueChange: (digits: string) => void
}

/** The PIN of a payment above the limit that the payer has chosen. It takes the focus, also after a wrong PIN. */
export default function PaymentPin({ value, error, onValueChange }: PaymentPinProps) {
  const input = useFocusOnChange<HTMLInputElement>(error, '')
  return (
    <AuthPinField
      ref={input}
      name="auth_pin"
      label={paymentPinTexts.pin()}
      value={value}
      error={error}
      onValueChange={onValueChange}
    />
  )
}
