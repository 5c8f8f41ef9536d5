import { type MeterTypeCode, meterLookupMinLength, meterTypes } from '../../shared/constants.ts'
import { cleanAmount } from '../lib/index.ts'
import { createFormRules, removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/**
 * Imports the contract, when the form is used: rendering does not need it. Browsers do not retry a failed import until
 * the page is left; the form is then posted as without JavaScript.
 */
export const loadPowerContract = () => import('../../shared/power.ts')

const parseMeterType = (inputText: string): MeterTypeCode | '' =>
  meterTypes.find((type) => type === inputText) ?? ''

export const powerRules = createFormRules({
  service: 'power',
  fieldNames: ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'],
  phoneFields: ['phone_number'],
  toPayload: (values) => ({
    meter_number: removeSeparators(values.meter_number),
    meter_type: parseMeterType(values.meter_type),
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    meter_disco: values.meter_disco,
  }),
  loadSchema: async () => {
    const { PowerForm } = await loadPowerContract()
    return () => PowerForm
  },
  lookup: { field: 'meter_number', length: meterLookupMinLength },
})

export type PowerValues = Parameters<typeof powerRules.toPayload>[0]
