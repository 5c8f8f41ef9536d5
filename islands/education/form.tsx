import type { ReactNode } from 'react'
import type { EducationType } from '../../shared/education.ts'
import { serviceChargeText } from '../../shared/service-charge.ts'
import type { EducationFormPage } from '../pages.ts'
import { FixedAmount } from '../purchase/amount.tsx'
import { clearUnlisted } from '../purchase/billers.ts'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { type Biller, BundlePicker } from '../ui/bundle-picker.tsx'
import { commonTexts, NumericField, PhoneField, TextField } from '../ui/index.ts'
import { educationTexts } from './texts.ts'
import { fetchEducationTypes } from './types.ts'
import { createEducationOrder, type EducationValues, educationRules, isJamb } from './values.ts'

/** Exam PIN purchase. JAMB requires a type and a profile, the others a quantity. */
export default function EducationForm(page: EducationFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title={educationTexts.formTitle()}>
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: postedValues, types: initialTypes, csrf, ...page }: EducationFormPage) {
  const fields = useServiceFields(educationRules, postedValues, { quantity: '1', ...page.prefilled })
  const types = useList(initialTypes, fetchEducationTypes)
  const billers = types.map(toBiller)
  const values = clearUnlisted(fields.values, billers, {
    biller: 'service_type',
    bundle: 'variation_code',
  })
  const jamb = isJamb(values)
  const type = types.find(({ code }) => code === values.service_type)
  const form = useServiceForm(educationRules, {
    fields,
    values,
    lookUp: () => createEducationOrder(values),
    initialError: page,
  })
  const jambOnly = { isHydrated: fields.isHydrated, when: jamb }

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      chargeNote={(type && serviceChargeOf(type)) ?? page.status.chargeNote}
      loadingText={jamb ? educationTexts.checkingProfile() : educationTexts.preparingOrder()}
    >
      <BundlePicker
        billers={billers}
        billerField={{
          ...form.selectField('service_type'),
          label: educationTexts.examination(),
          placeholder: educationTexts.chooseExamination(),
          title: educationTexts.chooseExamination(),
        }}
        bundleField={{
          ...form.selectField('variation_code'),
          label: educationTexts.jambType(),
          placeholder: educationTexts.chooseJambType(),
          title: educationTexts.chooseJambType(),
        }}
      />
      <ShowWhen {...jambOnly}>
        <NumericField
          {...form.textField('profile_id')}
          label={educationTexts.profile()}
          hint={educationTexts.profileHint()}
          maxCharacters={15}
        />
      </ShowWhen>
      {!jamb && (
        <NumericField
          {...form.textField('quantity')}
          label={educationTexts.quantity()}
          hint={type && educationTexts.quantityHint(type.quantity)}
          error={form.textField('quantity').error ?? maximumError(type, values)}
          maxCharacters={5}
        />
      )}
      <PhoneField
        {...form.textField('phone_number')}
        label={commonTexts.phoneNumber()}
        hint={educationTexts.phoneHint()}
      />
      {!jamb && (
        <TextField
          {...form.textField('email_address')}
          type="email"
          inputMode="email"
          autoComplete="email"
          label={educationTexts.optionalEmail()}
        />
      )}
      <FixedAmount id="education-amount" naira={type ? amountOf(type, values) : null} />
    </ServiceForm>
  )
}

/** A field of one examination: shown when that examination is selected, and always without JavaScript. */
const ShowWhen = ({
  isHydrated,
  when,
  children,
}: {
  isHydrated: boolean
  when: boolean
  children: ReactNode
}) => (when ? children : isHydrated ? null : <noscript>{children}</noscript>)

/** Only JAMB is selected by type here; other variations are selected on the details page. */
const toBiller = ({ code, name, logo, needs_profile, variations }: EducationType): Biller => ({
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
function amountOf(
  { needs_profile, variations, quantity }: EducationType,
  values: EducationValues,
): number | null {
  const selectedVariation = needs_profile
    ? variations.find((variation) => variation.variation_code === values.variation_code)
    : variations[0]
  const count = needs_profile ? 1 : Number(values.quantity.trim() || '1')
  return selectedVariation && count >= 1 && !isAboveMaximum(quantity, count)
    ? selectedVariation.price * count
    : null
}

const serviceChargeOf = ({ service_charge: charge }: EducationType): string | undefined =>
  charge === undefined ? undefined : serviceChargeText({ min: charge, max: charge })

const isAboveMaximum = ({ max }: EducationType['quantity'], count: number) => count > max

/** More digits cannot correct it: shown while the quantity is typed. */
const maximumError = (type: EducationType | undefined, { quantity }: EducationValues): string | undefined =>
  type && isAboveMaximum(type.quantity, Number(quantity))
    ? educationTexts.quantityAboveMaximum({ quantity: type.quantity.max })
    : undefined
