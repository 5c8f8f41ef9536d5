import { useState } from 'react'
import { Button, PickerDialog } from '../ui/index.ts'

interface Saved {
  uniqueid: string
  number: string
  customer_name: string | null
  additional_notes: string | null
}

interface BeneficiaryChoiceProps<T extends Saved> {
  /** Null while nobody is chosen whose they are. */
  saved: readonly T[] | null
  logoOf: (it: T) => string
  onChoose: (it: T) => void
}

/** The chosen user's saved meters or smartcards. */
export function BeneficiaryChoice<T extends Saved>({ saved, logoOf, onChoose }: BeneficiaryChoiceProps<T>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="plain" disabled={saved === null} onClick={() => setIsOpen(true)}>
        Choose a Beneficiary
      </Button>
      {isOpen && saved && (
        <PickerDialog
          title="Choose a Beneficiary"
          search
          items={saved.map((it) => ({
            value: it.uniqueid,
            name: it.number,
            line: [it.customer_name, it.additional_notes].filter(Boolean).join(', '),
            logo: logoOf(it),
          }))}
          onClose={() => setIsOpen(false)}
          onPick={(uniqueid) => {
            const picked = saved.find((it) => it.uniqueid === uniqueid)
            setIsOpen(false)
            if (picked) onChoose(picked)
          }}
        />
      )}
    </>
  )
}
