import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { Call } from '../../shared/contract.ts'
import { ask } from '../lib/index.ts'
import { Button, PickerDialog } from '../ui/index.ts'

/** What every kind of beneficiary tells of itself. */
interface Saved {
  uniqueid: string
  number: string
  customer_name: string | null
  additional_notes: string | null
  /** One of these has the logo, by type. */
  disco?: { logo: string }
  network?: { logo: string }
  provider?: { logo: string }
  data_provider?: { logo: string }
  device_id?: string
}

/** A longer list can be searched. Source: decision E-037 */
const searchOver = 5

/** Number or device id, and notes, beside the logo. Source: specification 2, section 2 */
const itemOf = (it: Saved) => {
  const number = it.device_id ?? it.number
  const logo = (it.disco ?? it.network ?? it.provider ?? it.data_provider)?.logo
  return {
    value: it.uniqueid,
    name: it.customer_name || it.additional_notes || number,
    line: [number, it.additional_notes].filter(Boolean).join(', '),
    ...(logo && { logo }),
  }
}

type Listing<T> = Call & { readonly data: z.ZodMiniType<T[]> }

/** What a service's own picker takes. `V` are the fields of its form that a picked one fills. */
export interface PickProps<V> {
  onPick: (values: Partial<V>) => void
}

interface BeneficiaryPickerProps<T extends Saved> {
  /** The call that lists the saved ones of this service. */
  listing: Listing<T>
  onPick: (picked: T) => void
}

/** The saved beneficiaries of a signed-in person; nothing where none is saved, or may be. Source: D-043. */
export function BeneficiaryPicker<T extends Saved>({ listing, onPick }: BeneficiaryPickerProps<T>) {
  const [saved, setSaved] = useState<readonly T[]>([])
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    let wanted = true
    savedOnes(listing).then((list) => wanted && setSaved(list))
    return () => {
      wanted = false
    }
  }, [listing])

  if (saved.length === 0) return null
  return (
    <>
      <Button kind="plain" className="btn-wide" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Choose a saved beneficiary
      </Button>
      {isOpen && (
        <PickerDialog
          title="Saved beneficiaries"
          search={saved.length > searchOver}
          items={saved.map(itemOf)}
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

async function savedOnes<T>(listing: Listing<T>): Promise<readonly T[]> {
  try {
    return (await ask<Listing<T>>(listing, { quiet: true }))?.data ?? []
  } catch {
    return []
  }
}
