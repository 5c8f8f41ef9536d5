import { Registration } from '../../shared/accounts.ts'
import type { PhoneCode } from '../../shared/actions.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { fieldErrorsOf, isPhone, normalisePhone } from '../lib/index.ts'
import type { FieldValues } from '../purchase/form-rules.ts'
import { registerTexts } from './register-texts.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Form fields in display order. */
export const registrationFields = [
  'account_type',
  'name',
  'email',
  'country',
  'phone',
  'company_name',
  'address',
  'website',
  'rc_number',
  'password',
  'referrer',
  'terms',
] as const
export type RegistrationField = (typeof registrationFields)[number]
export type RegistrationValues = FieldValues<RegistrationField>

const alwaysRequired = ['name', 'email', 'phone', 'password', 'terms'] as const
const requiredForCompanies = ['company_name', 'address', 'rc_number'] as const

export const isCompany = (values: RegistrationValues): boolean => values.account_type === 'company'

export const requiredFields = (values: RegistrationValues): readonly RegistrationField[] =>
  isCompany(values) ? [...alwaysRequired, ...requiredForCompanies] : alwaysRequired

/** Default country, and the only option until the country list is loaded. */
export const nigeria: PhoneCode = { code: 'NG', name: 'Nigeria', dial_code: '+234' }

/** Phone number with country code; E.164 if valid. Empty input stays empty. */
function phoneOf({ phone, country }: RegistrationValues, countries: readonly PhoneCode[]): string {
  const phoneInput = phone.trim()
  if (phoneInput === '' || phoneInput.startsWith('+') || country === nigeria.code)
    return phoneInput && normalisePhone(phoneInput)
  const dial = countries.find(({ code }) => code === country)?.dial_code ?? nigeria.dial_code
  return dial + phoneInput.replace(/\D/g, '').replace(/^0+/, '')
}

/** Request body with exactly the keys of the specification. Source: specification 1, section 3. */
export function payloadOf(values: RegistrationValues, countries: readonly PhoneCode[]) {
  const { name, email, password, referrer, company_name, address, website, rc_number } = values
  return {
    is_company: isCompany(values),
    name,
    email,
    phone: phoneOf(values, countries),
    terms: values.terms !== '',
    password,
    platform: 'web',
    referrer,
    ...(isCompany(values) && { company_name, address, website, rc_number }),
  }
}

/** Validation errors by field. The server checks password strength. Source: ruling D-017. */
export function validateRegistration(
  values: RegistrationValues,
  countries: readonly PhoneCode[],
): FieldErrors {
  const { password, ...errors } = fieldErrorsOf(Registration, payloadOf(values, countries))
  if (password && values.password === '') errors.password = [signInTexts.passwordMissing()]
  const phone = phoneOf(values, countries)
  if (!errors.phone && !isValidPhone(phone)) errors.phone = [registerTexts.phoneInvalid()]
  return errors
}

const isValidPhone = (phone: string) =>
  phone.startsWith(nigeria.dial_code) ? isPhone(phone) : /^\+\d{7,15}$/.test(phone.replace(/[\s\-().]/g, ''))
