import { cleanAmount } from '../lib/index.ts'
import { retryImport } from '../lib/retry-import.ts'
import { createFormRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/** The contract is imported when the form is used: rendering does not need it. */
export const loadAirtimeContract = () => retryImport(() => import('../../shared/airtime.ts'))

export const airtimeRules = createFormRules({
  service: 'airtime',
  fieldNames: ['phone_number', 'selected_provider', 'amount'],
  phoneFields: ['phone_number'],
  toPayload: (values) => ({
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    selected_provider: values.selected_provider,
  }),
  loadSchema: async () => {
    const { AirtimeForm } = await loadAirtimeContract()
    return () => AirtimeForm
  },
})

export type AirtimeValues = Parameters<typeof airtimeRules.toPayload>[0]
