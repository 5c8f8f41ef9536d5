import { type MeterTypeCode, meterLookupMinLength, meterTypes } from '../../shared/constants.ts'
import { cleanAmount } from '../lib/index.ts'
import { retryImport } from '../lib/retry-import.ts'
import { createFormRules, removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

/** The contract is imported when the form is used: rendering does not need it. */
export const loadPowerContract = () => retryImport(() => import('../../shared/power.ts'))

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
