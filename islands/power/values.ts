import { type MeterType, meterLookupLength, meterTypes } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { PowerForm } from '../../shared/power.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import type { Values } from '../purchase/use-service-form.ts'

/** The fields of the form, in their order on the screen. */
export const powerFields = ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'] as const
export type PowerField = (typeof powerFields)[number]
export type PowerValues = Values<PowerField>

export const cleanMeter = (typed: string): string => typed.replace(/[\s-]/g, '')

const readMeterType = (typed: string): MeterType | '' => meterTypes.find((it) => it === typed) ?? ''

/** What is sent: numbers without spaces, the phone with its country, the amount without formatting. */
export const payloadOf = (values: PowerValues) => ({
  meter_number: cleanMeter(values.meter_number),
  meter_type: readMeterType(values.meter_type),
  phone_number: sentPhone(values.phone_number),
  amount: cleanAmount(values.amount),
  meter_disco: values.meter_disco,
})

/** All five are set and the amount is above zero: Continue may be pressed. Source: decision D-032. */
export const isComplete = (values: PowerValues): boolean =>
  powerFields.every((name) => values[name].trim() !== '') && Number(cleanAmount(values.amount)) > 0

/** What is wrong, by field, in the contract's own words. */
export const problemsOf = (values: PowerValues): FieldErrors => ({
  ...fieldErrorsOf(PowerForm, payloadOf(values)),
  ...phoneProblems(values, 'phone_number'),
})

/** The automatic lookup may be sent. */
export const isDue = (values: PowerValues): boolean =>
  cleanMeter(values.meter_number).length >= meterLookupLength &&
  isComplete(values) &&
  Object.keys(problemsOf(values)).length === 0
