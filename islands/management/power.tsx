import { useState } from 'react'
import { subscribePower } from '../../shared/management/purchases.ts'
import { userMeters } from '../../shared/management/users.ts'
import { printReceiptPage } from '../../shared/pages.ts'
import { getMeterInfo, type MeterInfo, type PowerOrder, powerProviders } from '../../shared/power.ts'
import { useQuery } from '../account/use-query.ts'
import { cleanAmount, formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { shareByDevice } from '../power/native-share.ts'
import { Receipt } from '../power/receipt.tsx'
import { shareText } from '../power/share.ts'
import { TokenList } from '../power/token-list.tsx'
import { useReceipt } from '../power/use-receipt.ts'
import { Button, ChoiceGroup, type Detail, MoneyField, PhoneField, Picker, TextField } from '../ui/index.ts'
import { BeneficiaryChoice } from './beneficiary-choice.tsx'
import { PageLayout } from './page-layout.tsx'
import { PurchasePage } from './purchase-page.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { usePurchase } from './use-purchase.ts'
import { UserPicker } from './user-picker.tsx'

const meterTypes = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const
const empty = { meter_type: 'prepaid', phone_number: '', meter_number: '', meter_disco: '', amount: '' }
type Values = typeof empty

const payload = (values: Values) => ({
  meter_number: values.meter_number,
  meter_type: values.meter_type === 'postpaid' ? ('postpaid' as const) : ('prepaid' as const),
  phone_number: values.phone_number.replace(/\s/g, ''),
  amount: cleanAmount(values.amount),
  meter_disco: values.meter_disco,
})

/** Page where a manager buys electricity for a user or records an external purchase. */
export default function ManagePower(page: ManagementPage) {
  const purchase = usePurchase({
    name: 'power',
    empty,
    lookUp: getMeterInfo,
    subscribe: subscribePower,
    payload,
  })
  const { values, set, user } = purchase
  const discos = useQuery(powerProviders).data ?? []
  const meters = useQuery(userMeters, user && { params: { uniqueid: user.id } }).data
  const [isRecording, setIsRecording] = useState(false)
  const isComplete = user !== null && Object.values(values).every((value) => value.trim() !== '')

  return (
    <PageLayout
      {...page}
      path="/management/power"
      title="Buy power"
      action={
        <Button kind="plain" onClick={() => setIsRecording(true)}>
          Create record
        </Button>
      }
    >
      <PurchasePage
        purchase={purchase}
        isComplete={isComplete}
        loadingText="Checking the meter, please wait..."
        rowsOf={rowsOf}
        receipt={(order) => <PurchaseReceipt order={order} page={page} />}
      >
        <ChoiceGroup
          name="meter_type"
          label="Meter type"
          choices={meterTypes}
          value={values.meter_type}
          onValue={(value) => set('meter_type', value)}
        />
        <UserPicker chosen={user} onChoose={purchase.setUser} />
        <BeneficiaryChoice
          saved={meters}
          logoOf={(meter) => meter.disco.logo}
          onChoose={(meter) =>
            purchase.fill({
              meter_number: meter.number,
              meter_type: meter.type,
              meter_disco: meter.disco.code,
              ...(meter.phone_number && { phone_number: meter.phone_number }),
              ...(meter.def_amount && { amount: String(meter.def_amount) }),
            })
          }
        />
        <PhoneField
          name="phone_number"
          label="Phone number"
          autoComplete="off"
          value={values.phone_number}
          onValue={(value) => set('phone_number', value)}
        />
        <TextField
          name="meter_number"
          label="Meter number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={values.meter_number}
          onValue={(value) => set('meter_number', value)}
        />
        <Picker
          name="meter_disco"
          label="Company/City"
          title="Choose the electricity company"
          placeholder="Choose the company"
          search
          value={values.meter_disco}
          onValue={(value) => set('meter_disco', value)}
          items={discos.map(({ code, name, logo, states }) => ({
            value: code,
            name,
            logo,
            line: states.join(', '),
          }))}
        />
        <MoneyField
          name="amount"
          label="Amount"
          value={values.amount}
          onValue={(value) => set('amount', value)}
        />
      </PurchasePage>
      {isRecording && <RecordDialog discos={discos} onClose={() => setIsRecording(false)} />}
    </PageLayout>
  )
}

const rowsOf = (info: MeterInfo): Detail[] => [
  { label: 'Customer', value: info.customer_name, wide: true },
  { label: 'Address', value: info.customer_address ?? 'Not available' },
  { label: 'Meter number', value: info.meter_number },
  { label: 'Company', value: info.disco.name },
  { label: 'Phone number', value: info.phone_number },
  { label: 'Amount', value: formatMoney(info.amount) },
  { label: 'Service charge', value: formatMoney(info.service_charge) },
  { label: 'Total', value: formatMoney(info.total_amount), strong: true },
]

/** Token and receipt with print, download and share. Source: E-097 */
function PurchaseReceipt({ order, page }: { order: PowerOrder; page: ManagementPage }) {
  const receipt = useReceipt(order)
  const text = shareText(order, page.brandName)
  return (
    <>
      <TokenList order={order} />
      <Receipt order={order} />
      <div className="grid gap-3 sm:grid-cols-2">
        <a
          className="btn btn-plain"
          href={printReceiptPage(order.reference)}
          target="_blank"
          rel="noreferrer"
        >
          Print Receipt
        </a>
        <Button kind="plain" busy={receipt.isLoading} onClick={receipt.download}>
          Download receipt
        </Button>
        <Button kind="plain" onClick={() => shareByDevice(text)}>
          Share
        </Button>
      </div>
    </>
  )
}
