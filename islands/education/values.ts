import { type ExamType, examTypes } from '../../shared/constants.ts'
import type { EducationInfo } from '../../shared/education.ts'
import { createFormRules, type FieldValues, removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'
import { requestLookup } from '../purchase/use-service-form.ts'

/**
 * Imports the contract, when the form is used: rendering does not need it. Browsers do not retry a failed import until
 * the page is left; the form is then posted as without JavaScript.
 */
export const loadEducationContract = () => import('../../shared/education.ts')

const fieldNames = [
  'service_type',
  'variation_code',
  'profile_id',
  'quantity',
  'phone_number',
  'email_address',
] as const
export type EducationValues = FieldValues<(typeof fieldNames)[number]>

const parseExamType = (inputText: string): ExamType | null =>
  examTypes.find((type) => type === inputText) ?? null

export const isJamb = ({ service_type }: EducationValues): boolean => service_type === 'jamb'

export const educationRules = createFormRules({
  service: 'education',
  fieldNames,
  required: (values) =>
    isJamb(values)
      ? ['service_type', 'variation_code', 'profile_id', 'phone_number']
      : ['service_type', 'phone_number'],
  phoneFields: ['phone_number'],
  // All fields of the form's payload, for every examination. Source: D-056.
  toPayload: (values) => ({
    phone_number: phonePayload(values.phone_number),
    email_address: isJamb(values) ? '' : values.email_address.trim(),
    quantity: isJamb(values) ? '1' : values.quantity.trim() || '1',
    service_type: values.service_type,
    profile_id: isJamb(values) ? removeSeparators(values.profile_id) : '',
    variation_code: values.variation_code,
  }),
  loadSchema: async () => {
    const { JambForm, WaecForm } = await loadEducationContract()
    return (values) => (isJamb(values) ? JambForm : WaecForm)
  },
})

/** Creates the order; null when the session has ended. Each examination has its own endpoint. Source: D-055. */
export async function createEducationOrder(values: EducationValues): Promise<EducationInfo | null> {
  const service_type = parseExamType(values.service_type)
  if (service_type === null) return null
  const { quoteJamb, quoteWaec } = await loadEducationContract()
  const payload = educationRules.toPayload(values)
  return service_type === 'jamb'
    ? requestLookup(quoteJamb, { ...payload, service_type })
    : requestLookup(quoteWaec, { ...payload, service_type })
}

/** The form values of an existing order. */
export const toEducationValues = (details: EducationInfo): EducationValues => ({
  service_type: details.service_type,
  variation_code: details.variation_code,
  profile_id: details.billers_code ?? '',
  quantity: String(details.quantity),
  phone_number: details.phone_number,
  email_address: details.customer_email_address ?? '',
})
