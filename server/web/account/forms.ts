import type { BaseProps, EmailFormPage } from '../../../islands/pages.ts'
import {
  forgotPassword,
  registerAccount,
  resendVerification,
  resetPassword,
  signIn,
  verifyEmail,
} from '../../../shared/accounts.ts'
import * as address from '../../../shared/pages.ts'
import type { ApiResult } from '../api-client.ts'
import type { Fields, Form, Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { readUser } from './user.ts'

type FormProps = Omit<EmailFormPage, keyof BaseProps>

/** Fields that are kept when a form is rendered again. Passwords and codes are never kept. */
const echoedFields = {
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
type FormAddress = keyof typeof echoedFields

const valuesOf = (page: FormAddress, fields: Fields): Record<string, string> =>
  Object.fromEntries(
    echoedFields[page].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

function propsOf(
  page: FormAddress,
  fields: Fields,
  web: WebContext,
  overrides: Partial<FormProps> = {},
): FormProps {
  return {
    values: valuesOf(page, fields),
    errors: {},
    message: null,
    done: null,
    csrf: web.csrf,
    ...overrides,
  }
}

/** An empty form, the same for all visitors. */
const emptyForm =
  (page: FormAddress): Loader =>
  (_, web) => ({ type: 'page', props: propsOf(page, {}, web), cacheKey: [] })

/** The registration form shows the cashback rate. */
async function registerProps(fields: Fields, web: WebContext, overrides: Partial<FormProps> = {}) {
  return { ...propsOf(address.register, fields, web, overrides), cashback: await web.data.cashback() }
}

/** A referral link contains the referrer's code, so that its page is not cached. */
export const loadRegister: Loader = async ({ query: { referrer = '' } }, web) => {
  const isCode = /^[\w-]{1,40}$/.test(referrer)
  const props = await registerProps(isCode ? { referrer } : {}, web)
  return { type: 'page', props, ...(!isCode && { cacheKey: [props.cashback] }) }
}
export const loadLogin = emptyForm(address.login)
export const loadForgotPassword = emptyForm(address.forgotPassword)

/** The e-mailed link contains the e-mail address and the token. */
export const loadResetPassword: Loader = ({ query }, web) => ({
  type: 'page',
  props: propsOf(address.resetPassword, query, web),
})

/** A signed-in user enters the code of their own e-mail; a verified user is redirected. */
export const loadVerifyEmail: Loader = async (pageRequest, web) => {
  if (!pageRequest.caller.token)
    return { type: 'page', props: propsOf(address.verifyEmail, {}, web), cacheKey: [] }
  const user = await readUser(pageRequest, web)
  if (user.type !== 'known') return { type: 'page', props: propsOf(address.verifyEmail, {}, web) }
  const { email, email_verified, name } = user.profile
  if (email_verified) return { type: 'elsewhere', to: address.dashboard }
  return { type: 'page', person: name, props: propsOf(address.verifyEmail, { email }, web) }
}

interface AccountFormOptions<T> {
  path?: string
  page: FormAddress
  ask: (pageRequest: PageRequest, fields: Fields, web: WebContext) => Promise<ApiResult<T>>
  next: (
    data: T,
    response: { status: string; message: string },
    fields: Fields,
    web: WebContext,
  ) => PageResult
}

/** An account form for browsers without script: calls the API, then redirects or renders the form again. */
const accountForm = <T>({ page, path = page, ask: call, next: onSuccess }: AccountFormOptions<T>): Form => ({
  path,
  page,
  async submit(pageRequest, fields, web) {
    const result = await call(pageRequest, fields, web)
    if (result.ok) return onSuccess(result.data, result, fields, web)
    return this.renderErrors(pageRequest, fields, web, { ...result, http: result.http || 503 })
  },
  async renderErrors(_, fields, web, { http, message, errors }) {
    const errorProps = { message, errors }
    const props =
      page === address.register
        ? await registerProps(fields, web, errorProps)
        : propsOf(page, fields, web, errorProps)
    return { type: 'page', http, props }
  },
})

const formDone = (page: FormAddress, message: string, fields: Fields, web: WebContext): PageResult => ({
  type: 'page',
  props: propsOf(page, fields, web, { done: message }),
})

const registerForm = accountForm({
  page: address.register,
  ask: (pageRequest, fields, web) =>
    web.api.request(registerAccount, { body: registrationOf(fields) }, pageRequest.caller),
  next: (_, { status }) => ({
    type: 'elsewhere',
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
  ask: ({ caller }, { token, email }, web) =>
    web.api.request(verifyEmail, { body: { token, email } }, caller),
  next: ({ api_token: token }) => ({ type: 'elsewhere', to: address.dashboard, ...(token && { token }) }),
})

const resendForm = accountForm({
  path: `${address.verifyEmail}/resend`,
  page: address.verifyEmail,
  ask: ({ caller }, { email }, web) => web.api.request(resendVerification, { body: { email } }, caller),
  next: (_, { message }, fields, web) => formDone(address.verifyEmail, message, fields, web),
})

const loginForm = accountForm({
  page: address.login,
  ask: ({ caller }, { email, password }, web) =>
    web.api.request(signIn, { body: { email, password } }, caller),
  next: ({ api_token: token = '', email_verified }) => ({
    type: 'elsewhere',
    to: email_verified ? address.dashboard : address.verifyEmail,
    token,
  }),
})

const forgotForm = accountForm({
  page: address.forgotPassword,
  ask: ({ caller }, { email }, web) => web.api.request(forgotPassword, { body: { email } }, caller),
  next: (_, { message }, fields, web) => formDone(address.forgotPassword, message, fields, web),
})

const resetForm = accountForm({
  page: address.resetPassword,
  ask: ({ caller }, { token, email, password, password_confirmation }, web) =>
    web.api.request(resetPassword, { body: { token, email, password, password_confirmation } }, caller),
  // All of the user's sessions were revoked, including this browser's.
  next: () => ({ type: 'elsewhere', to: `${address.login}?note=password`, token: '' }),
})

export const accountForms: readonly Form[] = [
  registerForm,
  verifyForm,
  resendForm,
  loginForm,
  forgotForm,
  resetForm,
]
