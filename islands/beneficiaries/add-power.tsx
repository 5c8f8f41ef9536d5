import { addMeter, postpaidEconomy } from '../../shared/beneficiaries.ts'
import { type MeterType, meterLookupLength } from '../../shared/constants.ts'
import { getMeterInfo, PowerForm } from '../../shared/power.ts'
import { askAccount } from '../account/ask-account.ts'
import { listStates } from '../account/lists.ts'
import { cleanAmount, fieldErrorsOf } from '../lib/index.ts'
import { listPowerProviders } from '../power/discos.ts'
import { AmountField } from '../purchase/amount.tsx'
import { cleanNumber } from '../purchase/form-rules.ts'
import { sentPhone } from '../purchase/phones.ts'
import { useList } from '../purchase/use-list.ts'
import { ChoiceGroup, Picker, TextField } from '../ui/index.ts'
import type { AddFormProps } from './add.tsx'
import { AddFormFrame, customerFields, HomePhone, useAddForm, useOwner } from './add-form.tsx'

const required = ['meter_type', 'phone_number', 'meter_number', 'disco_code', 'state_id', 'amount'] as const
const meterTypeChoices = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const

/** Saving a meter. Whose it is is asked as soon as all of it is typed. */
export function AddPower({ phone, onAdded }: AddFormProps) {
  const states = useList([], listStates)
  const discos = useList([], listPowerProviders)
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
        phone_number: sentPhone(values.phone_number),
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
  const question = {
    meter_number: cleanNumber(values.meter_number),
    meter_type: meterType,
    phone_number: sentPhone(values.phone_number),
    amount: cleanAmount(values.amount),
    meter_disco: values.disco_code,
  }
  const isDue =
    question.meter_number.length >= meterLookupLength &&
    Object.keys(fieldErrorsOf(PowerForm, question)).length === 0
  const isAsking = useOwner({
    form,
    about: isDue ? JSON.stringify(question) : null,
    ask: async () => (await askAccount(getMeterInfo, { body: question, everyField: false }))?.data ?? null,
  })

  return (
    <AddFormFrame form={form}>
      <ChoiceGroup {...form.field('meter_type')} label="Meter type" choices={meterTypeChoices} />
      <TextField
        {...form.field('meter_number')}
        label="Meter number"
        hint={isAsking ? 'Checking whose meter this is…' : 'It stands on your meter card and on the meter.'}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      <HomePhone {...form.field('phone_number')} label="Phone number" />
      <Picker
        {...form.field('disco_code')}
        label="Company or city"
        title="Choose your electricity company"
        placeholder="Choose your company"
        search
        items={discos.map((it) => ({
          value: it.code,
          name: it.name,
          logo: it.logo,
          line: it.states.join(', '),
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
