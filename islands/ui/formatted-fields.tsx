import { currencySymbols } from '../../shared/money.ts'
import { limitLength, numericOnly } from '../lib/validate.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/** An amount in naira, stored as typed: `cleanAmount` cleans it before sending. */
export const MoneyField = (props: Omit<TextFieldProps, 'prefix'>) => (
  <TextField inputMode="decimal" autoComplete="off" maxLength={16} {...props} prefix={currencySymbols.NGN} />
)

export interface NumericFieldProps extends TextFieldProps {
  /** Maximum length; longer input is truncated. */
  maxCharacters?: number
  /** Normalises typed, pasted or autofilled text before it is truncated. */
  normalise?: (inputText: string) => string
}

/** Digits and minus only; a pasted number may contain spaces. */
export function NumericField({
  maxCharacters,
  normalise = (inputText) => inputText,
  onValueChange,
  ...props
}: NumericFieldProps) {
  const handleInput = (inputText: string) => {
    const digits = numericOnly(normalise(inputText))
    onValueChange(maxCharacters ? limitLength(digits, maxCharacters) : digits)
  }
  return <TextField inputMode="numeric" autoComplete="off" {...props} onValueChange={handleInput} />
}
