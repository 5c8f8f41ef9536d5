import { type CabletvNetwork, getSmartcardInfo } from '../../shared/cabletv.ts'
import { Later } from '../lib/later.tsx'
import type { CabletvFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { CustomerCheck } from '../purchase/customer-check.tsx'
import { onlyListed, priceOf } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { testNumbers } from '../purchase/test-values.ts'
import { useList } from '../purchase/use-list.ts'
import { askLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { NumericField, PhoneField } from '../ui/index.ts'
import { listCabletvNetworks } from './networks.ts'
import { cabletvRules } from './values.ts'

const savedSmartcards = () => import('./saved-smartcards.tsx')

/** Renewing or changing a TV subscription: the form, and the customer's name as soon as it is known. */
export default function CabletvForm(page: CabletvFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Pay for cable TV">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, networks: given, csrf, ...page }: CabletvFormPage) {
  const fields = useServiceFields(cabletvRules, posted)
  const networks = useList(given, listCabletvNetworks)
  const sellers = networks.map(sellerOf)
  const values = onlyListed(fields.values, sellers, {
    company: 'cabletv_network',
    bundle: 'cabletv_bundle_code',
  })
  const network = networks.find(({ name }) => name === values.cabletv_network)
  const isByPhone = network?.known_by === 'phone'
  const form = useServiceForm(cabletvRules, {
    fields,
    values,
    lookUp: () => askLookup(getSmartcardInfo, cabletvRules.payloadOf(values)),
    refusal: page,
  })
  const { details } = form.quote

  return (
    <ServiceForm form={form} csrf={csrf} wait="Checking your smartcard, please wait...">
      {page.signedIn && <Later load={savedSmartcards} props={{ onPick: fields.fill }} />}
      <PhoneField {...form.typed('phone_number')} label="Phone number" hint="We send the receipt here." />
      <NumericField
        {...form.typed('smartcard_number')}
        label="Smartcard number"
        hint={
          isByPhone
            ? `${network.name} knows you by your phone number: please enter it here.`
            : page.simulated
              ? testNumbers('try 1212121212, or any number that begins with 12')
              : 'It stands on the card or on the decoder. GOtv calls it the IUC number.'
        }
        most={isByPhone ? 14 : 12}
      />
      <BundlePicker
        sellers={sellers}
        company={{
          ...form.field('cabletv_network'),
          label: 'Network',
          placeholder: 'Choose your network',
          title: 'Choose your network',
        }}
        bundle={{
          ...form.field('cabletv_bundle_code'),
          label: 'Bouquet',
          placeholder: 'Choose your bouquet',
          title: 'Choose your bouquet',
        }}
      />
      <SetAmount
        id="cabletv-amount"
        naira={priceOf(sellers, values.cabletv_network, values.cabletv_bundle_code)}
      />
      <CustomerCheck
        form={form}
        customer={
          details?.customer_name ? { name: details.customer_name, address: details.customer_address } : null
        }
        asking="Checking whose smartcard this is…"
      />
    </ServiceForm>
  )
}

const sellerOf = ({ name, logo, bundles }: CabletvNetwork): Seller => ({
  value: name,
  name,
  logo,
  bundles: bundles.map(({ code, title, price }) => ({ value: code, title, price })),
})
