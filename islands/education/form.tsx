import type { ReactNode } from 'react'
import type { EducationType } from '../../shared/education.ts'
import type { EducationFormPage } from '../pages.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { onlyListed } from '../purchase/providers.ts'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { testNumbers, testPhones } from '../purchase/test-values.ts'
import { useList } from '../purchase/use-list.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type BundleProvider } from '../ui/bundle-picker.tsx'
import { NumericField, PhoneField, TextField } from '../ui/index.ts'
import { listEducationTypes } from './types.ts'
import { createOrder, type EducationValues, educationRules, isJamb } from './values.ts'

/** Exam PIN purchase. JAMB requires a type and a profile, the others a quantity. */
export default function EducationForm(page: EducationFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title="Buy exam PINs">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, types: initialTypes, csrf, ...page }: EducationFormPage) {
  const fields = useServiceFields(educationRules, { quantity: '1', ...posted })
  const types = useList(initialTypes, listEducationTypes)
  const providers = types.map(toProvider)
  const values = onlyListed(fields.values, providers, { company: 'service_type', bundle: 'variation_code' })
  const jamb = isJamb(values)
  const type = types.find(({ code }) => code === values.service_type)
  const form = useServiceForm(educationRules, {
    fields,
    values,
    lookUp: () => createOrder(values),
    initialError: page,
  })
  const jambOnly = { ready: fields.ready, when: jamb }

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      loadingText={jamb ? 'Checking your profile, please wait...' : 'Preparing your order, please wait...'}
    >
      <BundlePicker
        providers={providers}
        company={{
          ...form.field('service_type'),
          label: 'Examination type',
          placeholder: 'Choose the examination',
          title: 'Choose the examination',
        }}
        bundle={{
          ...form.field('variation_code'),
          label: 'JAMB type',
          placeholder: 'Choose the JAMB type',
          title: 'Choose the JAMB type',
        }}
      />
      <ShowWhen {...jambOnly}>
        <NumericField
          {...form.typedField('profile_id')}
          label="Profile ID"
          hint={
            page.simulated
              ? testNumbers('try 0123456789')
              : 'For JAMB: the 10 digits that JAMB sent you by SMS.'
          }
          maxCharacters={15}
        />
      </ShowWhen>
      {!jamb && (
        <NumericField
          {...form.typedField('quantity')}
          label="Quantity"
          hint={type && `${type.quantity.min} to ${type.quantity.max} PINs`}
          maxCharacters={5}
        />
      )}
      <PhoneField
        {...form.typedField('phone_number')}
        label="Phone number"
        hint={page.simulated && !jamb ? testPhones : "We'll also send your PIN here by SMS."}
      />
      {!jamb && (
        <TextField
          {...form.typedField('email_address')}
          type="email"
          inputMode="email"
          autoComplete="email"
          label="E-mail (optional)"
        />
      )}
      <FixedAmount id="education-amount" naira={type ? amountOf(type, values) : null} />
    </ServiceForm>
  )
}

/** A field of one examination: shown when that examination is selected, and always without JavaScript. */
const ShowWhen = ({ ready, when, children }: { ready: boolean; when: boolean; children: ReactNode }) =>
  when ? children : ready ? null : <noscript>{children}</noscript>

/** Only JAMB is selected by type here; other variations are selected on the details page. */
const toProvider = ({ code, name, logo, needs_profile, variations }: EducationType): BundleProvider => ({
  value: code,
  name,
  logo,
  bundles: needs_profile
    ? variations.map((variation) => ({
        value: variation.variation_code,
        title: variation.name,
        price: variation.price,
      }))
    : [],
})

/** Estimated price of the PINs before the service charge; the server recalculates it. */
function amountOf({ needs_profile, variations }: EducationType, values: EducationValues): number | null {
  const chosen = needs_profile
    ? variations.find((variation) => variation.variation_code === values.variation_code)
    : variations[0]
  const count = needs_profile ? 1 : Number(values.quantity.trim() || '1')
  return chosen && count >= 1 ? chosen.price * count : null
}
