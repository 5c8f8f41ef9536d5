import { type SmartcardBeneficiary, smartcardBeneficiaries } from '../../shared/beneficiaries.ts'
import { showPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { CabletvValues } from './values.ts'

/** The saved smartcards; a picked one fills whatever it knows. */
export default function SavedSmartcards({ onPick }: PickProps<CabletvValues>) {
  return <BeneficiaryPicker listing={smartcardBeneficiaries} onPick={(picked) => onPick(valuesOf(picked))} />
}

const valuesOf = ({ number, network, bouquet, phone_number }: SmartcardBeneficiary) => ({
  smartcard_number: number,
  cabletv_network: network.name,
  cabletv_bundle_code: bouquet.code,
  ...(phone_number && { phone_number: showPhone(phone_number) }),
})
