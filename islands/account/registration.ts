import { Registration } from '../../shared/accounts.ts'
import type { PhoneCode } from '../../shared/actions.ts'
import type { FieldErrors } from '../../shared/contract.ts'
import { fieldErrorsOf, isPhone, normalisePhone } from '../lib/index.ts'
import type { Values } from './use-account-form.ts'

/** The fields of the form, in their order on the screen. */
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
export type RegistrationValues = Values<RegistrationField>

const always = ['name', 'email', 'phone', 'password', 'terms'] as const
const ofCompanies = ['company_name', 'address', 'rc_number'] as const

export const isCompany = (values: RegistrationValues): boolean => values.account_type === 'company'

export const requiredFields = (values: RegistrationValues): readonly RegistrationField[] =>
  isCompany(values) ? [...always, ...ofCompanies] : always

/** Where nearly everybody's phone is, and what is offered until the list is there. */
export const nigeria: PhoneCode = { code: 'NG', name: 'Nigeria', dial_code: '+234' }

/** The phone with its country: E.164 when it is right. Empty stays empty. */
export function phoneOf({ phone, country }: RegistrationValues, countries: readonly PhoneCode[]): string {
  const typed = phone.trim()
  if (typed === '' || typed.startsWith('+') || country === nigeria.code) return typed && normalisePhone(typed)
  const dial = countries.find(({ code }) => code === country)?.dial_code ?? nigeria.dial_code
  return dial + typed.replace(/\D/g, '').replace(/^0+/, '')
}

/** What is sent: the specification's keys and no other. Source: specification 1, section 3. */
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

/** What is wrong, by field. How strong a password is the server judges. Source: decision D-017. */
export function problemsOf(values: RegistrationValues, countries: readonly PhoneCode[]): FieldErrors {
  const { password, ...problems } = fieldErrorsOf(Registration, payloadOf(values, countries))
  if (password && values.password === '') problems.password = ['Please choose a password.']
  const phone = phoneOf(values, countries)
  if (!problems.phone && !isRightPhone(phone)) problems.phone = [wrongPhone]
  return problems
}

const wrongPhone = 'Please enter a phone number, like 0801 234 5678.'
const isRightPhone = (phone: string) =>
  phone.startsWith(nigeria.dial_code) ? isPhone(phone) : /^\+\d{7,15}$/.test(phone.replace(/[\s\-().]/g, ''))
