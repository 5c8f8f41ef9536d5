import type { EveryPage, MailFormPage } from '../../../islands/pages.ts'
import {
  forgotPassword,
  registerAccount,
  resendVerification,
  resetPassword,
  signIn,
  verifyEmail,
} from '../../../shared/accounts.ts'
import * as address from '../../../shared/pages.ts'
import type { Answer } from '../api-client.ts'
import type { Fields, Form, Load, Shown, Site, Visit } from '../page.ts'
import { readPerson } from './person.ts'

type FormProps = Omit<MailFormPage, keyof EveryPage>

/** Fields that go back into a form that is shown again. Passwords and codes never do. */
const echoed = {
  [address.register]: [
    'account_type',
    'name',
    'email',
    'phone',
    'company_name',
    'address',
    'website',
    'rc_number',
    'referrer',
    'terms',
  ],
  [address.verifyEmail]: ['email'],
  [address.login]: ['email'],
  [address.forgotPassword]: ['email'],
  [address.resetPassword]: ['email', 'token'],
} as const
type FormAddress = keyof typeof echoed

const valuesOf = (page: FormAddress, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    echoed[page].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

function propsOf(page: FormAddress, fields: Fields, site: Site, over: Partial<FormProps> = {}): FormProps {
  return { values: valuesOf(page, fields), errors: {}, message: null, done: null, csrf: site.csrf, ...over }
}

/** A form as it is first opened, equal for everybody. */
const empty =
  (page: FormAddress): Load =>
  (_, site) => ({ is: 'page', props: propsOf(page, {}, site), madeOf: [] })

/** Registering is said to be worth something. */
async function registerProps(fields: Fields, site: Site, over: Partial<FormProps> = {}) {
  return { ...propsOf(address.register, fields, site, over), cashback: await site.data.cashback() }
}

/** A link that somebody shares brings their code, so that the page is not everybody's. */
export const loadRegister: Load = async ({ query: { referrer = '' } }, site) => {
  const isCode = /^[\w-]{1,40}$/.test(referrer)
  const props = await registerProps(isCode ? { referrer } : {}, site)
  return { is: 'page', props, ...(!isCode && { madeOf: [props.cashback] }) }
}
export const loadLogin = empty(address.login)
export const loadForgotPassword = empty(address.forgotPassword)

/** The mailed link brings who and what for. */
export const loadResetPassword: Load = ({ query }, site) => ({
  is: 'page',
  props: propsOf(address.resetPassword, query, site),
})

/** Somebody signed in is asked for their own e-mail's code, and who has proved it is led on. */
export const loadVerifyEmail: Load = async (visit, site) => {
  if (!visit.caller.token) return { is: 'page', props: propsOf(address.verifyEmail, {}, site), madeOf: [] }
  const person = await readPerson(visit, site)
  if (person.is !== 'known') return { is: 'page', props: propsOf(address.verifyEmail, {}, site) }
  const { email, email_verified, name } = person.profile
  if (email_verified) return { is: 'elsewhere', to: address.dashboard }
  return { is: 'page', person: name, props: propsOf(address.verifyEmail, { email }, site) }
}

interface About<T> {
  path?: string
  page: FormAddress
  ask: (visit: Visit, fields: Fields, site: Site) => Promise<Answer<T>>
  next: (data: T, said: { status: string; message: string }, fields: Fields, site: Site) => Shown
}

/** A form of an account posted without script: the same call, then the next page or the form again. */
const accountForm = <T>({ page, path = page, ask, next }: About<T>): Form => ({
  path,
  page,
  async submit(visit, fields, site) {
    const answer = await ask(visit, fields, site)
    if (answer.ok) return next(answer.data, answer, fields, site)
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  async again(_, fields, site, { http, message, errors }) {
    const trouble = { message, errors }
    const props =
      page === address.register
        ? await registerProps(fields, site, trouble)
        : propsOf(page, fields, site, trouble)
    return { is: 'page', http, props }
  },
})

const stays = (page: FormAddress, message: string, fields: Fields, site: Site): Shown => ({
  is: 'page',
  props: propsOf(page, fields, site, { done: message }),
})

const registerForm = accountForm({
  page: address.register,
  ask: (visit, fields, site) => site.api.ask(registerAccount, { body: registrationOf(fields) }, visit.caller),
  next: (_, { status }) => ({
    is: 'elsewhere',
    to: status === 'created' ? address.login : address.verifyEmail,
  }),
})

const registrationOf = (fields: Fields) => {
  const { name, email, phone, password, referrer, company_name, address: street, website, rc_number } = fields
  const isCompany = fields.account_type === 'company'
  return {
    is_company: isCompany,
    name,
    email,
    phone,
    terms: fields.terms === 'true',
    password,
    platform: 'web',
    referrer,
    ...(isCompany && { company_name, address: street, website, rc_number }),
  }
}

const verifyForm = accountForm({
  page: address.verifyEmail,
  ask: ({ caller }, { token, email }, site) => site.api.ask(verifyEmail, { body: { token, email } }, caller),
  next: ({ api_token: token }) => ({ is: 'elsewhere', to: address.dashboard, ...(token && { token }) }),
})

const resendForm = accountForm({
  path: `${address.verifyEmail}/resend`,
  page: address.verifyEmail,
  ask: ({ caller }, { email }, site) => site.api.ask(resendVerification, { body: { email } }, caller),
  next: (_, { message }, fields, site) => stays(address.verifyEmail, message, fields, site),
})

const loginForm = accountForm({
  page: address.login,
  ask: ({ caller }, { email, password }, site) => site.api.ask(signIn, { body: { email, password } }, caller),
  next: ({ api_token: token = '', email_verified }) => ({
    is: 'elsewhere',
    to: email_verified ? address.dashboard : address.verifyEmail,
    token,
  }),
})

const forgotForm = accountForm({
  page: address.forgotPassword,
  ask: ({ caller }, { email }, site) => site.api.ask(forgotPassword, { body: { email } }, caller),
  next: (_, { message }, fields, site) => stays(address.forgotPassword, message, fields, site),
})

const resetForm = accountForm({
  page: address.resetPassword,
  ask: ({ caller }, { token, email, password, password_confirmation }, site) =>
    site.api.ask(resetPassword, { body: { token, email, password, password_confirmation } }, caller),
  // Every session of the person has ended, this browser's too.
  next: () => ({ is: 'elsewhere', to: `${address.login}?note=password`, token: '' }),
})

export const accountForms: readonly Form[] = [
  registerForm,
  verifyForm,
  resendForm,
  loginForm,
  forgotForm,
  resetForm,
]
