import { type DataNetwork, getDeviceInfo } from '../../shared/data.ts'
import { Lazy } from '../lib/lazy.tsx'
import type { DataFormPage } from '../pages.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { networkHint } from '../purchase/network-hint.tsx'
import { onlyListed, priceOf } from '../purchase/providers.ts'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type BundleProvider } from '../ui/bundle-picker.tsx'
import { commonTexts, PhoneField } from '../ui/index.ts'
import { listDataNetworks } from './networks.ts'
import { dataTexts } from './texts.ts'
import { dataRules } from './values.ts'

const savedDevices = () => import('./saved-devices.tsx')

/** Data plan purchase. */
export default function DataForm(page: DataFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title={dataTexts.formTitle()}>
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, networks: initialNetworks, csrf, ...page }: DataFormPage) {
  const fields = useServiceFields(dataRules, posted)
  const networks = useList(initialNetworks, listDataNetworks)
  const providers = networks.map(toProvider)
  const values = onlyListed(fields.values, providers, {
    company: 'selected_provider',
    bundle: 'selected_bundle_code',
  })
  const form = useServiceForm(dataRules, {
    fields,
    values,
    lookUp: () => requestLookup(getDeviceInfo, dataRules.payloadOf(values)),
    initialError: page,
  })
  const network = form.field('selected_provider')

  return (
    <ServiceForm form={form} csrf={csrf} loadingText={dataTexts.preparingOrder()}>
      {page.signedIn && <Lazy load={savedDevices} props={{ onPick: fields.fill }} />}
      <PhoneField
        {...form.typedField('device_id')}
        label={dataTexts.device()}
        hint={dataTexts.deviceHint()}
      />
      <PhoneField
        {...form.typedField('phone_number_to_notify')}
        label={dataTexts.notifiedPhone()}
        hint={dataTexts.notifiedPhoneHint()}
      />
      <BundlePicker
        providers={providers}
        company={{
          ...network,
          label: commonTexts.network(),
          hint: networkHint({
            phone: values.device_id,
            chosen: values.selected_provider,
            networks,
            onChoose: network.onValue,
          }),
          placeholder: dataTexts.chooseNetwork(),
          title: dataTexts.chooseNetwork(),
        }}
        bundle={{
          ...form.field('selected_bundle_code'),
          label: commonTexts.plan(),
          placeholder: dataTexts.choosePlan(),
          title: dataTexts.choosePlan(),
        }}
      />
      <FixedAmount
        id="data-amount"
        naira={priceOf(providers, values.selected_provider, values.selected_bundle_code)}
      />
    </ServiceForm>
  )
}

const toProvider = ({ name, logo, data_plans }: DataNetwork): BundleProvider => ({
  value: name,
  name,
  logo,
  bundles: data_plans.map((plan) => ({ value: plan.code, title: plan.name, price: plan.price })),
})
