import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Beneficiary, type BeneficiaryType, deleteBeneficiary } from '../../shared/beneficiaries.ts'
import { askAccount } from '../account/ask-account.ts'
import { toast } from '../lib/index.ts'
import { kinds, types } from './kinds.ts'

/** One's beneficiaries as the page brought them, loaded again type by type as they change. `mayAsk`: the person has proved their e-mail. */
export function useBeneficiaries(first: Beneficiary[] | null, mayAsk: boolean) {
  const [all, setAll] = useState(first ?? [])
  const [loading, setLoading] = useState(first === null && mayAsk)
  const [removing, setRemoving] = useState<string | null>(null)
  const busy = useRef(false)

  async function reload(some: readonly BeneficiaryType[]): Promise<void> {
    setLoading(true)
    try {
      for (const type of some) {
        const list = await kinds[type].list()
        if (!list) break
        setAll((was) => inOrder([...was.filter((it) => it.beneficiary_type !== type), ...list]))
      }
    } catch {
      // Told in a toast; what was known stays.
    }
    setLoading(false)
  }

  async function remove(it: Beneficiary): Promise<void> {
    if (busy.current) return
    busy.current = true
    const { kind } = kinds[it.beneficiary_type]
    setRemoving(kind)
    try {
      const envelope = await askAccount(deleteBeneficiary, { params: { kind, uniqueid: it.uniqueid } })
      if (envelope) {
        toast.success(envelope.message || 'Removed.')
        setAll((was) => was.filter((other) => other.uniqueid !== it.uniqueid))
        setRemoving(null)
        await reload([it.beneficiary_type])
      }
    } catch {
      // Told in a toast; the beneficiary stays where it is.
    }
    setRemoving(null)
    busy.current = false
  }

  const loadAll = useEffectEvent(() => void reload(types))
  const missing = first === null && mayAsk
  useEffect(() => {
    if (missing) loadAll()
  }, [missing])

  return { all, loading, removing, reload, remove }
}

const inOrder = (list: Beneficiary[]) =>
  types.flatMap((type) => list.filter((it) => it.beneficiary_type === type))
