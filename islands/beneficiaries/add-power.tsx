import { addMeter, postpaidEconomy } from '../../shared/beneficiaries.ts'
import { type MeterType, meterLookupLength } from '../../shared/constants.ts'
import { getMeterInfo, PowerForm } from '../../shared/power.ts'
import { accountRequest } from '../account/account-request.ts'
import { listStates } from '../account/lists.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { listDiscos } from '../power/discos.ts'
import { AmountField } from '../purchase/amount.tsx'
import { cleanNumber } from '../purchase/form-rules.ts'
import { phonePayload } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { ChoiceGroup, Picker, TextField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormFrame, customerFields, NationalPhoneField, useAddForm, useOwnerLookup } from './add-form.tsx'

const required = ['meter_type', 'phone_number', 'meter_number', 'disco_code', 'state_id', 'amount'] as const
const meterTypeChoices = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const

/** Adds a meter. Its owner is looked up when all fields are filled in. */
export function AddPower({ phone, onAdded }: AddFormProps) {
  const states = useList([], listStates)
  const discos = useList([], listDiscos)
  const form = useAddForm({
    call: addMeter,
    names: [...required, ...customerFields],
    first: { meter_type: 'prepaid', amount: '1000', phone_number: phone },
    required,
    payloadOf: (values) => {
      const disco = discos.find(({ code }) => code === values.disco_code)
      return {
        meter_number: cleanNumber(values.meter_number),
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
  const meterType: MeterType = values.meter_type === 'postpaid' ? 'postpaid' : 'prepaid'
  const lookupBody = {
    meter_number: cleanNumber(values.meter_number),
    meter_type: meterType,
    phone_number: phonePayload(values.phone_number),
    amount: cleanAmount(values.amount),
    meter_disco: values.disco_code,
  }
  const isDue =
    lookupBody.meter_number.length >= meterLookupLength &&
    Object.keys(fieldErrorsOf(PowerForm, lookupBody)).length === 0
  const isLookingUp = useOwnerLookup({
    form,
    payloadKey: isDue ? JSON.stringify(lookupBody) : null,
    fetchOwner: async () =>
      (await accountRequest(getMeterInfo, { body: lookupBody, everyField: false }))?.data ?? null,
  })

  return (
    <AddFormFrame form={form}>
      <ChoiceGroup {...form.field('meter_type')} label="Meter type" choices={meterTypeChoices} />
      <TextField
        {...form.field('meter_number')}
        label="Meter number"
        hint={isLookingUp ? 'Checking meter…' : "You'll find it on your meter card or on the meter."}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      <NationalPhoneField {...form.field('phone_number')} label="Phone number" />
      <Picker
        {...form.field('disco_code')}
        label="Company or city"
        title="Choose your electricity company"
        placeholder="Choose your company"
        search
        items={discos.map((company) => ({
          value: company.code,
          name: company.name,
          logo: company.logo,
          line: company.states.join(', '),
        }))}
      />
      <Picker
        {...form.field('state_id')}
        label="State"
        title="Choose the state"
        placeholder="Choose the state"
        search
        items={states.map(({ id, name }) => ({ value: id, name }))}
      />
      <AmountField {...form.field('amount')} quick={[1_000, 2_000, 5_000]} />
    </AddFormFrame>
  )
}
