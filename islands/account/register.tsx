import { passwordHint } from '../../shared/accounts.ts'
import { login, privacy, register, terms } from '../../shared/pages.ts'
import type { RegisterPage } from '../pages.ts'
import { PageNote } from '../purchase/page-note.tsx'
import { ChoiceGroup, FieldError, PasswordField, PhoneField, Picker, TextField } from '../ui/index.ts'
import { EmailField } from './email-field.tsx'
import { Form } from './form.tsx'
import { isCompany, nigeria } from './registration.ts'
import { type RegistrationForm, useRegistration } from './use-registration.ts'

const accountTypes = [
  { value: 'personal', label: 'Personal' },
  { value: 'company', label: 'Company' },
] as const

/** Registration page for personal and company accounts. */
export default function Register(page: RegisterPage) {
  const form = useRegistration(page)
  const { field } = form
  return (
    <div className="stack">
      <PageNote text={page.note} />
      <header>
        <h1>Create an account</h1>
        <p className="lead">
          {page.cashback > 0
            ? `${page.cashback}% cashback on every purchase, a wallet, saved cards and saved meters.`
            : 'A wallet, saved cards and saved meters.'}
        </p>
      </header>
      <Form
        form={form}
        name="register"
        action={register}
        csrf={page.csrf}
        submitLabel="Create account"
        wait="Creating your account, please wait..."
      >
        <ChoiceGroup {...field('account_type')} label="Account type" choices={accountTypes} />
        <TextField
          {...field('name')}
          label={isCompany(form.values) ? 'Contact name' : 'Name'}
          autoComplete="name"
          maxLength={60}
        />
        <EmailField {...field('email')} hint="We'll e-mail you a verification code." />
        <Phone form={form} />
        <CompanyFields form={form} />
        <PasswordField
          {...field('password')}
          ready={form.ready}
          label="Password"
          hint={passwordHint}
          autoComplete="new-password"
        />
        <TextField
          {...field('referrer')}
          label="Referral code (optional)"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
        <Terms form={form} />
      </Form>
      <p>
        Already have an account? <a href={login}>Sign in</a>
      </p>
    </div>
  )
}

interface SectionProps {
  form: RegistrationForm
}

/** Formats Nigerian numbers as the user types; formats of other countries vary too much. */
function Phone({ form: { field, values, countries } }: SectionProps) {
  const phone = { ...field('phone'), label: 'Phone number' }
  return (
    <>
      <Picker
        {...field('country')}
        label="Country"
        title="Country of your phone"
        placeholder="Choose a country"
        search
        items={countries.map(({ code, name, dial_code }) => ({ value: code, name, end: dial_code }))}
      />
      {values.country === nigeria.code ? (
        <PhoneField {...phone} hint="For other countries, start with + and the country code." />
      ) : (
        <TextField {...phone} type="tel" inputMode="tel" autoComplete="tel-national" maxLength={20} />
      )}
    </>
  )
}

/** Without JavaScript all fields are rendered, CSS hides them for Personal, and only the server requires them. */
function CompanyFields({ form: { field, values, ready } }: SectionProps) {
  if (ready && !isCompany(values)) return null
  const required = ready
  return (
    <div className="company-only form">
      <TextField
        {...field('company_name')}
        required={required}
        label="Company name"
        autoComplete="organization"
        maxLength={150}
      />
      <TextField
        {...field('address')}
        required={required}
        label="Company address"
        autoComplete="address-line1"
        maxLength={300}
      />
      <TextField
        {...field('website')}
        label="Website (optional)"
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={200}
      />
      <TextField
        {...field('rc_number')}
        required={required}
        label="RC number"
        hint="As on your CAC certificate."
        autoComplete="off"
        maxLength={40}
      />
    </div>
  )
}

function Terms({ form }: SectionProps) {
  const { id, name, value, error, required, onValue } = form.field('terms')
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
          onChange={(event) => onValue(event.target.checked ? 'true' : '')}
        />
        <span>
          I accept the <a href={terms}>terms and conditions</a> and the <a href={privacy}>privacy policy</a>.
        </span>
      </label>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}
