import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Beneficiary, type BeneficiaryType, deleteBeneficiary } from '../../shared/beneficiaries.ts'
import { accountRequest } from '../account/account-request.ts'
import { toast } from '../lib/index.ts'
import { beneficiaryTypes, typeConfigs } from './type-configs.ts'

/**
 * The user's beneficiaries: initially from the page props; after a change, the lists of the changed beneficiaryTypes are
 * reloaded. `canLoad`: the user's e-mail is verified.
 */
export function useBeneficiaries(first: Beneficiary[] | null, canLoad: boolean) {
  const [all, setAll] = useState(first ?? [])
  const [loading, setLoading] = useState(first === null && canLoad)
  const [removing, setRemoving] = useState<string | null>(null)
  const busy = useRef(false)

  async function reload(changedTypes: readonly BeneficiaryType[]): Promise<void> {
    setLoading(true)
    try {
      for (const type of changedTypes) {
        const list = await typeConfigs[type].list()
        if (!list) break
        setAll((previous) =>
          inOrder([...previous.filter((beneficiary) => beneficiary.beneficiary_type !== type), ...list]),
        )
      }
    } catch {
      // A toast shows the error; the previously loaded list remains.
    }
    setLoading(false)
  }

  async function remove(beneficiary: Beneficiary): Promise<void> {
    if (busy.current) return
    busy.current = true
    const { kind } = typeConfigs[beneficiary.beneficiary_type]
    setRemoving(kind)
    try {
      const envelope = await accountRequest(deleteBeneficiary, {
        params: { kind, uniqueid: beneficiary.uniqueid },
      })
      if (envelope) {
        toast.success(envelope.message || 'Beneficiary removed.')
        setAll((previous) => previous.filter((other) => other.uniqueid !== beneficiary.uniqueid))
        setRemoving(null)
        await reload([beneficiary.beneficiary_type])
      }
    } catch {
      // A toast shows the error; the beneficiary stays in the list.
    }
    setRemoving(null)
    busy.current = false
  }

  const loadAll = useEffectEvent(() => void reload(beneficiaryTypes))
  const isMissing = first === null && canLoad
  useEffect(() => {
    if (isMissing) loadAll()
  }, [isMissing])

  return { all, loading, removing, reload, remove }
}

const inOrder = (list: Beneficiary[]) =>
  beneficiaryTypes.flatMap((type) => list.filter((beneficiary) => beneficiary.beneficiary_type === type))
