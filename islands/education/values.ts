import type { FieldErrors } from '../../shared/contract.ts'
import {
  type EducationInfo,
  type ExamType,
  examTypes,
  JambForm,
  purchaseJambPin,
  registerWaec,
  WaecForm,
} from '../../shared/education.ts'
import { ask, fieldErrorsOf } from '../lib/index.ts'
import { phoneProblems, sentPhone } from '../purchase/phones.ts'
import type { Values } from '../purchase/use-service-form.ts'

/** The fields of the form, in their order on the screen. */
export const educationFields = [
  'service_type',
  'variation_code',
  'profile_id',
  'quantity',
  'phone_number',
  'email_address',
] as const
export type EducationField = (typeof educationFields)[number]
export type EducationValues = Values<EducationField>

const readType = (typed: string): ExamType | null => examTypes.find((it) => it === typed) ?? null

export const isJamb = ({ service_type }: EducationValues): boolean => service_type === 'jamb'

export const requiredFor = (values: EducationValues): EducationField[] =>
  isJamb(values)
    ? ['service_type', 'variation_code', 'profile_id', 'phone_number']
    : ['service_type', 'phone_number']

/** What is sent: the fields of the form's payload, whatever the examination takes of them. Source: D-056. */
export const payloadOf = (values: EducationValues) => ({
  phone_number: sentPhone(values.phone_number),
  email_address: isJamb(values) ? '' : values.email_address.trim(),
  quantity: isJamb(values) ? '1' : values.quantity.trim() || '1',
  service_type: values.service_type,
  profile_id: isJamb(values) ? values.profile_id.replace(/[\s-]/g, '') : '',
  variation_code: values.variation_code,
})

export function problemsOf(values: EducationValues): FieldErrors {
  const form = isJamb(values) ? JambForm : WaecForm
  return { ...fieldErrorsOf(form, payloadOf(values)), ...phoneProblems(values, 'phone_number') }
}

export const isComplete = (values: EducationValues): boolean =>
  requiredFor(values).every((name) => values[name].trim() !== '')

/** Stores the order; null when the session had ended. Each examination has a call of its own. Source: D-055. */
export async function createOrder(values: EducationValues): Promise<EducationInfo | null> {
  const service_type = readType(values.service_type)
  if (service_type === null) return null
  const payload = payloadOf(values)
  const envelope =
    service_type === 'jamb'
      ? await ask(purchaseJambPin, { body: { ...payload, service_type }, quiet: true })
      : await ask(registerWaec, { body: { ...payload, service_type }, quiet: true })
  return envelope?.data ?? null
}

/** The form that made an order, as typed. */
export const valuesOf = (details: EducationInfo): EducationValues => ({
  service_type: details.service_type,
  variation_code: details.variation_code,
  profile_id: details.billers_code ?? '',
  quantity: String(details.quantity),
  phone_number: details.phone_number,
  email_address: details.customer_email_address ?? '',
})
