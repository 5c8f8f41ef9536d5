import type { BaseProps, EmailFormPage } from '../../../islands/pages.ts'
import {
  registerAccount,
  requestPasswordReset,
  resendVerification,
  resetPassword,
  signIn,
  verifyEmail,
} from '../../../shared/accounts.ts'
import { languageOf } from '../../../shared/languages.ts'
import * as pages from '../../../shared/pages.ts'
import type { ApiResult } from '../api-client.ts'
import type { Loader, PageResult, PostedFields, PostedForm, WebContext } from '../page.ts'
import { fetchUser, pageUserOf } from './user.ts'

type FormProps = Omit<EmailFormPage, keyof BaseProps>

/** Fields that are kept when a form is rendered again. Passwords and codes are never kept. */
const echoedFields = {
  [pages.registerPath]: [
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
  [pages.verifyEmailPath]: ['email'],
  [pages.loginPath]: ['email'],
  [pages.forgotPasswordPath]: ['email'],
  [pages.resetPasswordPath]: ['email', 'token'],
} as const
type FormAddress = keyof typeof echoedFields

const valuesOf = (page: FormAddress, fields: PostedFields): Record<string, string> =>
  Object.fromEntries(
    echoedFields[page].flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )

function propsOf(
  page: FormAddress,
  fields: PostedFields,
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
async function registerProps(fields: PostedFields, web: WebContext, overrides: Partial<FormProps> = {}) {
  return { ...propsOf(pages.registerPath, fields, web, overrides), cashback: await web.data.cashback() }
}

/** A referral link contains the referrer's code, so that its page is not cached. */
export const loadRegister: Loader = async ({ query: { referrer = '' } }, web) => {
  const isCode = /^[\w-]{1,40}$/.test(referrer)
  const props = await registerProps(isCode ? { referrer } : {}, web)
  return { type: 'page', props, ...(!isCode && { cacheKey: [props.cashback] }) }
}
export const loadLogin = emptyForm(pages.loginPath)
export const loadForgotPassword = emptyForm(pages.forgotPasswordPath)

/** The e-mailed link contains the e-mail address and the token. */
export const loadResetPassword: Loader = ({ query }, web) => ({
  type: 'page',
  props: propsOf(pages.resetPasswordPath, query, web),
})

/** A signed-in user enters the code of their own e-mail; a verified user is redirected. */
export const loadVerifyEmail: Loader = async (pageRequest, web) => {
  if (!pageRequest.caller.token)
    return { type: 'page', props: propsOf(pages.verifyEmailPath, {}, web), cacheKey: [] }
  const user = await fetchUser(web)
  if (user.type !== 'known') return { type: 'page', props: propsOf(pages.verifyEmailPath, {}, web) }
  const { email, email_verified } = user.profile
  if (email_verified) return { type: 'redirect', to: pages.dashboardPath }
  return {
    type: 'page',
    ...pageUserOf(user.profile),
    props: propsOf(pages.verifyEmailPath, { email }, web),
  }
}

interface AccountFormOptions<T> {
  path?: string
  page: FormAddress
  ask: (fields: PostedFields, web: WebContext) => Promise<ApiResult<T>>
  next: (
    data: T,
    response: { status: string; message: string },
    fields: PostedFields,
    web: WebContext,
  ) => PageResult
}

/** An account form for browsers without JavaScript: calls the API, then redirects or renders the form again. */
const accountForm = <T>({
  page,
  path = page,
  ask: call,
  next: onSuccess,
}: AccountFormOptions<T>): PostedForm => ({
  path,
  page,
  async submit(pageRequest, fields, web) {
    const result = await call(fields, web)
    if (result.ok) return onSuccess(result.data, result, fields, web)
    return this.renderErrors(pageRequest, fields, web, result)
  },
  async renderErrors(_, fields, web, { httpStatus, message, errors }) {
    const errorProps = { message, errors }
    const props =
      page === pages.registerPath
        ? await registerProps(fields, web, errorProps)
        : propsOf(page, fields, web, errorProps)
    return { type: 'page', httpStatus, props }
  },
})

const formDone = (page: FormAddress, message: string, fields: PostedFields, web: WebContext): PageResult => ({
  type: 'page',
  props: propsOf(page, fields, web, { done: message }),
})

const registerForm = accountForm({
  page: pages.registerPath,
  ask: (fields, web) => web.api.request(registerAccount, { body: registrationOf(fields) }),
  next: (_, { status }) => ({
    type: 'redirect',
    to: status === 'created' ? pages.loginPath : pages.verifyEmailPath,
  }),
})

const registrationOf = (fields: PostedFields) => {
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
  page: pages.verifyEmailPath,
  ask: ({ token, email }, web) => web.api.request(verifyEmail, { body: { token, email } }),
  next: ({ api_token: token }) => ({ type: 'redirect', to: pages.dashboardPath, ...(token && { token }) }),
})

const resendForm = accountForm({
  path: `${pages.verifyEmailPath}/resend`,
  page: pages.verifyEmailPath,
  ask: ({ email }, web) => web.api.request(resendVerification, { body: { email } }),
  next: (_, { message }, fields, web) => formDone(pages.verifyEmailPath, message, fields, web),
})

const loginForm = accountForm({
  page: pages.loginPath,
  ask: ({ email, password, second_factor_code }, web) =>
    web.api.request(signIn, { body: { email, password, ...(second_factor_code && { second_factor_code }) } }),
  next: ({ api_token: token = '', email_verified, language }) => ({
    type: 'redirect',
    to: email_verified ? pages.dashboardPath : pages.verifyEmailPath,
    token,
    language: languageOf(language),
  }),
})

const forgotForm = accountForm({
  page: pages.forgotPasswordPath,
  ask: ({ email }, web) => web.api.request(requestPasswordReset, { body: { email } }),
  next: (_, { message }, fields, web) => formDone(pages.forgotPasswordPath, message, fields, web),
})

const resetForm = accountForm({
  page: pages.resetPasswordPath,
  ask: ({ token, email, password, password_confirmation }, web) =>
    web.api.request(resetPassword, { body: { token, email, password, password_confirmation } }),
  // All of the user's sessions were revoked, including this browser's.
  next: () => ({ type: 'redirect', to: `${pages.loginPath}?note=password`, token: '' }),
})

export const accountForms: readonly PostedForm[] = [
  registerForm,
  verifyForm,
  resendForm,
  loginForm,
  forgotForm,
  resetForm,
]
