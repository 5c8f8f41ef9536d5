import { useState } from 'react'
import type { Profile } from '../../shared/accounts.ts'
import type { BeneficiaryType } from '../../shared/beneficiaries.ts'
import { ChoiceGroup, commonTexts, Dialog } from '../ui/index.ts'
import { AddAirtime } from './add-airtime.tsx'
import { AddCabletv } from './add-cabletv.tsx'
import { AddData } from './add-data.tsx'
import { AddPower } from './add-power.tsx'
import { beneficiariesTexts } from './texts.ts'
import { beneficiaryTypes, typeConfigs } from './type-configs.ts'

export interface AddFormProps {
  /** The user's own phone in national format: 0801… */
  phone: string
  onAdded: () => void
}

const forms = { power: AddPower, 'cable-tv': AddCabletv, airtime: AddAirtime, 'vtu-data': AddData }

interface AddProps {
  profile: Profile | null
  onClose: () => void
  onAdded: (type: BeneficiaryType) => void
}

/** Adds a beneficiary of one of four services; it opens on power, and empty each time. */
export default function AddBeneficiary({ profile, onClose, onAdded }: AddProps) {
  const [type, setType] = useState<BeneficiaryType>('power')
  const Fields = forms[type]
  return (
    <Dialog title={beneficiariesTexts.addBeneficiary()} onClose={onClose}>
      <ChoiceGroup
        name="service"
        label={commonTexts.service()}
        value={type}
        onValueChange={setType}
        choices={beneficiaryTypes.map((value) => ({ value, label: typeConfigs[value].name() }))}
      />
      <Fields key={type} phone={withTrunkZero(profile?.phone ?? '')} onAdded={() => onAdded(type)} />
    </Dialog>
  )
}

/** "+2348012345678" → "08012345678": the fields take 12 characters. */
const withTrunkZero = (phone: string) => phone.replace(/^\+234/, '0')
