import { type DeviceBeneficiary, getDeviceBeneficiaries } from '../../shared/beneficiaries.ts'
import { displayPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { DataValues } from './values.ts'

/** Saved devices: a choice fills the fields for which the beneficiary has a value. */
export default function SavedDevices({ onPick }: PickProps<DataValues>) {
  return (
    <BeneficiaryPicker
      listEndpoint={getDeviceBeneficiaries}
      onPick={(beneficiary) => onPick(valuesOf(beneficiary))}
    />
  )
}

const valuesOf = ({ device_id, data_provider, code, phone_number }: DeviceBeneficiary) => ({
  device_id: displayPhone(device_id),
  selected_provider: data_provider.name,
  ...(code && { selected_bundle_code: code }),
  ...(phone_number && { phone_number_to_notify: displayPhone(phone_number) }),
})
