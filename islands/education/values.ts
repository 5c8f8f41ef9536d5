import {
  type EducationInfo,
  type ExamType,
  examTypes,
  JambForm,
  purchaseJambPin,
  registerWaec,
  WaecForm,
} from '../../shared/education.ts'
import { cleanNumber, type FieldValues, formRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'
import { requestLookup } from '../purchase/use-service-form.ts'

const names = [
  'service_type',
  'variation_code',
  'profile_id',
  'quantity',
  'phone_number',
  'email_address',
] as const
export type EducationValues = FieldValues<(typeof names)[number]>

const readType = (typed: string): ExamType | null => examTypes.find((type) => type === typed) ?? null

export const isJamb = ({ service_type }: EducationValues): boolean => service_type === 'jamb'

export const educationRules = formRules({
  service: 'education',
  names,
  required: (values) =>
    isJamb(values)
      ? ['service_type', 'variation_code', 'profile_id', 'phone_number']
      : ['service_type', 'phone_number'],
  phones: ['phone_number'],
  // All fields of the form's payload, for every examination. Source: D-056.
  payloadOf: (values) => ({
    phone_number: phonePayload(values.phone_number),
    email_address: isJamb(values) ? '' : values.email_address.trim(),
    quantity: isJamb(values) ? '1' : values.quantity.trim() || '1',
    service_type: values.service_type,
    profile_id: isJamb(values) ? cleanNumber(values.profile_id) : '',
    variation_code: values.variation_code,
  }),
  schema: (values) => (isJamb(values) ? JambForm : WaecForm),
})

/** Creates the order; null when the session has ended. Each examination has its own call. Source: D-055. */
export async function createEducationOrder(values: EducationValues): Promise<EducationInfo | null> {
  const service_type = readType(values.service_type)
  if (service_type === null) return null
  const payload = educationRules.payloadOf(values)
  return service_type === 'jamb'
    ? requestLookup(purchaseJambPin, { ...payload, service_type })
    : requestLookup(registerWaec, { ...payload, service_type })
}

/** The form values of an existing order. */
export const valuesOf = (details: EducationInfo): EducationValues => ({
  service_type: details.service_type,
  variation_code: details.variation_code,
  profile_id: details.billers_code ?? '',
  quantity: String(details.quantity),
  phone_number: details.phone_number,
  email_address: details.customer_email_address ?? '',
})
