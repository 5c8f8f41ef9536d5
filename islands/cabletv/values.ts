import { smartcardLookupMinLength } from '../../shared/constants.ts'
import { createFormRules, removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/**
 * Imports the contract, when the form is used: rendering does not need it. Browsers do not retry a failed import until
 * the page is left; the form is then posted as without JavaScript.
 */
export const loadCabletvContract = () => import('../../shared/cabletv.ts')

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
