import { getSmartcardBeneficiaries, type SmartcardBeneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { CabletvValues } from './values.ts'

/** Saved smartcards: a choice fills the fields for which the beneficiary has a value. */
export default function SavedSmartcards({ onPick }: PickProps<CabletvValues>) {
  return (
    <BeneficiaryPicker
      listEndpoint={getSmartcardBeneficiaries}
      onPick={(beneficiary) => onPick(valuesOf(beneficiary))}
    />
  )
}

const valuesOf = ({ number, network, bouquet, phone_number }: SmartcardBeneficiary) => ({
  smartcard_number: number,
  cabletv_network: network.name,
  cabletv_bundle_code: bouquet.code,
  ...(phone_number && { phone_number: displayPhone(phone_number) }),
})
