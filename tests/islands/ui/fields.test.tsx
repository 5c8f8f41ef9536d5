// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import {
  ChoiceGroup,
  MoneyField,
  NumericField,
  PhoneField,
  PinCells,
  TextField,
  type TextFieldProps,
} from '../../../islands/ui/index.ts'
import { accessibilityViolations } from '../support/axe.ts'
import { resetPageForEachTest } from '../support/page.ts'

resetPageForEachTest()

/** A form with one controlled value, as in pages. */
function ControlledField({
  as: Field,
  first = '',
  ...props
}: { as: typeof TextField; first?: string } & Partial<TextFieldProps>) {
  const [value, setValue] = useState(first)
  return <Field label="Field" {...props} value={value} onValueChange={setValue} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Field')

test('a field is labelled, described by its hint and error, and has no accessibility violation', async () => {
  const { container, rerender } = render(
    <TextField
      label="E-mail"
      hint="For the receipt."
      id="email"
      name="email"
      type="email"
      value=""
      onValueChange={() => {}}
    />,
  )
  const input = screen.getByLabelText('E-mail')
  expect(input.getAttribute('aria-describedby')).toBe('email-hint')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(input.getAttribute('type')).toBe('email')

  rerender(
    <TextField
      label="E-mail"
      hint="For the receipt."
      error="Wrong."
      id="email"
      value=""
      onValueChange={() => {}}
    />,
  )
  expect(input.getAttribute('aria-describedby')).toBe('email-hint email-error')
  expect(document.getElementById('email-error')?.textContent).toBe('Wrong.')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('an amount stays as typed, on a decimal keyboard', async () => {
  render(<ControlledField as={MoneyField} />)
  await userEvent.type(field(), '5,000.50')
  expect(field().value).toBe('5,000.50')
  expect(field().inputMode).toBe('decimal')
  expect(field().type).toBe('text')
})

test('a numeric field keeps digits and minus only, typed or pasted', async () => {
  render(<ControlledField as={NumericField} />)
  await userEvent.type(field(), '45a0 1')
  expect(field().value).toBe('4501')
  await userEvent.clear(field())
  await userEvent.click(field())
  await userEvent.paste('4501 2345 678')
  expect(field().value).toBe('45012345678')
})

test('a field with a maximum length truncates longer input', async () => {
  render(
    <ControlledField
      as={NumericField}
      {...({ maxCharacters: 4 } satisfies Partial<ComponentProps<typeof NumericField>>)}
    />,
  )
  await userEvent.type(field(), '123456')
  expect(field().value).toBe('1234')
})

test('a phone is formatted as it is typed and can be deleted again', async () => {
  render(<ControlledField as={PhoneField} />)
  await userEvent.type(field(), '08012345678')
  expect(field().value).toBe('0801 234 5678')
  expect(field().autocomplete).toBe('tel')
  await userEvent.type(field(), '{Backspace>13}')
  expect(field().value).toBe('')
})

test('another phone pasted over the first is formatted too', async () => {
  render(<ControlledField as={PhoneField} first="0803 123 4567" />)
  await userEvent.tripleClick(field())
  await userEvent.paste('08021234567')
  expect(field().value).toBe('0802 123 4567')
})

test('a digit inserted into a phone leaves the caret after it', async () => {
  render(<ControlledField as={PhoneField} first="0801 345 678" />)
  await userEvent.type(field(), '2', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(field().value).toBe('0801 234 5678')
  expect(field().selectionStart).toBe(6)
})

function MeterTypeChoice({
  onValueChange = () => {},
  error,
}: {
  onValueChange?: (value: string) => void
  error?: string
}) {
  const [value, setValue] = useState('')
  return (
    <ChoiceGroup
      label="Meter type"
      id="type"
      name="meter_type"
      value={value}
      error={error}
      onValueChange={(newValue) => {
        setValue(newValue)
        onValueChange(newValue)
      }}
      choices={[
        { value: 'prepaid', label: 'Prepaid', detail: 'You load tokens' },
        { value: 'postpaid', label: 'Postpaid' },
      ]}
      required
    />
  )
}

test('prepaid and postpaid are radio buttons of a named group', async () => {
  const chosen = vi.fn()
  const { container } = render(<MeterTypeChoice onValueChange={chosen} error="Please choose." />)
  expect(screen.getByRole('group', { name: 'Meter type' }).getAttribute('aria-describedby')).toBe(
    'type-error',
  )
  await userEvent.click(screen.getByLabelText(/Postpaid/))
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen.mock.calls).toEqual([['postpaid'], ['prepaid']])
  expect(screen.getByLabelText<HTMLInputElement>(/Prepaid/).checked).toBe(true)
  expect(await accessibilityViolations(container)).toEqual([])
})

function Pin({
  mask,
  cells,
  onComplete,
}: {
  mask?: boolean
  cells?: 4 | 6
  onComplete?: (digits: string) => void
}) {
  const [value, setValue] = useState('')
  return (
    <PinCells
      label="Code"
      value={value}
      onValueChange={setValue}
      mask={mask}
      cells={cells}
      onComplete={onComplete}
    />
  )
}
const cells = () => [...document.querySelectorAll('.pin-cell')].map((cell) => cell.textContent)
const pin = () => screen.getByLabelText<HTMLInputElement>('Code')

test('a PIN has four cells of one digit each, and onComplete is called once with the whole code', async () => {
  const complete = vi.fn()
  const { container } = render(<Pin onComplete={complete} />)
  expect(cells()).toEqual(['', '', '', ''])
  await userEvent.type(pin(), '1a2')
  expect(cells()).toEqual(['1', '2', '', ''])
  expect(complete).not.toHaveBeenCalled()
  await userEvent.type(pin(), '345')
  expect(cells()).toEqual(['1', '2', '3', '4'])
  expect(complete.mock.calls).toEqual([['1234']])
  expect(pin().autocomplete).toBe('one-time-code')
  expect(await accessibilityViolations(container)).toEqual([])
})

test('a pasted code fills the cells; spaces and dashes are removed', async () => {
  const complete = vi.fn()
  render(<Pin cells={6} onComplete={complete} />)
  await userEvent.click(pin())
  await userEvent.paste(' 12-34 56 ')
  expect(cells()).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(complete.mock.calls).toEqual([['123456']])
})

test('a masked PIN shows a digit for 300 ms and then hides it', async () => {
  vi.useFakeTimers()
  render(<Pin mask />)
  fireEvent.change(pin(), { target: { value: '1' } })
  expect(cells()).toEqual(['1', '', '', ''])
  vi.advanceTimersByTime(299)
  expect(cells()[0]).toBe('1')
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await waitFor(() => expect(cells()[0]).toBe('•'))
})
