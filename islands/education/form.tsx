import type { ReactNode } from 'react'
import type { EducationType } from '../../shared/education.ts'
import type { EducationFormPage } from '../pages.ts'
import { SetAmount } from '../purchase/amount.tsx'
import { onlyListed } from '../purchase/sellers.ts'
import { type InChooser, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { useQuote } from '../purchase/use-quote.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { BundlePicker, type Seller } from '../ui/bundle-picker.tsx'
import { NumericField, PhoneField, TextField } from '../ui/index.ts'
import { listEducationTypes } from './types.ts'
import {
  createOrder,
  type EducationValues,
  educationFields,
  isComplete,
  isJamb,
  payloadOf,
  problemsOf,
  requiredFor,
} from './values.ts'

const testProfile =
  'Simulated money: try 0123456789. An ending of 0001 waits first, 0002 times out, 0003 fails, 0004 never answers.'

/** Buying examination PINs. JAMB asks for a type and a profile, the others for a number of PINs. */
export default function EducationForm(page: EducationFormPage & InChooser) {
  return (
    <ServicePage {...page} title="Buy exam PINs">
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: posted, errors, message, types: given, csrf, simulated }: EducationFormPage) {
  const fields = useServiceFields('education', educationFields, { quantity: '1', ...posted })
  const types = useList(given, listEducationTypes)
  const sellers = types.map(sellerOf)
  const values = onlyListed(fields.values, sellers, { company: 'service_type', bundle: 'variation_code' })
  const jamb = isJamb(values)
  const type = types.find(({ code }) => code === values.service_type)

  const quote = useQuote(
    {
      service: 'education',
      values,
      payload: payloadOf(values),
      isDue: false,
      lookUp: () => createOrder(values),
    },
    { errors, message },
  )
  const form = useServiceForm({
    service: 'education',
    fields,
    values,
    names: educationFields,
    required: requiredFor(values),
    problems: problemsOf(values),
    isComplete: isComplete(values),
    quote,
    message,
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
          hint={simulated ? testProfile : 'For JAMB: the 10 digits that JAMB sent you by SMS.'}
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
      <PhoneField {...form.typed('phone_number')} label="Phone number" hint="We send the PIN here too." />
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
