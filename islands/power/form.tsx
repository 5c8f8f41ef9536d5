import { Lazy } from '../lib/lazy.tsx'
import type { PowerFormPage } from '../pages.ts'
import { AmountField } from '../purchase/amount.tsx'
import { CustomerLookupStatus } from '../purchase/customer-check.tsx'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { ChoiceGroup, commonTexts, NumericField, PhoneField, Picker } from '../ui/index.ts'
import { History } from './history.tsx'
import { powerTexts } from './texts.ts'
import { useDiscos } from './use-discos.ts'
import { loadPowerContract, type PowerValues, powerRules } from './values.ts'

const meterTypeChoices = () => [
  { value: 'prepaid', label: powerTexts.prepaid() },
  { value: 'postpaid', label: powerTexts.postpaid() },
]
const quickAmounts = [1_000, 2_000, 5_000, 10_000]
const loadSavedMeters = () => import('./saved-meters.tsx')

/**
 * Electricity purchase: the form, the customer's name as soon as it is known, and past purchases, also while the service is
 * paused.
 */
export default function PowerForm(page: PowerFormPage & ChooserProps) {
  return (
    <div className="stack">
      <ServicePage {...page} title={powerTexts.formTitle()}>
        <Purchase {...page} />
      </ServicePage>
      <History {...page.history} csrf={page.csrf} />
    </div>
  )
}

function Purchase({ values: postedValues, discos, csrf, ...page }: PowerFormPage) {
  const fields = useServiceFields(powerRules, postedValues, page.prefilled)
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
    <ServiceForm
      form={form}
      csrf={csrf}
      chargeNote={page.status.chargeNote}
      loadingText={powerTexts.checkingMeter()}
    >
      {page.signedIn && <Lazy load={loadSavedMeters} props={{ onPick: fields.fill }} />}
      <ChoiceGroup
        {...form.selectField('meter_type')}
        label={powerTexts.meterType()}
        choices={meterTypeChoices()}
      />
      <PhoneField
        {...form.textField('phone_number')}
        label={commonTexts.phoneNumber()}
        hint={powerTexts.phoneHint()}
      />
      <NumericField
        {...form.textField('meter_number')}
        label={commonTexts.meterNumber()}
        hint={powerTexts.meterNumberHint()}
      />
      <Picker
        {...form.selectField('meter_disco')}
        label={powerTexts.company()}
        title={powerTexts.companyTitle()}
        placeholder={powerTexts.companyPlaceholder()}
        search
        items={companies.map(({ code, name, logo, states }) => ({
          value: code,
          name,
          logo,
          detail: states.join(', '),
        }))}
      />
      <AmountField {...form.textField('amount')} presetAmounts={quickAmounts} />
      <CustomerLookupStatus
        form={form}
        customer={details && { name: details.customer_name, address: details.customer_address }}
        loadingText={powerTexts.lookupLoading()}
      />
    </ServiceForm>
  )
}

async function lookUp(values: PowerValues) {
  const { meter_type, ...rest } = powerRules.toPayload(values)
  if (meter_type === '') return null
  const { quotePower } = await loadPowerContract()
  return requestLookup(quotePower, { ...rest, meter_type })
}
