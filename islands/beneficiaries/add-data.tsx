import { addDevice, phoneLengthError } from '../../shared/beneficiaries.ts'
import { listDataNetworks } from '../data/networks.ts'
import { limitLength } from '../lib/index.ts'
import { toNationalFormat } from '../lib/phone.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { phonePayload } from '../purchase/phones.ts'
import { priceOf } from '../purchase/providers.ts'
import { useList } from '../purchase/use-list.ts'
import { BundlePicker } from '../ui/bundle-picker.tsx'
import { TextField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormFrame, customerFields, NationalPhoneField, useAddForm } from './add-form.tsx'

const required = ['device_id', 'provider_id'] as const

/** Adds a device or phone for data; plan and phone are optional. Source: decision E-019 */
export function AddData({ phone, onAdded }: AddFormProps) {
  const networks = useList([], listDataNetworks)
  const providers = networks.map(({ id, name, logo, data_plans }) => ({
    value: id,
    name,
    logo,
    bundles: data_plans.map((plan) => ({ value: plan.code, title: plan.name, price: plan.price })),
  }))
  const form = useAddForm({
    call: addDevice,
    names: ['device_id', 'phone_number', 'provider_id', 'bundle', ...customerFields],
    first: { phone_number: phone },
    required,
    phoneProblem: phoneLengthError,
    fieldOf: { provider: 'provider_id', bundle_code: 'bundle', bundle_id: 'bundle', def_amount: 'bundle' },
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
    <AddFormFrame form={form}>
      <TextField
        {...form.field('device_id')}
        label="Device ID / phone number"
        hint="Number or device to load"
        autoComplete="off"
        onValue={(typed) => form.fill({ device_id: limitLength(toNationalFormat(typed), 12) })}
      />
      <NationalPhoneField {...form.field('phone_number')} label="Phone number (optional)" />
      <BundlePicker
        providers={providers}
        company={{
          ...form.field('provider_id'),
          onValue: (value) => form.fill({ provider_id: value, bundle: '' }),
          label: 'Network',
          placeholder: 'Choose the network',
          title: 'Choose the network',
        }}
        bundle={{
          ...form.field('bundle'),
          label: 'Plan (optional)',
          placeholder: 'Choose the plan',
          title: 'Choose the plan',
        }}
      />
      <FixedAmount id="add-amount" naira={priceOf(providers, values.provider_id, values.bundle)} />
    </AddFormFrame>
  )
}
