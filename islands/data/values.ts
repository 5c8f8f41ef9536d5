import { DataForm } from '../../shared/data.ts'
import { formRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

export const dataRules = formRules({
  service: 'data',
  names: ['device_id', 'phone_number_to_notify', 'selected_provider', 'selected_bundle_code'],
  phones: ['device_id', 'phone_number_to_notify'],
  payloadOf: (values) => ({
    device_id: phonePayload(values.device_id),
    selected_provider: values.selected_provider,
    selected_bundle_code: values.selected_bundle_code,
    phone_number_to_notify: phonePayload(values.phone_number_to_notify),
  }),
  schema: () => DataForm,
})

export type DataValues = Parameters<typeof dataRules.payloadOf>[0]
