import { addDevice, phoneLengthError } from '../../shared/beneficiaries.ts'
import { fetchDataNetworks } from '../data/networks.ts'
import { limitLength } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { bundlePrice } from '../purchase/billers.ts'
import { phonePayload } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { BundlePicker } from '../ui/bundle-picker.tsx'
import { commonTexts, TextField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormLayout, customerFields, NationalPhoneField, useAddForm } from './add-form.tsx'
import { beneficiaryFormTexts } from './form-texts.ts'

const required = ['device_id', 'provider_id'] as const

/** Adds a device or phone for data; plan and phone are optional. Source: ruling E-019 */
export function AddData({ phone, onAdded }: AddFormProps) {
  const networks = useList([], fetchDataNetworks)
  const billers = networks.map(({ id, name, logo, data_plans }) => ({
    value: id,
    name,
    logo,
    bundles: data_plans.map((plan) => ({ value: plan.code, title: plan.name, price: plan.price })),
  }))
  const form = useAddForm({
    endpoint: addDevice,
    fieldNames: ['device_id', 'phone_number', 'provider_id', 'bundle', ...customerFields],
    initialValues: { phone_number: phone },
    required,
    findPhoneError: phoneLengthError,
    fieldByWireName: {
      provider: 'provider_id',
      bundle_code: 'bundle',
      bundle_id: 'bundle',
      def_amount: 'bundle',
    },
    payloadOf: (values) => {
      const network = networks.find(({ id }) => id === values.provider_id)
      const plan = network?.data_plans.find(({ code }) => code === values.bundle)
      return {
        phone_number: phonePayload(values.phone_number),
        device_id: values.device_id.trim(),
        bundle_code: plan?.code ?? '',
        bundle_id: plan?.id ?? '',
        bundle: plan?.name ?? '',
        def_amount: plan?.price ?? '',
        provider: network?.name ?? '',
        provider_id: values.provider_id,
        additional_notes: values.additional_notes,
        customer_name: values.customer_name,
        customer_address: values.customer_address,
      }
    },
    onAdded,
  })
  const { values } = form
  return (
    <AddFormLayout form={form}>
      <TextField
        {...form.field('device_id')}
        label={beneficiaryFormTexts.deviceOrPhone()}
        hint={beneficiaryFormTexts.deviceOrPhoneHint()}
        autoComplete="off"
        onValueChange={(typed) => form.fill({ device_id: limitLength(toNationalFormat(typed), 12) })}
      />
      <NationalPhoneField {...form.field('phone_number')} label={beneficiaryFormTexts.phoneOptional()} />
      <BundlePicker
        billers={billers}
        billerField={{
          ...form.field('provider_id'),
          onValueChange: (value) => form.fill({ provider_id: value, bundle: '' }),
          label: commonTexts.network(),
          placeholder: commonTexts.chooseNetwork(),
          title: commonTexts.chooseNetwork(),
        }}
        bundleField={{
          ...form.field('bundle'),
          label: beneficiaryFormTexts.planOptional(),
          placeholder: beneficiaryFormTexts.planPlaceholder(),
          title: beneficiaryFormTexts.planPlaceholder(),
        }}
      />
      <FixedAmount id="add-amount" naira={bundlePrice(billers, values.provider_id, values.bundle)} />
    </AddFormLayout>
  )
}
