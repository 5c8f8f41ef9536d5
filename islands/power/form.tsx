import { getMeterInfo } from '../../shared/power.ts'
import { Lazy } from '../lib/lazy.tsx'
import type { PowerFormPage } from '../pages.ts'
import { AmountField } from '../purchase/amount.tsx'
import { CustomerCheck } from '../purchase/customer-check.tsx'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { testNumbers } from '../purchase/test-values.ts'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { ChoiceGroup, NumericField, PhoneField, Picker } from '../ui/index.ts'
import { History } from './history.tsx'
import { useDiscos } from './use-discos.ts'
import { type PowerValues, powerRules } from './values.ts'

const meterTypeChoices = [
  { value: 'prepaid', label: 'Prepaid' },
  { value: 'postpaid', label: 'Postpaid' },
] as const
const quickAmounts = [1_000, 2_000, 5_000, 10_000]
const savedMeters = () => import('./saved-meters.tsx')

/** Electricity purchase: the form, the customer's name as soon as it is known, and past purchases. */
export default function PowerForm(page: PowerFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title="Buy electricity">
      <Purchase {...page} />
      <History {...page.history} csrf={page.csrf} />
    </ServicePage>
  )
}

function Purchase({ values: posted, discos, csrf, ...page }: PowerFormPage) {
  const fields = useServiceFields(powerRules, posted)
  const companies = useDiscos(fields.values.meter_type === 'postpaid' ? 'postpaid' : 'prepaid', discos)
  const isListed = companies.some(({ code }) => code === fields.values.meter_disco)
  const values = isListed || companies.length === 0 ? fields.values : { ...fields.values, meter_disco: '' }
  const form = useServiceForm(powerRules, {
    fields,
    values,
    lookUp: () => lookUp(values),
    initialError: page,
  })
  const { details } = form.quote

  return (
    <ServiceForm form={form} csrf={csrf} loadingText="Checking your meter, please wait...">
      {page.signedIn && <Lazy load={savedMeters} props={{ onPick: fields.fill }} />}
      <ChoiceGroup {...form.field('meter_type')} label="Meter type" choices={meterTypeChoices} />
      <PhoneField
        {...form.typedField('phone_number')}
        label="Phone number"
        hint="We'll also send your token here by SMS."
      />
      <NumericField
        {...form.typedField('meter_number')}
        label="Meter number"
        hint={
          page.simulated
            ? testNumbers('try 11000000000 (prepaid) or 10000000000 (postpaid)')
            : "You'll find it on your meter card or on the meter."
        }
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
      <AmountField {...form.typedField('amount')} quick={quickAmounts} />
      <CustomerCheck
        form={form}
        customer={details && { name: details.customer_name, address: details.customer_address }}
        loadingText="Checking meter…"
      />
    </ServiceForm>
  )
}

async function lookUp(values: PowerValues) {
  const { meter_type, ...rest } = powerRules.payloadOf(values)
  return meter_type === '' ? null : requestLookup(getMeterInfo, { ...rest, meter_type })
}
