import {
  type EducationInfo,
  type ExamType,
  examTypes,
  JambForm,
  purchaseJambPin,
  registerWaec,
  WaecForm,
} from '../../shared/education.ts'
import { cleanNumber, formRules, type Values } from '../purchase/form-rules.ts'
import { sentPhone } from '../purchase/phones.ts'
import { askLookup } from '../purchase/use-service-form.ts'

const names = [
  'service_type',
  'variation_code',
  'profile_id',
  'quantity',
  'phone_number',
  'email_address',
] as const
export type EducationValues = Values<(typeof names)[number]>

const readType = (typed: string): ExamType | null => examTypes.find((it) => it === typed) ?? null

export const isJamb = ({ service_type }: EducationValues): boolean => service_type === 'jamb'

export const educationRules = formRules({
  service: 'education',
  names,
  required: (values) =>
    isJamb(values)
      ? ['service_type', 'variation_code', 'profile_id', 'phone_number']
      : ['service_type', 'phone_number'],
  phones: ['phone_number'],
  // The fields of the form's payload, whatever the examination takes of them. Source: D-056.
  payloadOf: (values) => ({
    phone_number: sentPhone(values.phone_number),
    email_address: isJamb(values) ? '' : values.email_address.trim(),
    quantity: isJamb(values) ? '1' : values.quantity.trim() || '1',
    service_type: values.service_type,
    profile_id: isJamb(values) ? cleanNumber(values.profile_id) : '',
    variation_code: values.variation_code,
  }),
  schema: (values) => (isJamb(values) ? JambForm : WaecForm),
})

/** Stores the order; null when the session had ended. Each examination has a call of its own. Source: D-055. */
export async function createOrder(values: EducationValues): Promise<EducationInfo | null> {
  const service_type = readType(values.service_type)
  if (service_type === null) return null
  const payload = educationRules.payloadOf(values)
  return service_type === 'jamb'
    ? askLookup(purchaseJambPin, { ...payload, service_type })
    : askLookup(registerWaec, { ...payload, service_type })
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
