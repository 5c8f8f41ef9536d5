import { type SmartcardBeneficiary, smartcardBeneficiaries } from '../../shared/beneficiaries.ts'
import { type CabletvNetwork, getSmartcardInfo } from '../../shared/cabletv.ts'
import { ask, formatPhone } from '../lib/index.ts'
import type { CabletvFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { BeneficiaryPicker, savedOnes } from '../purchase/beneficiary-picker.tsx'
import { CustomerCheck } from '../purchase/customer-check.tsx'
import { onlyListed, priceOf } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { useQuote } from '../purchase/use-quote.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { NumericField, PhoneField } from '../ui/index.ts'
import { listCabletvNetworks } from './networks.ts'
import { cabletvFields, isComplete, isDue, payloadOf, problemsOf } from './values.ts'

const testCards =
  'Simulated money: try 1212121212, or any number that begins with 12. An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Renewing or changing a TV subscription: the form, and the customer's name as soon as it is known. */
export default function CabletvForm(page: CabletvFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Pay for cable TV">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, errors, message, networks: given, csrf, ...page }: CabletvFormPage) {
  const fields = useServiceFields('cabletv', cabletvFields, posted)
  const networks = useList(given, listCabletvNetworks)
  const sellers = networks.map(sellerOf)
  const values = onlyListed(fields.values, sellers, {
    company: 'cabletv_network',
    bundle: 'cabletv_bundle_code',
  })
  const network = networks.find(({ name }) => name === values.cabletv_network)
  const isByPhone = network?.known_by === 'phone'

  const quote = useQuote(
    {
      service: 'cabletv',
      values,
      payload: payloadOf(values),
      isDue: isDue(values),
      lookUp: async () =>
        (await ask(getSmartcardInfo, { body: payloadOf(values), quiet: true }))?.data ?? null,
    },
    { errors, message },
  )
  const form = useServiceForm({
    service: 'cabletv',
    fields,
    values,
    names: cabletvFields,
    required: cabletvFields,
    problems: problemsOf(values),
    isComplete: isComplete(values),
    quote,
    message,
  })
  const customer = quote.details?.customer_name

  return (
    <ServiceForm form={form} csrf={csrf} wait="Checking your smartcard, please wait...">
      <BeneficiaryPicker
        load={savedSmartcards}
        signedIn={page.signedIn}
        onPick={(saved) => fields.fill(valuesOf(saved))}
      />
      <PhoneField {...form.typed('phone_number')} label="Phone number" hint="We send the receipt here." />
      <NumericField
        {...form.typed('smartcard_number')}
        label="Smartcard number"
        hint={
          isByPhone
            ? `${network.name} knows you by your phone number: please enter it here.`
            : page.simulated
              ? testCards
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
        quote={quote}
        customer={customer ? { name: customer, address: quote.details?.customer_address ?? null } : null}
        asking="Checking whose smartcard this is…"
        isTold={form.submits > 0}
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

const savedSmartcards = savedOnes(smartcardBeneficiaries)

const valuesOf = ({ number, network, bouquet, phone_number }: SmartcardBeneficiary) => ({
  smartcard_number: number,
  cabletv_network: network.name,
  cabletv_bundle_code: bouquet.code,
  ...(phone_number && { phone_number: formatPhone(phone_number) }),
})
