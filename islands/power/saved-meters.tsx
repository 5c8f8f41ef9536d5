import { getMeterBeneficiaries, type MeterBeneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { PowerValues } from './values.ts'

/** Saved meters: a choice fills the fields for which the beneficiary has a value. */
export default function SavedMeters({ onPick }: PickProps<PowerValues>) {
  return (
    <BeneficiaryPicker
      listEndpoint={getMeterBeneficiaries}
      onPick={(beneficiary) => onPick(valuesOf(beneficiary))}
    />
  )
}

const valuesOf = ({ number, type, phone_number, def_price, disco }: MeterBeneficiary) => ({
  meter_number: number,
  meter_type: type,
  meter_disco: disco.code,
  ...(phone_number && { phone_number: displayPhone(phone_number) }),
  ...(def_price !== null && { amount: String(def_price) }),
})
