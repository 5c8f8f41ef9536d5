import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import { notAvailable } from '../purchase/copy.ts'
import { Button, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { displayNumber, providerOf } from './card-summary.ts'
import { typeConfigs } from './type-configs.ts'

const naira = (amount: number | null) => (amount === null ? notAvailable : formatMoney(amount))

interface DetailsProps {
  beneficiary: Beneficiary
  onChange: () => void
  onClose: () => void
}

/** All stored fields of a beneficiary. Airtime uses the device dialog, with its phone. Source: decision E-023 */
export const BeneficiaryDetails = ({ beneficiary, onChange, onClose }: DetailsProps) => (
  <Dialog title={typeConfigs[beneficiary.beneficiary_type].detailsTitle} onClose={onClose}>
    <DetailsList
      items={[
        ...typeRows(beneficiary),
        { label: 'Customer name', value: beneficiary.customer_name ?? notAvailable },
        { label: 'Customer address', value: beneficiary.customer_address ?? notAvailable, wide: true },
        {
          label: 'Phone number',
          value: beneficiary.phone_number ? displayPhone(beneficiary.phone_number) : notAvailable,
        },
        { label: 'Notes', value: beneficiary.additional_notes ?? 'Not tagged' },
      ]}
    />
    <Button kind="plain" onClick={onChange}>
      Change
    </Button>
  </Dialog>
)

function typeRows(beneficiary: Beneficiary): Detail[] {
  const number = displayNumber(beneficiary)
  switch (beneficiary.beneficiary_type) {
    case 'power':
      return [
        { label: 'Meter number', value: number },
        { label: 'Meter type', value: beneficiary.type === 'postpaid' ? 'Postpaid' : 'Prepaid' },
        { label: 'Company', value: beneficiary.disco.description || beneficiary.disco.name, wide: true },
        { label: 'State', value: beneficiary.state ?? notAvailable },
        { label: 'Amount', value: naira(beneficiary.def_price) },
      ]
    case 'cable-tv':
      return [
        { label: 'Smartcard number', value: number },
        { label: 'Network', value: beneficiary.tv_network },
        { label: 'Bouquet', value: beneficiary.bouquet.title, wide: true },
        { label: 'Amount', value: naira(beneficiary.tv_bundle_amount) },
      ]
    case 'airtime':
      return [
        { label: 'Phone', value: number },
        { label: 'Network', value: providerOf(beneficiary).name },
        { label: 'Amount', value: naira(beneficiary.def_amount) },
      ]
    case 'vtu-data':
      return [
        { label: 'Device ID', value: number },
        { label: 'Network', value: providerOf(beneficiary).name },
        { label: 'Plan', value: beneficiary.bundle_name ?? notAvailable, wide: true },
        { label: 'Amount', value: naira(beneficiary.def_amount) },
      ]
  }
}
