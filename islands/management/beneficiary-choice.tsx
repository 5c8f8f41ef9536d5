import { useState } from 'react'
import { maxWithoutSearch } from '../purchase/beneficiary-picker.tsx'
import { Button, PickerDialog } from '../ui/index.ts'
import { managedPurchaseTexts } from './purchase-texts.ts'

interface SavedBeneficiary {
  uniqueid: string
  number: string
  customer_name: string | null
  additional_notes: string | null
}

interface BeneficiaryChoiceProps<T extends SavedBeneficiary> {
  /** Null while no user is selected. */
  saved: readonly T[] | null
  logoOf: (beneficiary: T) => string
  onChoose: (beneficiary: T) => void
}

/** Picker for the selected user's saved meters or smartcards. */
export function BeneficiaryChoice<T extends SavedBeneficiary>({
  saved,
  logoOf,
  onChoose,
}: BeneficiaryChoiceProps<T>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="plain" disabled={saved === null} onClick={() => setIsOpen(true)}>
        {managedPurchaseTexts.chooseBeneficiary()}
      </Button>
      {isOpen && saved && (
        <PickerDialog
          title={managedPurchaseTexts.chooseBeneficiary()}
          search={saved.length > maxWithoutSearch}
          emptyText={managedPurchaseTexts.noBeneficiaries()}
          items={saved.map((beneficiary) => ({
            value: beneficiary.uniqueid,
            name: beneficiary.number,
            detail: [beneficiary.customer_name, beneficiary.additional_notes].filter(Boolean).join(', '),
            logo: logoOf(beneficiary),
          }))}
          onClose={() => setIsOpen(false)}
          onPick={(uniqueid) => {
            const beneficiary = saved.find((beneficiary) => beneficiary.uniqueid === uniqueid)
            setIsOpen(false)
            if (beneficiary) onChoose(beneficiary)
          }}
        />
      )}
    </>
  )
}
