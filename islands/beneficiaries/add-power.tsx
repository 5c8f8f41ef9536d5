import { addMeter, postpaidEconomy } from '../../shared/beneficiaries.ts'
import { type MeterTypeCode, meterLookupMinLength } from '../../shared/constants.ts'
import { PowerForm, quotePower } from '../../shared/power.ts'
import { accountRequest } from '../account/account-request.ts'
import { fetchStates } from '../account/lists.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { fetchDiscos } from '../power/discos.ts'
import { powerTexts } from '../power/texts.ts'
import { AmountField } from '../purchase/amount.tsx'
import { removeSeparators } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { ChoiceGroup, commonTexts, Picker, TextField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormLayout, customerFields, NationalPhoneField, useAddForm, useOwnerLookup } from './add-form.tsx'
import { beneficiaryFormTexts } from './form-texts.ts'
import { beneficiariesTexts } from './texts.ts'

const required = ['meter_type', 'phone_number', 'meter_number', 'disco_code', 'state_id', 'amount'] as const
const meterTypeChoices = () => [
  { value: 'prepaid', label: beneficiariesTexts.prepaid() },
  { value: 'postpaid', label: beneficiariesTexts.postpaid() },
]

/** Adds a meter. Its owner is looked up when all fields are filled in. */
export function AddPower({ phone, onAdded }: AddFormProps) {
  const states = useList([], fetchStates)
  const discos = useList([], fetchDiscos)
  const form = useAddForm({
    endpoint: addMeter,
    fieldNames: [...required, ...customerFields],
    initialValues: { meter_type: 'prepaid', amount: '1000', phone_number: phone },
    required,
    payloadOf: (values) => {
      const disco = discos.find(({ code }) => code === values.disco_code)
      return {
        meter_number: removeSeparators(values.meter_number),
        meter_type: values.meter_type === 'postpaid' ? postpaidEconomy : 'prepaid',
        phone_number: phonePayload(values.phone_number),
        amount: cleanAmount(values.amount),
        disco_id: disco?.id ?? '',
        disco_code: values.disco_code,
        state_id: values.state_id,
        company_id: disco?.id ?? '',
        additional_notes: values.additional_notes,
        customer_name: values.customer_name,
        customer_address: values.customer_address,
      }
    },
    onAdded,
  })
  const { values } = form
  const meterType: MeterTypeCode = values.meter_type === 'postpaid' ? 'postpaid' : 'prepaid'
  const lookupBody = {
    meter_number: removeSeparators(values.meter_number),
    meter_type: meterType,
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    meter_disco: values.disco_code,
  }
  const isComplete =
    lookupBody.meter_number.length >= meterLookupMinLength &&
    Object.keys(fieldErrorsOf(PowerForm, lookupBody)).length === 0
  const isLookingUp = useOwnerLookup({
    form,
    payloadKey: isComplete ? JSON.stringify(lookupBody) : null,
    fetchOwner: async () =>
      (await accountRequest(quotePower, { body: lookupBody, everyField: false }))?.data ?? null,
  })

  return (
    <AddFormLayout form={form}>
      <ChoiceGroup
        {...form.field('meter_type')}
        label={beneficiariesTexts.meterType()}
        choices={meterTypeChoices()}
      />
      <TextField
        {...form.field('meter_number')}
        label={commonTexts.meterNumber()}
        hint={isLookingUp ? powerTexts.lookupLoading() : powerTexts.meterNumberHint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      <NationalPhoneField {...form.field('phone_number')} label={commonTexts.phoneNumber()} />
      <Picker
        {...form.field('disco_code')}
        label={powerTexts.company()}
        title={powerTexts.companyTitle()}
        placeholder={powerTexts.companyPlaceholder()}
        search
        items={discos.map((company) => ({
          value: company.code,
          name: company.name,
          logo: company.logo,
          detail: company.states.join(', '),
        }))}
      />
      <Picker
        {...form.field('state_id')}
        label={beneficiariesTexts.state()}
        title={beneficiaryFormTexts.statePlaceholder()}
        placeholder={beneficiaryFormTexts.statePlaceholder()}
        search
        items={states.map(({ id, name }) => ({ value: id, name }))}
      />
      <AmountField {...form.field('amount')} presetAmounts={[1_000, 2_000, 5_000]} />
    </AddFormLayout>
  )
}
