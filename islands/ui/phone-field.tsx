import { useLayoutEffect, useRef } from 'react'
import { formatPhone } from '../lib/phone.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/** A phone number, spaced as it is typed, NG by default. The caret stays after the digit it was behind. */
export function PhoneField({ onValue, value, ...props }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number | null>(null)

  useLayoutEffect(() => {
    const field = input.current
    if (digitsBefore.current === null || !field || field.value !== value) return
    const at = placeAfter(value, digitsBefore.current)
    digitsBefore.current = null
    if (document.activeElement === field) field.setSelectionRange(at, at)
  }, [value])

  function take(typed: string): void {
    // Taking a character away must not bring its space back at once, or a field can't be emptied.
    if (typed.length < value.length) {
      onValue(typed.replace(/[^\d+ ]/g, ''))
      return
    }
    const caret = input.current?.selectionStart ?? typed.length
    digitsBefore.current = countDigits(typed.slice(0, caret))
    onValue(formatPhone(typed))
  }

  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
      {...props}
      ref={input}
      value={value}
      onValue={take}
    />
  )
}

const countDigits = (text: string) => text.replace(/[^\d+]/g, '').length

function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at
    if (text[at] !== ' ') seen++
  }
  return text.length
}
