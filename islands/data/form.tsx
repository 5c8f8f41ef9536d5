import { type DeviceBeneficiary, deviceBeneficiaries } from '../../shared/beneficiaries.ts'
import { type DataNetwork, getDeviceInfo } from '../../shared/data.ts'
import { ask, formatPhone } from '../lib/index.ts'
import type { DataFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { BeneficiaryPicker, savedOnes } from '../purchase/beneficiary-picker.tsx'
import { onlyListed, priceOf } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { useQuote } from '../purchase/use-quote.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { PhoneField } from '../ui/index.ts'
import { listDataNetworks } from './networks.ts'
import { dataFields, isComplete, payloadOf, problemsOf } from './values.ts'

const testPhones =
  'Simulated money: any number works. An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Buying a data plan. */
export default function DataForm(page: DataFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy data">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, errors, message, networks: given, csrf, ...page }: DataFormPage) {
  const fields = useServiceFields('data', dataFields, posted)
  const sellers = useList(given, listDataNetworks).map(sellerOf)
  const values = onlyListed(fields.values, sellers, {
    company: 'selected_provider',
    bundle: 'selected_bundle_code',
  })

  const quote = useQuote(
    {
      service: 'data',
      values,
      payload: payloadOf(values),
      isDue: false,
      lookUp: async () => (await ask(getDeviceInfo, { body: payloadOf(values), quiet: true }))?.data ?? null,
    },
    { errors, message },
  )
  const form = useServiceForm({
    service: 'data',
    fields,
    values,
    names: dataFields,
    required: dataFields,
    problems: problemsOf(values),
    isComplete: isComplete(values),
    quote,
    message,
  })

  return (
    <ServiceForm form={form} csrf={csrf} wait="Preparing your order, please wait...">
      <BeneficiaryPicker
        load={savedDevices}
        signedIn={page.signedIn}
        onPick={(saved) => fields.fill(valuesOf(saved))}
      />
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
          ...form.field('selected_provider'),
          label: 'Network',
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

const savedDevices = savedOnes(deviceBeneficiaries)

const valuesOf = ({ device_id, data_provider, code, phone_number }: DeviceBeneficiary) => ({
  device_id: formatPhone(device_id),
  selected_provider: data_provider.name,
  ...(code && { selected_bundle_code: code }),
  ...(phone_number && { phone_number_to_notify: formatPhone(phone_number) }),
})
