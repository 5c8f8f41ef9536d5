import { createFormRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/**
 * Imports the contract, when the form is used: rendering does not need it. Browsers do not retry a failed import until
 * the page is left; the form is then posted as without JavaScript.
 */
export const loadDataContract = () => import('../../shared/data.ts')

export const dataRules = createFormRules({
  service: 'data',
  fieldNames: ['device_id', 'phone_number_to_notify', 'selected_provider', 'selected_bundle_code'],
  phoneFields: ['device_id', 'phone_number_to_notify'],
  toPayload: (values) => ({
    device_id: phonePayload(values.device_id),
    selected_provider: values.selected_provider,
    selected_bundle_code: values.selected_bundle_code,
    phone_number_to_notify: phonePayload(values.phone_number_to_notify),
  }),
  loadSchema: async () => {
    const { DataForm } = await loadDataContract()
    return () => DataForm
  },
})

export type DataValues = Parameters<typeof dataRules.toPayload>[0]
