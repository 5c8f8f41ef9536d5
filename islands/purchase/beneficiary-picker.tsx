import { useEffect, useState } from 'react'
import type { Call, DataOf } from '../../shared/contract.ts'
import { ask } from '../lib/index.ts'
import { Button, PickerDialog } from '../ui/index.ts'

/** What every kind of beneficiary tells of itself. */
interface Saved {
  uniqueid: string
  number: string
  customer_name: string | null
  additional_notes: string | null
}

interface BeneficiaryPickerProps<T extends Saved> {
  /** Asks for the saved ones of this service. */
  load: () => Promise<T[]>
  signedIn: boolean
  onPick: (picked: T) => void
}

/** Saved beneficiaries of a signed-in person; nothing for guests, and where none is saved. Source: D-043. */
export function BeneficiaryPicker<T extends Saved>({ load, signedIn, onPick }: BeneficiaryPickerProps<T>) {
  const [saved, setSaved] = useState<T[]>([])
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    let wanted = signedIn
    if (signedIn) load().then((list) => wanted && setSaved(list))
    return () => {
      wanted = false
    }
  }, [signedIn, load])

  if (saved.length === 0) return null
  return (
    <>
      <Button kind="plain" className="btn-wide" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Choose a saved beneficiary
      </Button>
      {isOpen && (
        <PickerDialog
          title="Saved beneficiaries"
          search
          items={saved.map((it) => ({
            value: it.uniqueid,
            name: it.customer_name || it.additional_notes || it.number,
            line: it.number,
          }))}
          onClose={() => setIsOpen(false)}
          onPick={(uniqueid) => {
            const picked = saved.find((it) => it.uniqueid === uniqueid)
            setIsOpen(false)
            if (picked) onPick(picked)
          }}
        />
      )}
    </>
  )
}

/** A reader of one kind's list. Somebody who has none, or may have none, sees no picker. */
export const savedOnes =
  <const C extends Call>(it: C) =>
  async (): Promise<DataOf<C> | []> => {
    try {
      return (await ask(it, { quiet: true }))?.data ?? []
    } catch {
      return []
    }
  }
