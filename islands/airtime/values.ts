import { AirtimeForm } from '../../shared/airtime.ts'
import { cleanAmount } from '../lib/index.ts'
import { createFormRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

export const airtimeRules = createFormRules({
  service: 'airtime',
  fieldNames: ['phone_number', 'selected_provider', 'amount'],
  phoneFields: ['phone_number'],
  toPayload: (values) => ({
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    selected_provider: values.selected_provider,
  }),
  schema: () => AirtimeForm,
})

export type AirtimeValues = Parameters<typeof airtimeRules.toPayload>[0]
