import type { ReactNode } from 'react'
import type { EducationType } from '../../shared/education.ts'
import type { EducationFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { onlyListed } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { testNumbers, testPhones } from '../purchase/test-values.ts'
import { useList } from '../purchase/use-list.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { NumericField, PhoneField, TextField } from '../ui/index.ts'
import { listEducationTypes } from './types.ts'
import { createOrder, type EducationValues, educationRules, isJamb } from './values.ts'

/** Buying examination PINs. JAMB asks for a type and a profile, the others for a number of PINs. */
export default function EducationForm(page: EducationFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy exam PINs">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, types: given, csrf, ...page }: EducationFormPage) {
  const fields = useServiceFields(educationRules, { quantity: '1', ...posted })
  const types = useList(given, listEducationTypes)
  const sellers = types.map(sellerOf)
  const values = onlyListed(fields.values, sellers, { company: 'service_type', bundle: 'variation_code' })
  const jamb = isJamb(values)
  const type = types.find(({ code }) => code === values.service_type)
  const form = useServiceForm(educationRules, {
    fields,
    values,
    lookUp: () => createOrder(values),
    refusal: page,
  })
  const only = { ready: fields.ready, when: jamb }

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      wait={jamb ? 'Checking your profile, please wait...' : 'Preparing your order, please wait...'}
    >
      <BundlePicker
        sellers={sellers}
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
      <Only {...only}>
        <NumericField
          {...form.typed('profile_id')}
          label="Profile ID"
          hint={
            page.simulated
              ? testNumbers('try 0123456789')
              : 'For JAMB: the 10 digits that JAMB sent you by SMS.'
          }
          most={15}
        />
      </Only>
      {!jamb && (
        <NumericField
          {...form.typed('quantity')}
          label="Quantity"
          hint={type && `How many PINs, from ${type.quantity.min} to ${type.quantity.max}.`}
          most={5}
        />
      )}
      <PhoneField
        {...form.typed('phone_number')}
        label="Phone number"
        hint={page.simulated && !jamb ? testPhones : 'We send the PIN here too.'}
      />
      {!jamb && (
        <TextField
          {...form.typed('email_address')}
          type="email"
          inputMode="email"
          autoComplete="email"
          label="E-mail (optional)"
        />
      )}
      <SetAmount id="education-amount" naira={type ? amountOf(type, values) : null} />
    </ServiceForm>
  )
}

/** A field of one examination: shown once it is chosen, and always where no script can show it. */
const Only = ({ ready, when, children }: { ready: boolean; when: boolean; children: ReactNode }) =>
  when ? children : ready ? null : <noscript>{children}</noscript>

/** Only JAMB is chosen by type here; the others' variations stand on the details page. */
const sellerOf = ({ code, name, logo, needs_profile, variations }: EducationType): Seller => ({
  value: code,
  name,
  logo,
  bundles: needs_profile
    ? variations.map((it) => ({ value: it.variation_code, title: it.name, price: it.price }))
    : [],
})

/** What the PINs will cost before the service charge; the server computes it again. */
function amountOf({ needs_profile, variations }: EducationType, values: EducationValues): number | null {
  const chosen = needs_profile
    ? variations.find((it) => it.variation_code === values.variation_code)
    : variations[0]
  const count = needs_profile ? 1 : Number(values.quantity.trim() || '1')
  return chosen && count >= 1 ? chosen.price * count : null
}
