import { cleanAmount } from '../lib/index.ts'
import { createFormRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/**
 * Imports the contract, when the form is used: rendering does not need it. Browsers do not retry a failed import until
 * the page is left; the form is then posted as without JavaScript.
 */
export const loadAirtimeContract = () => import('../../shared/airtime.ts')

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
