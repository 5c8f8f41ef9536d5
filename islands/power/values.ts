import { type MeterTypeCode, meterLookupLength, meterTypes } from '../../shared/constants.ts'
import { PowerForm } from '../../shared/power.ts'
import { cleanAmount } from '../lib/index.ts'
import { cleanNumber, formRules } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'

const readMeterType = (typed: string): MeterTypeCode | '' => meterTypes.find((type) => type === typed) ?? ''

export const powerRules = formRules({
  service: 'power',
  names: ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'],
  phones: ['phone_number'],
  payloadOf: (values) => ({
    meter_number: cleanNumber(values.meter_number),
    meter_type: readMeterType(values.meter_type),
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    meter_disco: values.meter_disco,
  }),
  schema: () => PowerForm,
  lookup: { field: 'meter_number', length: meterLookupLength },
})

export type PowerValues = Parameters<typeof powerRules.payloadOf>[0]
