import { accountFieldTexts } from '../../shared/account-field-texts.ts'
import { loginPath, privacyPath, registerPath, termsPath } from '../../shared/pages.ts'
import type { RegisterPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import {
  ChoiceGroup,
  commonTexts,
  FieldError,
  PasswordField,
  PhoneField,
  Picker,
  renderParts,
  TextField,
} from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { AccountFormLayout } from './form.tsx'
import { registerTexts } from './register-texts.ts'
import { isCompany, nigeria } from './registration.ts'
import { signInTexts } from './sign-in-texts.ts'
import { type RegistrationForm, useRegistration } from './use-registration.ts'

const accountTypes = () => [
  { value: 'personal', label: registerTexts.personalAccount() },
  { value: 'company', label: registerTexts.companyAccount() },
]

/** Registration page for personal and company accounts. */
export default function Register(page: RegisterPage) {
  const form = useRegistration(page)
  const { field } = form
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>{registerTexts.title()}</h1>
        <p className="lead">
          {page.cashback > 0
            ? registerTexts.introductionWithCashback({ percent: page.cashback })
            : registerTexts.introduction()}
        </p>
      </header>
      <AccountFormLayout
        form={form}
        name="register"
        action={registerPath}
        csrf={page.csrf}
        submitLabel={registerTexts.createAccount()}
        loadingText={registerTexts.creatingAccount()}
      >
        <ChoiceGroup
          {...field('account_type')}
          label={registerTexts.accountType()}
          choices={accountTypes()}
        />
        <TextField
          {...field('name')}
          label={isCompany(form.values) ? registerTexts.contactName() : commonTexts.name()}
          autoComplete="name"
          maxLength={60}
        />
        <EmailField {...field('email')} hint={registerTexts.emailHint()} />
        <Phone form={form} />
        <CompanyFields form={form} />
        <PasswordField
          {...field('password')}
          isHydrated={form.isHydrated}
          label={signInTexts.password()}
          hint={accountFieldTexts.passwordHint()}
          autoComplete="new-password"
        />
        <TextField
          {...field('referrer')}
          label={registerTexts.referralCode()}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
        <Terms form={form} />
      </AccountFormLayout>
      <p>{renderParts(registerTexts.signInPrompt({ link: (chunks) => <a href={loginPath}>{chunks}</a> }))}</p>
    </div>
  )
}

interface SectionProps {
  form: RegistrationForm
}

/** Formats Nigerian numbers as the user types; formats of other countries vary too much. */
function Phone({ form: { field, values, countries } }: SectionProps) {
  const phone = { ...field('phone'), label: commonTexts.phoneNumber() }
  return (
    <>
      <Picker
        {...field('country')}
        label={registerTexts.country()}
        title={registerTexts.countryTitle()}
        placeholder={registerTexts.countryPlaceholder()}
        search
        items={countries.map(({ code, name, dial_code }) => ({ value: code, name, end: dial_code }))}
      />
      {values.country === nigeria.code ? (
        <PhoneField {...phone} hint={registerTexts.phoneHint()} />
      ) : (
        <TextField {...phone} type="tel" inputMode="tel" autoComplete="tel-national" maxLength={20} />
      )}
    </>
  )
}

/** Without JavaScript all fields are rendered, CSS hides them for Personal, and only the server requires them. */
function CompanyFields({ form: { field, values, isHydrated } }: SectionProps) {
  if (isHydrated && !isCompany(values)) return null
  const required = isHydrated
  return (
    <div className="company-only form">
      <TextField
        {...field('company_name')}
        required={required}
        label={registerTexts.companyName()}
        autoComplete="organization"
        maxLength={150}
      />
      <TextField
        {...field('address')}
        required={required}
        label={registerTexts.companyAddress()}
        autoComplete="address-line1"
        maxLength={300}
      />
      <TextField
        {...field('website')}
        label={registerTexts.website()}
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={200}
      />
      <TextField
        {...field('rc_number')}
        required={required}
        label={registerTexts.rcNumber()}
        hint={registerTexts.rcNumberHint()}
        autoComplete="off"
        maxLength={40}
      />
    </div>
  )
}

function Terms({ form }: SectionProps) {
  const { id, name, value, error, required, onValueChange } = form.field('terms')
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="true"
          required={required}
          checked={value !== ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onValueChange(event.target.checked ? 'true' : '')}
        />
        <span>
          {renderParts(
            registerTexts.acceptTerms({
              terms: (chunks) => <a href={termsPath}>{chunks}</a>,
              privacy: (chunks) => <a href={privacyPath}>{chunks}</a>,
            }),
          )}
        </span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
