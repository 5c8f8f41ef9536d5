import type { FieldErrors } from '../../shared/contract.ts'
import { DataForm } from '../../shared/data.ts'
import { fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import type { Values } from '../purchase/use-service-form.ts'

/** The fields of the form, in their order on the screen. */
export const dataFields = [
  'device_id',
  'phone_number_to_notify',
  'selected_provider',
  'selected_bundle_code',
] as const
export type DataValues = Values<(typeof dataFields)[number]>

export const payloadOf = (values: DataValues) => ({
  device_id: sentPhone(values.device_id),
  selected_provider: values.selected_provider,
  selected_bundle_code: values.selected_bundle_code,
  phone_number_to_notify: sentPhone(values.phone_number_to_notify),
})

export const problemsOf = (values: DataValues): FieldErrors => ({
  ...fieldErrorsOf(DataForm, payloadOf(values)),
  ...phoneProblems(values, 'device_id', 'phone_number_to_notify'),
})

export const isComplete = (values: DataValues): boolean =>
  dataFields.every((name) => values[name].trim() !== '')
