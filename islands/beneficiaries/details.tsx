import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import { Button, commonTexts, type Detail, DetailsList, Dialog } from '../ui/index.ts'
import { beneficiaryNumberOf, billerOf } from './beneficiary-summary.ts'
import { beneficiariesTexts } from './texts.ts'
import { typeConfigs } from './type-configs.ts'

const naira = (amount: number | null) => (amount === null ? commonTexts.notAvailable() : formatMoney(amount))

interface DetailsProps {
  beneficiary: Beneficiary
  onChange: () => void
  onClose: () => void
}

/** The details of a beneficiary, without its virtual account. Airtime has the title of the device dialog, and a phone number instead of a device id. Source: ruling E-023 */
export const BeneficiaryDetails = ({ beneficiary, onChange, onClose }: DetailsProps) => (
  <Dialog title={typeConfigs[beneficiary.beneficiary_type].detailsTitle()} onClose={onClose}>
    <DetailsList
      items={[
        ...typeRows(beneficiary),
        {
          label: beneficiariesTexts.customerName(),
          value: beneficiary.customer_name ?? commonTexts.notAvailable(),
        },
        {
          label: beneficiariesTexts.customerAddress(),
          value: beneficiary.customer_address ?? commonTexts.notAvailable(),
          wide: true,
        },
        {
          label: commonTexts.phoneNumber(),
          value: beneficiary.phone_number
            ? displayPhone(beneficiary.phone_number)
            : commonTexts.notAvailable(),
        },
        {
          label: beneficiariesTexts.notes(),
          value: beneficiary.additional_notes ?? beneficiariesTexts.noNotes(),
        },
      ]}
    />
    <Button kind="plain" onClick={onChange}>
      {beneficiariesTexts.change()}
    </Button>
  </Dialog>
)

function typeRows(beneficiary: Beneficiary): Detail[] {
  const number = beneficiaryNumberOf(beneficiary)
  switch (beneficiary.beneficiary_type) {
    case 'power':
      return [
        { label: commonTexts.meterNumber(), value: number },
        {
          label: beneficiariesTexts.meterType(),
          value:
            beneficiary.type === 'postpaid' ? beneficiariesTexts.postpaid() : beneficiariesTexts.prepaid(),
        },
        {
          label: commonTexts.company(),
          value: beneficiary.disco.description || beneficiary.disco.name,
          wide: true,
        },
        { label: beneficiariesTexts.state(), value: beneficiary.state ?? commonTexts.notAvailable() },
        { label: commonTexts.amount(), value: naira(beneficiary.def_price) },
      ]
    case 'cable-tv':
      return [
        { label: commonTexts.smartcardNumber(), value: number },
        { label: commonTexts.network(), value: beneficiary.tv_network },
        { label: commonTexts.bouquet(), value: beneficiary.bouquet.title, wide: true },
        { label: commonTexts.amount(), value: naira(beneficiary.tv_bundle_amount) },
      ]
    case 'airtime':
      return [
        { label: commonTexts.phone(), value: number },
        { label: commonTexts.network(), value: billerOf(beneficiary).name },
        { label: commonTexts.amount(), value: naira(beneficiary.def_amount) },
      ]
    case 'vtu-data':
      return [
        { label: commonTexts.deviceId(), value: number },
        { label: commonTexts.network(), value: billerOf(beneficiary).name },
        {
          label: commonTexts.plan(),
          value: beneficiary.bundle_name ?? commonTexts.notAvailable(),
          wide: true,
        },
        { label: commonTexts.amount(), value: naira(beneficiary.def_amount) },
      ]
  }
}
