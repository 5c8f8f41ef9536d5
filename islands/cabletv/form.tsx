import type { CabletvNetwork } from '../../shared/cabletv.ts'
import { Lazy } from '../lib/lazy.tsx'
import type { CabletvFormPage } from '../pages.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { bundlePrice, clearUnlisted } from '../purchase/billers.ts'
import { CustomerLookupStatus } from '../purchase/customer-check.tsx'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { type Biller, BundlePicker } from '../ui/bundle-picker.tsx'
import { commonTexts, NumericField, PhoneField } from '../ui/index.ts'
import { fetchCabletvNetworks } from './networks.ts'
import { cabletvTexts } from './texts.ts'
import { cabletvRules, loadCabletvContract } from './values.ts'

const loadSavedSmartcards = () => import('./saved-smartcards.tsx')

/** TV subscription purchase: the form, and the customer's name as soon as it is known. */
export default function CabletvForm(page: CabletvFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title={cabletvTexts.formTitle()}>
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: postedValues, networks: initialNetworks, csrf, ...page }: CabletvFormPage) {
  const fields = useServiceFields(cabletvRules, postedValues, page.prefilled)
  const networks = useList(initialNetworks, fetchCabletvNetworks)
  const billers = networks.map(toBiller)
  const values = clearUnlisted(fields.values, billers, {
    biller: 'cabletv_network',
    bundle: 'cabletv_bundle_code',
  })
  const network = networks.find(({ name }) => name === values.cabletv_network)
  const isByPhone = network?.identified_by === 'phone'
  const form = useServiceForm(cabletvRules, {
    fields,
    values,
    lookUp: async () => {
      const { quoteCabletv } = await loadCabletvContract()
      return requestLookup(quoteCabletv, cabletvRules.toPayload(values))
    },
    initialError: page,
  })
  const { details } = form.quote

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      chargeNote={page.status.chargeNote}
      loadingText={cabletvTexts.checkingSmartcard()}
    >
      {page.signedIn && <Lazy load={loadSavedSmartcards} props={{ onPick: fields.fill }} />}
      <PhoneField
        {...form.textField('phone_number')}
        label={commonTexts.phoneNumber()}
        hint={cabletvTexts.phoneHint()}
      />
      <NumericField
        {...form.textField('smartcard_number')}
        label={commonTexts.smartcardNumber()}
        hint={
          isByPhone
            ? cabletvTexts.smartcardByPhoneHint({ network: network.name })
            : cabletvTexts.smartcardHint()
        }
        maxCharacters={isByPhone ? 14 : 12}
      />
      <BundlePicker
        billers={billers}
        billerField={{
          ...form.selectField('cabletv_network'),
          label: commonTexts.network(),
          placeholder: cabletvTexts.chooseNetwork(),
          title: cabletvTexts.chooseNetwork(),
        }}
        bundleField={{
          ...form.selectField('cabletv_bundle_code'),
          label: commonTexts.bouquet(),
          placeholder: cabletvTexts.chooseBouquet(),
          title: cabletvTexts.chooseBouquet(),
        }}
      />
      <FixedAmount
        id="cabletv-amount"
        naira={bundlePrice(billers, values.cabletv_network, values.cabletv_bundle_code)}
      />
      <CustomerLookupStatus
        form={form}
        customer={
          details?.customer_name ? { name: details.customer_name, address: details.customer_address } : null
        }
        loadingText={cabletvTexts.lookupLoading()}
      />
    </ServiceForm>
  )
}

const toBiller = ({ name, logo, bundles }: CabletvNetwork): Biller => ({
  value: name,
  name,
  logo,
  bundles: bundles.map(({ code, title, price }) => ({ value: code, title, price })),
})
