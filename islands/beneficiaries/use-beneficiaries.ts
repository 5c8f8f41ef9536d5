import { useState } from 'react'
import {
  type Beneficiary,
  type BeneficiaryType,
  deleteBeneficiary,
  getDeviceBeneficiaries,
  getMeterBeneficiaries,
  getPhoneBeneficiaries,
  getSmartcardBeneficiaries,
  restoreBeneficiary,
} from '../../shared/beneficiaries.ts'
import { useMutation } from '../account/use-mutation.ts'
import { type QueryResult, useQuery } from '../account/use-query.ts'
import { toast } from '../lib/index.ts'
import { beneficiariesTexts } from './texts.ts'
import { beneficiaryTypes, typeConfigs } from './type-configs.ts'

interface RemovedBeneficiary {
  beneficiary: Beneficiary
  undoToken: string
}

/**
 * The user's beneficiaries: initially from the page props, otherwise loaded one type after another; after a change,
 * the list of the changed type is reloaded. `canLoad`: the user's e-mail is verified.
 */
export function useBeneficiaries(initial: Beneficiary[] | null, canLoad: boolean) {
  const lists = useLists(initial, canLoad)
  const deletion = useMutation(deleteBeneficiary)
  const restoration = useMutation(restoreBeneficiary)
  const [removingKind, setRemovingKind] = useState<string | null>(null)
  /** The last deleted one, which can be restored. */
  const [lastRemoved, setLastRemoved] = useState<RemovedBeneficiary | null>(null)
  /** Deleted ones, which a list contains until it is reloaded. */
  const [removedIds, setRemovedIds] = useState<readonly string[]>([])

  async function remove(beneficiary: Beneficiary): Promise<void> {
    if (removingKind) return
    const { beneficiary_type: type, uniqueid } = beneficiary
    const { kind } = typeConfigs[type]
    setRemovingKind(kind)
    const envelope = await deletion.send({ params: { kind, uniqueid } })
    setRemovingKind(null)
    if (!envelope) return
    toast.success(envelope.message || beneficiariesTexts.removed())
    setRemovedIds((previous) => [...previous, uniqueid])
    setLastRemoved(envelope.data ? { beneficiary, undoToken: envelope.data.undo } : null)
    lists[type].reload()
  }

  async function restore({ beneficiary, undoToken }: RemovedBeneficiary): Promise<void> {
    const { beneficiary_type: type, uniqueid } = beneficiary
    const params = { kind: typeConfigs[type].kind, uniqueid }
    const envelope = await restoration.send({ params, body: { undo: undoToken } })
    if (!envelope) return
    toast.success(envelope.message || beneficiariesTexts.restored())
    setLastRemoved(null)
    setRemovedIds((previous) => previous.filter((id) => id !== uniqueid))
    lists[type].reload()
  }

  return {
    beneficiaries: beneficiaryTypes
      .flatMap((type): Beneficiary[] => lists[type].data ?? [])
      .filter(({ uniqueid }) => !removedIds.includes(uniqueid)),
    isLoading: Object.values(lists).some(({ isLoading }) => isLoading),
    /** The types whose list could not be loaded; a toast shows the error. */
    missingTypes: Object.values(lists).some(({ failed }) => failed)
      ? beneficiaryTypes.filter((type) => lists[type].data === null)
      : [],
    removingKind,
    lastRemoved,
    isRestoring: restoration.isBusy,
    restore,
    reload: (type: BeneficiaryType) => lists[type].reload(),
    remove,
  }
}

export type BeneficiariesState = ReturnType<typeof useBeneficiaries>

/** One list for each type. A list waits for the previous one, so that a failure is reported once. */
function useLists(initial: Beneficiary[] | null, canLoad: boolean) {
  const ofType = <T extends BeneficiaryType>(type: T) => ({
    initialData: initial?.filter((beneficiary) => isOfType(beneficiary, type)),
  })
  const power = useQuery(getMeterBeneficiaries, canLoad ? {} : null, ofType('power'))
  const cabletv = useQuery(getSmartcardBeneficiaries, power.data ? {} : null, ofType('cable-tv'))
  const airtime = useQuery(getPhoneBeneficiaries, cabletv.data ? {} : null, ofType('airtime'))
  const data = useQuery(getDeviceBeneficiaries, airtime.data ? {} : null, ofType('vtu-data'))
  return { power, 'cable-tv': cabletv, airtime, 'vtu-data': data } satisfies Record<
    BeneficiaryType,
    QueryResult<Beneficiary[]>
  >
}

const isOfType = <T extends BeneficiaryType>(
  beneficiary: Beneficiary,
  type: T,
): beneficiary is Extract<Beneficiary, { beneficiary_type: T }> => beneficiary.beneficiary_type === type
