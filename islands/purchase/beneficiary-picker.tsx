import { useCallback, useState } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract.ts'
import { fetchOrNull } from '../lib/index.ts'
import { useLoaded } from '../lib/use-loaded.ts'
import { useSignedIn } from '../lib/use-signed-in.ts'
import { Button, PickerDialog } from '../ui/index.ts'
import { beneficiaryPickerTexts } from './beneficiary-picker-texts.ts'

/** Fields common to all kinds of beneficiaries. */
interface SavedBeneficiary {
  uniqueid: string
  number: string
  customer_name: string | null
  additional_notes: string | null
  /** One of these, by type, has the logo. */
  disco?: { logo: string }
  network?: { logo: string }
  provider?: { logo: string }
  data_provider?: { logo: string }
  device_id?: string
}

/** Longer lists get a search field. Source: ruling E-037 */
export const maxWithoutSearch = 5

/** Number or device id, and notes, next to the logo. Source: specification 2, section 2 */
const toItem = (beneficiary: SavedBeneficiary) => {
  const number = beneficiary.device_id ?? beneficiary.number
  const logo = (beneficiary.disco ?? beneficiary.network ?? beneficiary.provider ?? beneficiary.data_provider)
    ?.logo
  return {
    value: beneficiary.uniqueid,
    name: beneficiary.customer_name || beneficiary.additional_notes || number,
    detail: [number, beneficiary.additional_notes].filter(Boolean).join(', '),
    ...(logo && { logo }),
  }
}

type ListEndpoint<T> = Endpoint & { readonly data: z.ZodMiniType<T[]> }

/** Props of a service's own picker. `V` are the form fields that a picked beneficiary fills. */
export interface PickProps<V> {
  onPick: (values: Partial<V>) => void
}

interface BeneficiaryPickerProps<T extends SavedBeneficiary> {
  /** The endpoint that lists the saved beneficiaries of this service. */
  listEndpoint: ListEndpoint<T>
  onPick: (picked: T) => void
}

/**
 * The signed-in user's saved beneficiaries; renders nothing when there are none or the user may not save any.
 * Source: D-043.
 */
export function BeneficiaryPicker<T extends SavedBeneficiary>({
  listEndpoint,
  onPick,
}: BeneficiaryPickerProps<T>) {
  const saved = useLoaded(useCallback(() => fetchOrNull<ListEndpoint<T>>(listEndpoint), [listEndpoint]))
  const [isOpen, setIsOpen] = useState(false)
  const signedIn = useSignedIn(true)

  if (!signedIn || !saved?.length) return null
  return (
    <>
      <Button kind="plain" className="btn-wide" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {beneficiaryPickerTexts.open()}
      </Button>
      {isOpen && (
        <PickerDialog
          title={beneficiaryPickerTexts.title()}
          search={saved.length > maxWithoutSearch}
          items={saved.map(toItem)}
          onClose={() => setIsOpen(false)}
          onPick={(uniqueid) => {
            const selectedBeneficiary = saved.find((beneficiary) => beneficiary.uniqueid === uniqueid)
            setIsOpen(false)
            if (selectedBeneficiary) onPick(selectedBeneficiary)
          }}
        />
      )}
    </>
  )
}
