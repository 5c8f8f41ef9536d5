import { type MeterBeneficiary, meterBeneficiaries } from '../../shared/beneficiaries.ts'
import { getMeterInfo } from '../../shared/power.ts'
import { ask, formatPhone } from '../lib/index.ts'
import type { PowerFormPage } from '../pages.ts'
import { AmountField } from '../purchase/amount.tsx'
import { BeneficiaryPicker, savedOnes } from '../purchase/beneficiary-picker.tsx'
import { CustomerCheck } from '../purchase/customer-check.tsx'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useQuote } from '../purchase/use-quote.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { ChoiceGroup, NumericField, PhoneField, Picker } from '../ui/index.ts'
import { History } from './history.tsx'
import { useDiscos } from './use-discos.ts'
import { isComplete, isDue, type PowerValues, payloadOf, powerFields, problemsOf } from './values.ts'

const meterTypeChoices = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const
const quickAmounts = [1_000, 2_000, 5_000, 10_000]
const testMeters =
  'Simulated money: try 11000000000 (prepaid) or 10000000000 (postpaid). An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Buying electricity: the form, the customer's name as soon as it is known, and past purchases. */
export default function PowerForm(page: PowerFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy electricity">
      <Purchase {...page} />
      <History {...page.history} csrf={page.csrf} />
    </ServicePage>
  )
}

function Purchase({ values: posted, errors, message, discos, csrf, ...page }: PowerFormPage) {
  const fields = useServiceFields('power', powerFields, posted)
  const companies = useDiscos(fields.values.meter_type === 'postpaid' ? 'postpaid' : 'prepaid', discos)
  const isListed = companies.some(({ code }) => code === fields.values.meter_disco)
  const values = isListed || companies.length === 0 ? fields.values : { ...fields.values, meter_disco: '' }

  const quote = useQuote(
    {
      service: 'power',
      values,
      payload: payloadOf(values),
      isDue: isDue(values),
      lookUp: () => lookUp(values),
    },
    { errors, message },
  )
  const form = useServiceForm({
    service: 'power',
    fields,
    values,
    names: powerFields,
    required: powerFields,
    problems: problemsOf(values),
    isComplete: isComplete(values),
    quote,
    message,
  })

  return (
    <ServiceForm form={form} csrf={csrf} wait="Checking your meter, please wait...">
      <BeneficiaryPicker
        load={savedMeters}
        signedIn={page.signedIn}
        onPick={(saved) => fields.fill(valuesOf(saved))}
      />
      <ChoiceGroup {...form.field('meter_type')} label="Meter type" choices={meterTypeChoices} />
      <PhoneField {...form.typed('phone_number')} label="Phone number" hint="We send the token here too." />
      <NumericField
        {...form.typed('meter_number')}
        label="Meter number"
        hint={page.simulated ? testMeters : 'It stands on your meter card and on the meter.'}
      />
      <Picker
        {...form.field('meter_disco')}
        label="Company or city"
        title="Choose your electricity company"
        placeholder="Choose your company"
        search
        items={companies.map(({ code, name, logo, states }) => ({
          value: code,
          name,
          logo,
          line: states.join(', '),
        }))}
      />
      <AmountField {...form.typed('amount')} quick={quickAmounts} />
      <CustomerCheck
        quote={quote}
        customer={
          quote.details && { name: quote.details.customer_name, address: quote.details.customer_address }
        }
        asking="Checking whose meter this is…"
        isTold={form.submits > 0}
      />
    </ServiceForm>
  )
}

async function lookUp(values: PowerValues) {
  const { meter_type, ...rest } = payloadOf(values)
  if (meter_type === '') return null
  return (await ask(getMeterInfo, { body: { ...rest, meter_type }, quiet: true }))?.data ?? null
}

const savedMeters = savedOnes(meterBeneficiaries)

const valuesOf = ({ number, type, phone_number, def_price, disco }: MeterBeneficiary) => ({
  meter_number: number,
  meter_type: type,
  meter_disco: disco.code,
  ...(phone_number && { phone_number: formatPhone(phone_number) }),
  ...(def_price !== null && { amount: String(def_price) }),
})
