import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatPhone, loadPhoneFormatter } from '../lib/phone.ts'
import { TextField, type TextFieldProps } from './field.tsx'

/**
 * A phone number, formatted while the user types, as a Nigerian number unless it has a country code. The
 * caret stays after the same digit.
 */
export function PhoneField({ onValueChange, value, ...props }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const digitsBefore = useRef<number | null>(null)
  const [canFormat, setCanFormat] = useState(false)

  useLayoutEffect(() => {
    const field = input.current
    if (digitsBefore.current === null || !field || field.value !== value) return
    const position = caretAfter(value, digitsBefore.current)
    digitsBefore.current = null
    if (document.activeElement === field) field.setSelectionRange(position, position)
  }, [value])

  function format(inputText: string): void {
    const caret = input.current?.selectionStart ?? inputText.length
    digitsBefore.current = digitsOf(inputText.slice(0, caret)).length
    onValueChange(formatPhone(inputText))
  }

  const formatTyped = useEffectEvent(() => {
    // Read from the input: React state can lag behind the latest keystroke.
    const inputValue = input.current?.value ?? value
    if (formatPhone(inputValue) !== inputValue) format(inputValue)
  })
  useEffect(() => {
    if (canFormat) formatTyped()
  }, [canFormat])

  function handleInput(inputText: string): void {
    // Deleting a character must not restore its space immediately, or the field cannot be emptied.
    const [before, after] = [digitsOf(value), digitsOf(inputText)]
    const isDeletion = after.length < before.length || (after === before && inputText.length < value.length)
    if (isDeletion) onValueChange(inputText.replace(/[^\d+ ]/g, ''))
    else format(inputText)
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
      onValueChange={handleInput}
      onFocus={() => loadPhoneFormatter().then(() => setCanFormat(true))}
    />
  )
}

const digitsOf = (text: string) => text.replace(/[^\d+]/g, '')

function caretAfter(text: string, digits: number): number {
  let count = 0
  for (let position = 0; position < text.length; position++) {
    if (count === digits) return position
    if (text[position] !== ' ') count++
  }
  return text.length
}
