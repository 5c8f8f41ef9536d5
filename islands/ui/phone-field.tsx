import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatPhone, loadPhoneShape } from '../lib/phone.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/** A phone number, spaced as it is typed, NG by default. The caret stays after the digit it was behind. */
export function PhoneField({ onValue, value, ...props }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number | null>(null)
  const [canShape, setCanShape] = useState(false)

  useLayoutEffect(() => {
    const field = input.current
    if (digitsBefore.current === null || !field || field.value !== value) return
    const at = placeAfter(value, digitsBefore.current)
    digitsBefore.current = null
    if (document.activeElement === field) field.setSelectionRange(at, at)
  }, [value])

  function shape(typed: string): void {
    const caret = input.current?.selectionStart ?? typed.length
    digitsBefore.current = digitsOf(typed.slice(0, caret)).length
    onValue(formatPhone(typed))
  }

  const shapeTyped = useEffectEvent(() => {
    // From the field itself: a key may have been pressed that is not rendered yet.
    const typed = input.current?.value ?? value
    if (formatPhone(typed) !== typed) shape(typed)
  })
  useEffect(() => {
    if (canShape) shapeTyped()
  }, [canShape])

  function take(typed: string): void {
    // Taking a character away must not bring its space back at once, or a field can't be emptied.
    const [was, is] = [digitsOf(value), digitsOf(typed)]
    const isTakenAway = is.length < was.length || (is === was && typed.length < value.length)
    if (isTakenAway) onValue(typed.replace(/[^\d+ ]/g, ''))
    else shape(typed)
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
      onFocus={() => loadPhoneShape().then(() => setCanShape(true))}
    />
  )
}

const digitsOf = (text: string) => text.replace(/[^\d+]/g, '')

function placeAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    if (seen === digits) return at
    if (text[at] !== ' ') seen++
  }
  return text.length
}
