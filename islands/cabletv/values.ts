import { CabletvForm } from '../../shared/cabletv.ts'
import { smartcardLookupLength } from '../../shared/constants.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import type { Values } from '../purchase/use-service-form.ts'

/** The fields of the form, in their order on the screen. */
export const cabletvFields = [
  'phone_number',
  'smartcard_number',
  'cabletv_network',
  'cabletv_bundle_code',
] as const
export type CabletvValues = Values<(typeof cabletvFields)[number]>

const cleanCard = (typed: string): string => typed.replace(/[\s-]/g, '')

export const payloadOf = (values: CabletvValues) => ({
  smartcard_number: cleanCard(values.smartcard_number),
  cabletv_network: values.cabletv_network,
  cabletv_bundle_code: values.cabletv_bundle_code,
  phone_number: sentPhone(values.phone_number),
})

export const problemsOf = (values: CabletvValues): FieldErrors => ({
  ...fieldErrorsOf(CabletvForm, payloadOf(values)),
  ...phoneProblems(values, 'phone_number'),
})

export const isComplete = (values: CabletvValues): boolean =>
  cabletvFields.every((name) => values[name].trim() !== '')

/** The automatic lookup may be sent. Source: decision D-033. */
export const isDue = (values: CabletvValues): boolean =>
  cleanCard(values.smartcard_number).length >= smartcardLookupLength &&
  isComplete(values) &&
  Object.keys(problemsOf(values)).length === 0
