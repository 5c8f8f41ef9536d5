import { AirtimeForm } from '../../shared/airtime.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import type { Values } from '../purchase/use-service-form.ts'

/** The fields of the form, in their order on the screen. */
export const airtimeFields = ['phone_number', 'selected_provider', 'amount'] as const
export type AirtimeValues = Values<(typeof airtimeFields)[number]>

export const payloadOf = (values: AirtimeValues) => ({
  phone_number: sentPhone(values.phone_number),
  amount: cleanAmount(values.amount),
  selected_provider: values.selected_provider,
})

export const problemsOf = (values: AirtimeValues): FieldErrors => ({
  ...fieldErrorsOf(AirtimeForm, payloadOf(values)),
  ...phoneProblems(values, 'phone_number'),
})

export const isComplete = (values: AirtimeValues): boolean =>
  airtimeFields.every((name) => values[name].trim() !== '') && Number(cleanAmount(values.amount)) > 0
