import { addPhone, phoneLengthError } from '../../shared/beneficiaries.ts'
import { fetchAirtimeNetworks } from '../airtime/networks.ts'
import { cleanAmount } from '../lib/index.ts'
import { AmountField } from '../purchase/amount.tsx'
import { phonePayload } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { commonTexts, Picker } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormLayout, customerFields, NationalPhoneField, useAddForm } from './add-form.tsx'

const required = ['phone_number', 'provider_id', 'def_amount'] as const

/** Adds a phone for airtime. */
export function AddAirtime({ phone, onAdded }: AddFormProps) {
  const networks = useList([], fetchAirtimeNetworks)
  const form = useAddForm({
    endpoint: addPhone,
    fieldNames: [...required, ...customerFields],
    initialValues: { phone_number: phone, def_amount: '1000' },
    required,
    findPhoneError: phoneLengthError,
    fieldByWireName: { provider: 'provider_id' },
    payloadOf: (values) => ({
      phone_number: phonePayload(values.phone_number),
      country_code: '234',
      provider: networks.find(({ id }) => id === values.provider_id)?.name ?? '',
      provider_id: values.provider_id,
      def_amount: cleanAmount(values.def_amount),
      code: '',
      additional_notes: values.additional_notes,
      customer_name: values.customer_name,
      customer_address: values.customer_address,
    }),
    onAdded,
  })
  return (
    <AddFormLayout form={form}>
      <NationalPhoneField {...form.field('phone_number')} label={commonTexts.phoneNumber()} />
      <Picker
        {...form.field('provider_id')}
        label={commonTexts.network()}
        title={commonTexts.chooseNetwork()}
        placeholder={commonTexts.chooseNetwork()}
        items={networks.map(({ id, name, logo }) => ({ value: id, name, logo }))}
      />
      <AmountField {...form.field('def_amount')} presetAmounts={[100, 500, 1_000]} />
    </AddFormLayout>
  )
}
