import { symbols } from '../../shared/money.ts'
import { limitLength, numericOnly } from '../lib/validate.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/** An amount in naira, kept as it was typed: `cleanAmount` cleans it before it is sent. */
export const MoneyField = (props: Omit<TextFieldProps, 'prefix'>) => (
  <TextField inputMode="decimal" autoComplete="off" maxLength={16} {...props} prefix={symbols.NGN} />
)

export interface NumericFieldProps extends TextFieldProps {
  /** The most characters; what is longer is cut as typed. */
  most?: number
  /** Brings what was typed, pasted or filled in into the field's own form before it is cut. */
  tidy?: (typed: string) => string
}

/** Digits and minus only; a pasted number may carry spaces. */
export function NumericField({ most, tidy = (typed) => typed, onValue, ...props }: NumericFieldProps) {
  const take = (typed: string) => {
    const digits = numericOnly(tidy(typed))
    onValue(most ? limitLength(digits, most) : digits)
  }
  return <TextField inputMode="numeric" autoComplete="off" {...props} onValue={take} />
}
