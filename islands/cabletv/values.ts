import { CabletvForm } from '../../shared/cabletv.ts'
import { smartcardLookupLength } from '../../shared/constants.ts'
import { cleanNumber, formRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

export const cabletvRules = formRules({
  service: 'cabletv',
  names: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  phones: ['phone_number'],
  payloadOf: (values) => ({
    smartcard_number: cleanNumber(values.smartcard_number),
    cabletv_network: values.cabletv_network,
    cabletv_bundle_code: values.cabletv_bundle_code,
    phone_number: phonePayload(values.phone_number),
  }),
  schema: () => CabletvForm,
  lookup: { field: 'smartcard_number', length: smartcardLookupLength },
})

export type CabletvValues = Parameters<typeof cabletvRules.payloadOf>[0]
