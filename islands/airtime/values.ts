import { AirtimeForm } from '../../shared/airtime.ts'
import { cleanAmount } from '../lib/index.ts'
import { formRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

export const airtimeRules = formRules({
  service: 'airtime',
  names: ['phone_number', 'selected_provider', 'amount'],
  phones: ['phone_number'],
  payloadOf: (values) => ({
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    selected_provider: values.selected_provider,
  }),
  schema: () => AirtimeForm,
})

export type AirtimeValues = Parameters<typeof airtimeRules.payloadOf>[0]
