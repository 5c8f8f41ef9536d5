import { type PhoneBeneficiary, phoneBeneficiaries } from '../../shared/beneficiaries.ts'
import { showPhone } from '../lib/index.ts'
import { BeneficiaryPicker, type PickProps } from '../purchase/beneficiary-picker.tsx'
import type { AirtimeValues } from './values.ts'

/** The saved phones; a picked one fills whatever it knows. */
export default function SavedPhones({ onPick }: PickProps<AirtimeValues>) {
  return <BeneficiaryPicker listing={phoneBeneficiaries} onPick={(picked) => onPick(valuesOf(picked))} />
}

const valuesOf = ({ number, phone_number, provider, def_amount }: PhoneBeneficiary) => ({
  phone_number: showPhone(phone_number ?? number),
  selected_provider: provider.name,
  ...(def_amount !== null && { amount: String(def_amount) }),
})
