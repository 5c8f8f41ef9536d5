import { addSmartcard } from '../../shared/beneficiaries.ts'
import { CabletvForm, quoteCabletv } from '../../shared/cabletv.ts'
import { smartcardLookupMinLength } from '../../shared/constants.ts'
import { accountRequest } from '../account/account-request.ts'
import { fetchCabletvNetworks } from '../cabletv/networks.ts'
import { fieldErrorsOf } from '../lib/index.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { bundlePrice } from '../purchase/billers.ts'
import { phonePayload } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { BundlePicker } from '../ui/bundle-picker.tsx'
import { commonTexts, NumericField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormLayout, customerFields, NationalPhoneField, useAddForm, useOwnerLookup } from './add-form.tsx'
import { beneficiaryFormTexts } from './form-texts.ts'

const required = ['smartcard_number', 'tv_network', 'bundle'] as const

/** Adds a smartcard with its bouquet. Its owner is looked up when all fields are filled in. */
export function AddCabletv({ phone, onAdded }: AddFormProps) {
  const networks = useList([], fetchCabletvNetworks)
  const billers = networks.map(({ id, name, logo, bundles }) => ({
    value: id,
    name,
    logo,
    bundles: bundles.map(({ code, title, price }) => ({ value: code, title, price })),
  }))
  const form = useAddForm({
    endpoint: addSmartcard,
    fieldNames: ['phone_number', ...required, ...customerFields],
    initialValues: { phone_number: phone },
    required,
    fieldByWireName: {
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
        phone_number: phonePayload(values.phone_number),
        additional_notes: values.additional_notes,
        customer_name: values.customer_name,
        customer_address: values.customer_address,
      }
    },
    onAdded,
  })
  const { values } = form
  const lookupBody = {
    smartcard_number: values.smartcard_number,
    cabletv_network: networks.find(({ id }) => id === values.tv_network)?.name ?? '',
    cabletv_bundle_code: values.bundle,
    phone_number: phonePayload(values.phone_number),
  }
  const isComplete =
    values.smartcard_number.length >= smartcardLookupMinLength &&
    Object.keys(fieldErrorsOf(CabletvForm, lookupBody)).length === 0
  const isLookingUp = useOwnerLookup({
    form,
    payloadKey: isComplete ? JSON.stringify(lookupBody) : null,
    fetchOwner: async () =>
      (await accountRequest(quoteCabletv, { body: lookupBody, everyField: false }))?.data ?? null,
  })
  const network = form.field('tv_network')

  return (
    <AddFormLayout form={form}>
      <NumericField
        {...form.field('smartcard_number')}
        label={commonTexts.smartcardNumber()}
        hint={
          isLookingUp ? beneficiaryFormTexts.checkingSmartcard() : beneficiaryFormTexts.smartcardNumberHint()
        }
        maxCharacters={12}
      />
      <NationalPhoneField {...form.field('phone_number')} label={commonTexts.phoneNumber()} />
      <BundlePicker
        billers={billers}
        billerField={{
          ...network,
          onValueChange: (value) => form.fill({ tv_network: value, bundle: '' }),
          label: commonTexts.network(),
          placeholder: beneficiaryFormTexts.networkPlaceholder(),
          title: beneficiaryFormTexts.networkPlaceholder(),
        }}
        bundleField={{
          ...form.field('bundle'),
          label: commonTexts.bouquet(),
          placeholder: beneficiaryFormTexts.bouquetPlaceholder(),
          title: beneficiaryFormTexts.bouquetPlaceholder(),
        }}
      />
      <FixedAmount id="add-amount" naira={bundlePrice(billers, values.tv_network, values.bundle)} />
    </AddFormLayout>
  )
}
