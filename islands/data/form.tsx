import type { DataNetwork } from '../../shared/data.ts'
import { Lazy } from '../lib/lazy.tsx'
import type { DataFormPage } from '../pages.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { bundlePrice, clearUnlisted } from '../purchase/billers.ts'
import { networkHint } from '../purchase/network-hint.tsx'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { type Biller, BundlePicker } from '../ui/bundle-picker.tsx'
import { commonTexts, PhoneField } from '../ui/index.ts'
import { fetchDataNetworks } from './networks.ts'
import { dataTexts } from './texts.ts'
import { dataRules, loadDataContract } from './values.ts'

const loadSavedDevices = () => import('./saved-devices.tsx')

/** Data plan purchase. */
export default function DataForm(page: DataFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title={dataTexts.formTitle()}>
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: postedValues, networks: initialNetworks, csrf, ...page }: DataFormPage) {
  const fields = useServiceFields(dataRules, postedValues, page.prefilled)
  const networks = useList(initialNetworks, fetchDataNetworks)
  const billers = networks.map(toBiller)
  const values = clearUnlisted(fields.values, billers, {
    biller: 'selected_provider',
    bundle: 'selected_bundle_code',
  })
  const form = useServiceForm(dataRules, {
    fields,
    values,
    lookUp: async () => {
      const { quoteData } = await loadDataContract()
      return requestLookup(quoteData, dataRules.toPayload(values))
    },
    initialError: page,
  })
  const network = form.selectField('selected_provider')

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      chargeNote={page.status.chargeNote}
      loadingText={dataTexts.preparingOrder()}
    >
      {page.signedIn && <Lazy load={loadSavedDevices} props={{ onPick: fields.fill }} />}
      <PhoneField {...form.textField('device_id')} label={dataTexts.device()} hint={dataTexts.deviceHint()} />
      <PhoneField
        {...form.textField('phone_number_to_notify')}
        label={dataTexts.notifiedPhone()}
        hint={dataTexts.notifiedPhoneHint()}
      />
      <BundlePicker
        billers={billers}
        billerField={{
          ...network,
          label: commonTexts.network(),
          hint: networkHint({
            phone: values.device_id,
            selectedNetwork: values.selected_provider,
            networks,
            onChoose: network.onValueChange,
          }),
          placeholder: dataTexts.chooseNetwork(),
          title: dataTexts.chooseNetwork(),
        }}
        bundleField={{
          ...form.selectField('selected_bundle_code'),
          label: commonTexts.plan(),
          placeholder: dataTexts.choosePlan(),
          title: dataTexts.choosePlan(),
        }}
      />
      <FixedAmount
        id="data-amount"
        naira={bundlePrice(billers, values.selected_provider, values.selected_bundle_code)}
      />
    </ServiceForm>
  )
}

const toBiller = ({ name, logo, data_plans }: DataNetwork): Biller => ({
  value: name,
  name,
  logo,
  bundles: data_plans.map((plan) => ({ value: plan.code, title: plan.name, price: plan.price })),
})
