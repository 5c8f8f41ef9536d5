import { getPhoneBeneficiaries, type PhoneBeneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { AirtimeValues } from './values.ts'

/** Saved phones: a choice fills the fields for which the beneficiary has a value. */
export default function SavedPhones({ onPick }: PickProps<AirtimeValues>) {
  return (
    <BeneficiaryPicker
      listEndpoint={getPhoneBeneficiaries}
      onPick={(beneficiary) => onPick(valuesOf(beneficiary))}
    />
  )
}

const valuesOf = ({ number, phone_number, provider, def_amount }: PhoneBeneficiary) => ({
  phone_number: displayPhone(phone_number ?? number),
  selected_provider: provider.name,
  ...(def_amount !== null && { amount: String(def_amount) }),
})
