import { type DataNetwork, getDeviceInfo } from '../../shared/data.ts'
import { Later } from '../lib/later.tsx'
import type { DataFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { networkHint } from '../purchase/network-hint.tsx'
import { onlyListed, priceOf } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { testPhones } from '../purchase/test-values.ts'
import { useList } from '../purchase/use-list.ts'
import { askLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { PhoneField } from '../ui/index.ts'
import { listDataNetworks } from './networks.ts'
import { dataRules } from './values.ts'

const savedDevices = () => import('./saved-devices.tsx')

/** Buying a data plan. */
export default function DataForm(page: DataFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy data">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, networks: given, csrf, ...page }: DataFormPage) {
  const fields = useServiceFields(dataRules, posted)
  const networks = useList(given, listDataNetworks)
  const sellers = networks.map(sellerOf)
  const values = onlyListed(fields.values, sellers, {
    company: 'selected_provider',
    bundle: 'selected_bundle_code',
  })
  const form = useServiceForm(dataRules, {
    fields,
    values,
    lookUp: () => askLookup(getDeviceInfo, dataRules.payloadOf(values)),
    refusal: page,
  })
  const network = form.field('selected_provider')

  return (
    <ServiceForm form={form} csrf={csrf} wait="Preparing your order, please wait...">
      {page.signedIn && <Later load={savedDevices} props={{ onPick: fields.fill }} />}
      <PhoneField
        {...form.typed('device_id')}
        label="Device ID / phone number"
        hint={page.simulated ? testPhones : 'The line that gets the data.'}
      />
      <PhoneField
        {...form.typed('phone_number_to_notify')}
        label="Send Notification To"
        hint="A phone number: we tell it when the data is there."
      />
      <BundlePicker
        sellers={sellers}
        company={{
          ...network,
          label: 'Network',
          hint: networkHint({
            phone: values.device_id,
            chosen: values.selected_provider,
            networks,
            onChoose: network.onValue,
          }),
          placeholder: 'Choose the network',
          title: 'Choose the network',
        }}
        bundle={{
          ...form.field('selected_bundle_code'),
          label: 'Plan',
          placeholder: 'Choose the plan',
          title: 'Choose the plan',
        }}
      />
      <SetAmount
        id="data-amount"
        naira={priceOf(sellers, values.selected_provider, values.selected_bundle_code)}
      />
    </ServiceForm>
  )
}

const sellerOf = ({ name, logo, data_plans }: DataNetwork): Seller => ({
  value: name,
  name,
  logo,
  bundles: data_plans.map((plan) => ({ value: plan.code, title: plan.name, price: plan.price })),
})
