import { DataForm } from '../../shared/data.ts'
import { createFormRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

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
  schema: () => DataForm,
})

export type DataValues = Parameters<typeof dataRules.toPayload>[0]
