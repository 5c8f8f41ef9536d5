import { addSmartcard } from '../../shared/beneficiaries.ts'
import { CabletvForm, getSmartcardInfo } from '../../shared/cabletv.ts'
import { smartcardLookupLength } from '../../shared/constants.ts'
import { askAccount } from '../account/ask-account.ts'
import { listCabletvNetworks } from '../cabletv/networks.ts'
import { fieldErrorsOf } from '../lib/index.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { sentPhone } from '../purchase/phones.ts'
import { priceOf } from '../purchase/sellers.ts'
import { useList } from '../purchase/use-list.ts'
import { BundlePicker } from '../ui/bundle-picker.tsx'
import { NumericField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormFrame, customerFields, HomePhone, useAddForm, useOwner } from './add-form.tsx'

const required = ['smartcard_number', 'tv_network', 'bundle'] as const

/** Saving a smartcard with its bouquet. Whose it is is asked as soon as all of it is there. */
export function AddCabletv({ phone, onAdded }: AddFormProps) {
  const networks = useList([], listCabletvNetworks)
  const sellers = networks.map(({ id, name, logo, bundles }) => ({
    value: id,
    name,
    logo,
    bundles: bundles.map(({ code, title, price }) => ({ value: code, title, price })),
  }))
  const form = useAddForm({
    call: addSmartcard,
    names: ['phone_number', ...required, ...customerFields],
    first: { phone_number: phone },
    required,
    shownAs: {
      service_code: 'tv_network',
      cabletv_network_id: 'tv_network',
      cabletv_bouquet_id: 'bundle',
      tv_bundle_amount: 'bundle',
    },
    payloadOf: (values) => {
      const network = networks.find(({ id }) => id === values.tv_network)
      const bouquet = network?.bundles.find(({ code }) => code === values.bundle)
      return {
        smartcard_number: values.smartcard_number,
        service_code: network?.code ?? '',
        tv_network: network?.name ?? '',
        bundle: bouquet?.title ?? '',
        cabletv_network_id: network?.id ?? '',
        cabletv_bouquet_id: bouquet?.id ?? '',
        tv_bundle_amount: bouquet?.price ?? '',
        phone_number: sentPhone(values.phone_number),
        additional_notes: values.additional_notes,
        customer_name: values.customer_name,
        customer_address: values.customer_address,
      }
    },
    onAdded,
  })
  const { values } = form
  const question = {
    smartcard_number: values.smartcard_number,
    cabletv_network: networks.find(({ id }) => id === values.tv_network)?.name ?? '',
    cabletv_bundle_code: values.bundle,
    phone_number: sentPhone(values.phone_number),
  }
  const isDue =
    values.smartcard_number.length >= smartcardLookupLength &&
    Object.keys(fieldErrorsOf(CabletvForm, question)).length === 0
  const isAsking = useOwner({
    form,
    about: isDue ? JSON.stringify(question) : null,
    ask: async () =>
      (await askAccount(getSmartcardInfo, { body: question, everyField: false }))?.data ?? null,
  })
  const network = form.field('tv_network')

  return (
    <AddFormFrame form={form}>
      <NumericField
        {...form.field('smartcard_number')}
        label="Smartcard number"
        hint={isAsking ? 'Checking whose smartcard this is…' : 'It stands on the card or on the decoder.'}
        most={12}
      />
      <HomePhone {...form.field('phone_number')} label="Phone number" />
      <BundlePicker
        sellers={sellers}
        company={{
          ...network,
          onValue: (value) => form.fill({ tv_network: value, bundle: '' }),
          label: 'Network',
          placeholder: 'Choose your network',
          title: 'Choose your network',
        }}
        bundle={{
          ...form.field('bundle'),
          label: 'Bouquet',
          placeholder: 'Choose your bouquet',
          title: 'Choose your bouquet',
        }}
      />
      <SetAmount id="add-amount" naira={priceOf(sellers, values.tv_network, values.bundle)} />
    </AddFormFrame>
  )
}
