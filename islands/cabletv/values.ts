import { smartcardLookupMinLength } from '../../shared/constants.ts'
import { retryImport } from '../lib/retry-import.ts'
import { createFormRules, removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/** The contract is imported when the form is used: rendering does not need it. */
export const loadCabletvContract = () => retryImport(() => import('../../shared/cabletv.ts'))

export const cabletvRules = createFormRules({
  service: 'cabletv',
  fieldNames: ['phone_number', 'smartcard_number', 'cabletv_network', 'cabletv_bundle_code'],
  phoneFields: ['phone_number'],
  toPayload: (values) => ({
    smartcard_number: removeSeparators(values.smartcard_number),
    cabletv_network: values.cabletv_network,
    cabletv_bundle_code: values.cabletv_bundle_code,
    phone_number: phonePayload(values.phone_number),
  }),
  loadSchema: async () => {
    const { CabletvForm } = await loadCabletvContract()
    return () => CabletvForm
  },
  lookup: { field: 'smartcard_number', length: smartcardLookupMinLength },
})

export type CabletvValues = Parameters<typeof cabletvRules.toPayload>[0]
