import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { formatMoney, showPhone } from '../lib/index.ts'
import { notAvailable } from '../purchase/words.ts'
import { Button, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { numberOf, sellerOf } from './faces.ts'
import { kinds } from './kinds.ts'

const naira = (amount: number | null) => (amount === null ? notAvailable : formatMoney(amount))

interface DetailsProps {
  it: Beneficiary
  onChange: () => void
  onClose: () => void
}

/** All that is saved of a beneficiary. Airtime stands in the device's dialog, with its phone. Source: decision E-023 */
export const BeneficiaryDetails = ({ it, onChange, onClose }: DetailsProps) => (
  <Dialog title={kinds[it.beneficiary_type].details} onClose={onClose}>
    <DetailsList
      items={[
        ...own(it),
        { label: 'Customer name', value: it.customer_name ?? notAvailable },
        { label: 'Customer address', value: it.customer_address ?? notAvailable, wide: true },
        { label: 'Phone number', value: it.phone_number ? showPhone(it.phone_number) : notAvailable },
        { label: 'Notes', value: it.additional_notes ?? 'Not tagged' },
      ]}
    />
    <Button kind="plain" onClick={onChange}>
      Change
    </Button>
  </Dialog>
)

function own(it: Beneficiary): Detail[] {
  const number = numberOf(it)
  switch (it.beneficiary_type) {
    case 'power':
      return [
        { label: 'Meter number', value: number },
        { label: 'Meter type', value: it.type === 'postpaid' ? 'Postpaid' : 'Prepaid' },
        { label: 'Company', value: it.disco.description || it.disco.name, wide: true },
        { label: 'State', value: it.state ?? notAvailable },
        { label: 'Amount', value: naira(it.def_price) },
      ]
    case 'cable-tv':
      return [
        { label: 'Smartcard number', value: number },
        { label: 'Network', value: it.tv_network },
        { label: 'Bouquet', value: it.bouquet.title, wide: true },
        { label: 'Amount', value: naira(it.tv_bundle_amount) },
      ]
    case 'airtime':
      return [
        { label: 'Phone', value: number },
        { label: 'Network', value: sellerOf(it).name },
        { label: 'Amount', value: naira(it.def_amount) },
      ]
    case 'vtu-data':
      return [
        { label: 'Device ID', value: number },
        { label: 'Network', value: sellerOf(it).name },
        { label: 'Plan', value: it.bundle_name ?? notAvailable, wide: true },
        { label: 'Amount', value: naira(it.def_amount) },
      ]
  }
}
