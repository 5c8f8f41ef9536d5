import { type MeterType, meterTypes } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { PowerForm } from '../../shared/power.ts'
import { cleanAmount, fieldErrorsOf, isPhone, normalisePhone } from '../lib/index.ts'

/** The fields of the form, in their order on the screen. */
export const powerFields = ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'] as const
export type PowerField = (typeof powerFields)[number]
/** As typed. A type and no interface, so that it counts as a record of texts. */
export type PowerValues = { [name in PowerField]: string }

const wrongPhone = 'Please enter a Nigerian phone number, like 0801 234 5678.'

export const readValues = (from: Record<string, string | undefined>): PowerValues => ({
  meter_type: from.meter_type ?? '',
  phone_number: from.phone_number ?? '',
  meter_number: from.meter_number ?? '',
  meter_disco: from.meter_disco ?? '',
  amount: from.amount ?? '',
})

export const cleanMeter = (typed: string): string => typed.replace(/[\s-]/g, '')

const readMeterType = (typed: string): MeterType | '' => meterTypes.find((it) => it === typed) ?? ''

/** What is sent: numbers without spaces, the phone with its country, the amount without formatting. */
export const payloadOf = (values: PowerValues) => ({
  meter_number: cleanMeter(values.meter_number),
  meter_type: readMeterType(values.meter_type),
  phone_number: values.phone_number.trim() && normalisePhone(values.phone_number),
  amount: cleanAmount(values.amount),
  meter_disco: values.meter_disco,
})

/** All five are set and the amount is above zero: Continue may be pressed. Source: decision D-032. */
export const isComplete = (values: PowerValues): boolean =>
  powerFields.every((name) => values[name].trim() !== '') && Number(cleanAmount(values.amount)) > 0

/** What is wrong, by field, in the contract's own words. */
export function problemsOf(values: PowerValues): FieldErrors {
  const problems = fieldErrorsOf(PowerForm, payloadOf(values))
  if (!problems.phone_number && !isPhone(values.phone_number)) problems.phone_number = [wrongPhone]
  return problems
}
