import { type DeviceBeneficiary, deviceBeneficiaries } from '../../shared/beneficiaries.ts'
import { showPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { DataValues } from './values.ts'

/** The saved lines; a picked one fills whatever it knows. */
export default function SavedDevices({ onPick }: PickProps<DataValues>) {
  return <BeneficiaryPicker listing={deviceBeneficiaries} onPick={(picked) => onPick(valuesOf(picked))} />
}

const valuesOf = ({ device_id, data_provider, code, phone_number }: DeviceBeneficiary) => ({
  device_id: showPhone(device_id),
  selected_provider: data_provider.name,
  ...(code && { selected_bundle_code: code }),
  ...(phone_number && { phone_number_to_notify: showPhone(phone_number) }),
})
