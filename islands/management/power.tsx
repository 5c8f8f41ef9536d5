import { useState } from 'react'
import { purchasePowerForUser } from '../../shared/management/purchases.ts'
import { getUserMeters } from '../../shared/management/users.ts'
import { printReceiptPageUrl } from '../../shared/pages.ts'
import { getPowerProviders, type MeterInfo, type PowerOrder, quotePower } from '../../shared/power.ts'
import { useQuery } from '../account/use-query.ts'
import { cleanAmount, formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { powerDetailsTexts } from '../power/details-texts.ts'
import { shareByDevice } from '../power/native-share.ts'
import { ReceiptRows } from '../power/receipt-card.tsx'
import { powerReceiptTexts } from '../power/receipt-texts.ts'
import { shareText } from '../power/share.ts'
import { powerTexts } from '../power/texts.ts'
import { TokenList } from '../power/token-list.tsx'
import { useReceipt } from '../power/use-receipt.ts'
import { DateTime } from '../purchase/date-time.tsx'
import {
  Button,
  ChoiceGroup,
  commonTexts,
  type Detail,
  MoneyField,
  PhoneField,
  Picker,
  renderParts,
  TextField,
} from '../ui/index.ts'
import { BeneficiaryChoice } from './beneficiary-choice.tsx'
import { menuTexts } from './menu-texts.ts'
import { meterTypeChoices } from './meter-type-choices.ts'
import { PageLayout } from './page-layout.tsx'
import { PurchasePage } from './purchase-page.tsx'
import { managedPurchaseTexts } from './purchase-texts.ts'
import { RecordDialog } from './record-dialog.tsx'
import { managementTexts } from './texts.ts'
import { usePurchase } from './use-purchase.ts'
import { UserPicker } from './user-picker.tsx'
import { isVisible } from './visible.ts'

const empty = { meter_type: 'prepaid', phone_number: '', meter_number: '', meter_disco: '', amount: '' }
type Values = typeof empty

const payload = (values: Values) => ({
  meter_number: values.meter_number,
  meter_type: values.meter_type === 'postpaid' ? ('postpaid' as const) : ('prepaid' as const),
  phone_number: values.phone_number.replace(/\s/g, ''),
  amount: cleanAmount(values.amount),
  meter_disco: values.meter_disco,
})

/**
 * Page where a manager buys electricity for a user or records a purchase that was made on another platform; each has its
 * own scopes.
 */
export default function ManagePower(page: ManagementPage) {
  const purchase = usePurchase({
    name: 'power',
    empty,
    lookUp: quotePower,
    purchase: purchasePowerForUser,
    payload,
  })
  const { values, field, user } = purchase
  const discos = useQuery(getPowerProviders).data ?? []
  const meters = useQuery(getUserMeters, user && { params: { uniqueid: user.id } }).data
  const [isRecording, setIsRecording] = useState(false)
  const isComplete = user !== null && Object.values(values).every((value) => value.trim() !== '')

  return (
    <PageLayout
      {...page}
      path="/management/power"
      title={menuTexts.buyPower()}
      action={
        <Button kind="plain" onClick={() => setIsRecording(true)}>
          {managedPurchaseTexts.createRecord()}
        </Button>
      }
    >
      {isVisible(page.scopes, purchasePowerForUser.name) ? (
        <PurchasePage
          purchase={purchase}
          isComplete={isComplete}
          loadingText={managedPurchaseTexts.checkingMeter()}
          rowsOf={rowsOf}
          receipt={(order) => <PurchaseReceipt order={order} page={page} />}
        >
          <ChoiceGroup {...field('meter_type')} label={powerTexts.meterType()} choices={meterTypeChoices()} />
          <UserPicker user={user} onChoose={purchase.setUser} />
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
          <PhoneField {...field('phone_number')} label={commonTexts.phoneNumber()} autoComplete="off" />
          <TextField
            {...field('meter_number')}
            label={commonTexts.meterNumber()}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
          />
          <Picker
            {...field('meter_disco')}
            label={managedPurchaseTexts.companyOrCity()}
            title={managedPurchaseTexts.companyTitle()}
            placeholder={managedPurchaseTexts.companyPlaceholder()}
            search
            items={discos.map(({ code, name, logo, states }) => ({
              value: code,
              name,
              logo,
              detail: states.join(', '),
            }))}
          />
          <MoneyField {...field('amount')} label={commonTexts.amount()} />
        </PurchasePage>
      ) : (
        <p className="note">{managedPurchaseTexts.recordsOnly()}</p>
      )}
      {isRecording && <RecordDialog discos={discos} onClose={() => setIsRecording(false)} />}
    </PageLayout>
  )
}

const rowsOf = (info: MeterInfo): Detail[] => [
  { label: managementTexts.customer(), value: info.customer_name, wide: true },
  ...(info.customer_address ? [{ label: managedPurchaseTexts.address(), value: info.customer_address }] : []),
  { label: commonTexts.meterNumber(), value: info.meter_number },
  { label: managedPurchaseTexts.company(), value: info.disco.name },
  { label: commonTexts.phoneNumber(), value: info.phone_number },
  { label: commonTexts.amount(), value: formatMoney(info.amount) },
  { label: commonTexts.serviceCharge(), value: formatMoney(info.service_charge) },
  { label: commonTexts.total(), value: formatMoney(info.total_amount), strong: true },
  ...unitsRow(info),
]

const unitsRow = ({ estimated_units: estimate }: MeterInfo): Detail[] =>
  estimate
    ? [
        {
          label: powerDetailsTexts.estimatedUnits(),
          wide: true,
          value: renderParts(
            powerDetailsTexts.unitsAt({
              units: estimate.units,
              time: () => <DateTime value={estimate.created_at} />,
            }),
          ),
        },
      ]
    : []

/** Token and receipt with print, download and share. Source: E-097 */
function PurchaseReceipt({ order, page }: { order: PowerOrder; page: ManagementPage }) {
  const receipt = useReceipt(order)
  const text = shareText(order, page.brandName)
  return (
    <>
      <TokenList order={order} />
      {order.token && <p className="field-hint">{powerReceiptTexts.onReject()}</p>}
      <ReceiptRows order={order} />
      <div className="field-columns">
        <a
          className="btn btn-plain"
          href={printReceiptPageUrl(order.reference)}
          target="_blank"
          rel="noreferrer"
        >
          {managedPurchaseTexts.printReceipt()}
        </a>
        <Button kind="plain" busy={receipt.isLoading} onClick={receipt.download}>
          {managedPurchaseTexts.downloadReceipt()}
        </Button>
        <Button kind="plain" onClick={() => shareByDevice(text)}>
          {managedPurchaseTexts.shareReceipt()}
        </Button>
      </div>
    </>
  )
}
