import {
  type CabletvInfo,
  type CabletvOrder,
  getCabletvNetworks,
  quoteCabletv,
} from '../../shared/cabletv.ts'
import { purchaseCabletvForUser } from '../../shared/management/purchases.ts'
import { getUserSmartcards } from '../../shared/management/users.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, type Detail, DetailsList, NumericField, PhoneField, Picker } from '../ui/index.ts'
import { BeneficiaryChoice } from './beneficiary-choice.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PurchasePage } from './purchase-page.tsx'
import { managedPurchaseTexts } from './purchase-texts.ts'
import { managementTexts } from './texts.ts'
import { usePurchase } from './use-purchase.ts'
import { UserPicker } from './user-picker.tsx'

const empty = { smartcard_number: '', cabletv_network: '', cabletv_bundle_code: '', phone_number: '' }
type Values = typeof empty

const payload = (values: Values) => ({
  smartcard_number: values.smartcard_number,
  cabletv_network: values.cabletv_network,
  cabletv_bundle_code: values.cabletv_bundle_code,
  phone_number: values.phone_number.replace(/\s/g, ''),
})

/** Page where a manager renews a TV subscription for a user. */
export default function ManageCabletv(page: ManagementPage) {
  const purchase = usePurchase({
    name: 'cabletv',
    empty,
    lookUp: quoteCabletv,
    purchase: purchaseCabletvForUser,
    payload,
  })
  const { values, field, user } = purchase
  const networks = useQuery(getCabletvNetworks).data ?? []
  const network = networks.find(({ name }) => name === values.cabletv_network)
  const isByPhone = network?.identified_by === 'phone'
  const smartcards = useQuery(getUserSmartcards, user && { params: { uniqueid: user.id } }).data
  const isComplete = user !== null && Object.values(values).every((value) => value.trim() !== '')

  return (
    <PageLayout {...page} path="/management/cabletv" title={menuTexts.buyCabletv()}>
      <PurchasePage
        purchase={purchase}
        isComplete={isComplete}
        loadingText={managedPurchaseTexts.checkingSmartcard()}
        rowsOf={rowsOf}
        receipt={(order) => <DetailsList items={receiptOf(order)} />}
      >
        <UserPicker user={user} onChoose={purchase.setUser} />
        <BeneficiaryChoice
          saved={smartcards}
          logoOf={(smartcard) => smartcard.network.logo}
          onChoose={(smartcard) =>
            purchase.fill({
              smartcard_number: smartcard.number,
              cabletv_network: smartcard.tv_network,
              cabletv_bundle_code: smartcard.bouquet.code,
              ...(smartcard.phone_number && { phone_number: smartcard.phone_number }),
            })
          }
        />
        <NumericField
          {...field('smartcard_number')}
          label={commonTexts.smartcardNumber()}
          hint={isByPhone ? managedPurchaseTexts.smartcardByPhone({ network: network.name }) : undefined}
          maxCharacters={isByPhone ? 14 : 12}
        />
        <Picker
          {...field('cabletv_network')}
          label={commonTexts.network()}
          title={managedPurchaseTexts.chooseNetwork()}
          placeholder={managedPurchaseTexts.chooseNetwork()}
          onValueChange={(value) => purchase.fill({ cabletv_network: value, cabletv_bundle_code: '' })}
          items={networks.map(({ name, logo }) => ({ value: name, name, logo }))}
        />
        <Picker
          {...field('cabletv_bundle_code')}
          label={commonTexts.bouquet()}
          title={managedPurchaseTexts.chooseBouquet()}
          placeholder={
            network ? managedPurchaseTexts.chooseBouquet() : managedPurchaseTexts.chooseNetworkFirst()
          }
          search
          items={(network?.bundles ?? []).map(({ code, title, price }) => ({
            value: code,
            name: title,
            detail: formatMoney(price),
          }))}
        />
        <PhoneField {...field('phone_number')} label={commonTexts.phoneNumber()} autoComplete="off" />
      </PurchasePage>
    </PageLayout>
  )
}

const rowsOf = (info: CabletvInfo): Detail[] => [
  { label: managementTexts.customer(), value: info.customer_name ?? commonTexts.notAvailable(), wide: true },
  { label: commonTexts.smartcardNumber(), value: info.smartcard_number },
  { label: commonTexts.network(), value: info.network.name },
  { label: commonTexts.bouquet(), value: info.bundle.title },
  { label: commonTexts.amount(), value: formatMoney(info.amount) },
  { label: commonTexts.serviceCharge(), value: formatMoney(info.service_charge) },
  { label: commonTexts.total(), value: formatMoney(info.total_amount), strong: true },
]

const receiptOf = (order: CabletvOrder): Detail[] => [
  { label: commonTexts.network(), value: order.tv_network.name },
  { label: commonTexts.bouquet(), value: order.bundle.title },
  { label: commonTexts.smartcardNumber(), value: order.smartcard_number },
  { label: managementTexts.customer(), value: order.customer_name ?? commonTexts.notAvailable() },
  { label: commonTexts.reference(), value: order.reference },
  { label: commonTexts.date(), value: <DateTime value={order.created_at} />, wide: true },
  ...order.vouchers.map((voucher) => ({ label: managedPurchaseTexts.voucher(), value: voucher, wide: true })),
  { label: commonTexts.amount(), value: formatMoney(order.amount), strong: true },
]
