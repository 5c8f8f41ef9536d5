import { useEffect, useRef } from 'react'
import { authPinLength } from '../../shared/constants.ts'
import { PinCells } from '../ui/index.ts'
import { paymentPinTexts } from './payment-pin-texts.ts'

interface PaymentPinProps {
  value: string
  error: string
  onValueChange: (digits: string) => void
}

/** The PIN of a payment above the limit that the payer has chosen. It takes the focus, also after a wrong PIN. */
export default function PaymentPin({ value, error, onValueChange }: PaymentPinProps) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) field.current?.querySelector('input')?.focus()
  }, [error])
  return (
    <div ref={field}>
      <PinCells
        name="auth_pin"
        label={paymentPinTexts.pin()}
        cells={authPinLength}
        mask
        autoComplete="off"
        value={value}
        error={error}
        onValueChange={onValueChange}
      />
    </div>
  )
}
