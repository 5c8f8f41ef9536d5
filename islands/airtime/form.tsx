import { createAirtime } from '../../shared/airtime.ts'
import { type PhoneBeneficiary, phoneBeneficiaries } from '../../shared/beneficiaries.ts'
import { ask, formatPhone } from '../lib/index.ts'
import type { AirtimeFormPage } from '../pages.ts'
import { AmountField } from '../purchase/amount.tsx'
import { BeneficiaryPicker, savedOnes } from '../purchase/beneficiary-picker.tsx'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { useQuote } from '../purchase/use-quote.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { PhoneField, Picker } from '../ui/index.ts'
import { listAirtimeNetworks } from './networks.ts'
import { airtimeFields, isComplete, payloadOf, problemsOf } from './values.ts'

const quickAmounts = [100, 200, 500, 1_000]
const testPhones =
  'Simulated money: any number works. An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Topping up a phone. */
export default function AirtimeForm(page: AirtimeFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy airtime">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, errors, message, networks: given, csrf, ...page }: AirtimeFormPage) {
  const fields = useServiceFields('airtime', airtimeFields, posted)
  const networks = useList(given, listAirtimeNetworks)
  const isListed = networks.some(({ name }) => name === fields.values.selected_provider)
  const values =
    isListed || networks.length === 0 ? fields.values : { ...fields.values, selected_provider: '' }

  const quote = useQuote(
    {
      service: 'airtime',
      values,
      payload: payloadOf(values),
      isDue: false,
      lookUp: async () => (await ask(createAirtime, { body: payloadOf(values), quiet: true }))?.data ?? null,
    },
    { errors, message },
  )
  const form = useServiceForm({
    service: 'airtime',
    fields,
    values,
    names: airtimeFields,
    required: airtimeFields,
    problems: problemsOf(values),
    isComplete: isComplete(values),
    quote,
    message,
  })

  return (
    <ServiceForm form={form} csrf={csrf} wait="Preparing your order, please wait...">
      <BeneficiaryPicker
        load={savedPhones}
        signedIn={page.signedIn}
        onPick={(saved) => fields.fill(valuesOf(saved))}
      />
      <PhoneField
        {...form.typed('phone_number')}
        label="Phone number"
        hint={page.simulated ? testPhones : 'The number that gets the airtime.'}
      />
      <Picker
        {...form.field('selected_provider')}
        label="Network"
        title="Choose the network"
        placeholder="Choose the network"
        items={networks.map(({ name, logo }) => ({ value: name, name, logo }))}
      />
      <AmountField {...form.typed('amount')} quick={quickAmounts} />
    </ServiceForm>
  )
}

const savedPhones = savedOnes(phoneBeneficiaries)

const valuesOf = ({ number, phone_number, provider, def_amount }: PhoneBeneficiary) => ({
  phone_number: formatPhone(phone_number ?? number),
  selected_provider: provider.name,
  ...(def_amount !== null && { amount: String(def_amount) }),
})
