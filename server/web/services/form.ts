import type { ServiceFormPage } from '../../../islands/pages.ts'
import { isActive } from '../../../shared/constants.ts'
import { detailsPageUrl, formPageUrl } from '../../../shared/pages.ts'
import { displayPhone, isNationalNumber } from '../../../shared/phone.ts'
import { fetchUser } from '../account/user.ts'
import type { Loader, PageRequest, PostedFields, PostedForm, WebContext } from '../page.ts'
import type { ServicePageDefinition } from './service-page.ts'
import { serviceTile } from './service-tile.ts'
import { trustOf } from './trust.ts'

type FormProps = Omit<ServiceFormPage, keyof PageRequest['baseProps']>

/** The empty form; the same for all visitors while statuses and lists are unchanged. */
export async function emptyForm(definition: ServicePageDefinition, web: WebContext) {
  const [statuses, cashback, trust, lists] = await Promise.all([
    web.data.statuses(),
    web.data.cashback(),
    trustOf(definition, web, null),
    definition.fetchLists(web),
  ])
  const status = serviceTile(statuses, definition.service)
  const form: FormProps = {
    status,
    cashback,
    values: {},
    errors: {},
    message: null,
    csrf: web.csrf,
  }
  return {
    props: { ...form, ...lists.props },
    // A service that is switched off delivers nothing.
    locals: { trust: isActive(status.status) ? trust.lines : [], testValues: 'orders' },
    cacheKey: [statuses, cashback, ...trust.cacheKey, ...lists.cacheKey],
  }
}

export const loadForm =
  (definition: ServicePageDefinition): Loader =>
  async (pageRequest, web) => ({ type: 'page', ...(await visitorForm(definition, pageRequest, web)) })

/**
 * The empty form; for a signed-in user with their own phone filled in, and then not cached.
 * @param phoneFields the fields filled in: on the start page those of every form that can be chosen there
 */
export async function visitorForm(
  definition: ServicePageDefinition,
  pageRequest: PageRequest,
  web: WebContext,
  phoneFields: readonly string[] = [definition.ownPhoneField],
): Promise<Omit<Awaited<ReturnType<typeof emptyForm>>, 'cacheKey'> & { cacheKey?: readonly unknown[] }> {
  if (!pageRequest.baseProps.signedIn) return emptyForm(definition, web)
  const [form, user] = await Promise.all([emptyForm(definition, web), fetchUser(web)])
  const phone = user.type === 'known' ? user.profile.phone : null
  if (!phone || !isNationalNumber(phone)) return form
  const { props, locals } = form
  const prefilled = Object.fromEntries(phoneFields.map((field) => [field, displayPhone(phone)]))
  return { props: { ...props, prefilled }, locals }
}

/** A service form for browsers without JavaScript: looks up the customer, then redirects or renders the form again. */
export const serviceForm = (definition: ServicePageDefinition): PostedForm => ({
  path: formPageUrl(definition.service),
  page: formPageUrl(definition.service),
  async submit(pageRequest, fields, web) {
    const result = await definition.quote(web, formFieldsOf(definition, fields))
    if (result.ok)
      return { type: 'redirect', to: detailsPageUrl(definition.service, result.data.order_reference) }
    return this.renderErrors(pageRequest, fields, web, result)
  },
  async renderErrors(_, fields, web, { httpStatus, message, errors }) {
    const { props, locals } = await emptyForm(definition, web)
    return {
      type: 'page',
      httpStatus,
      locals,
      props: { ...props, values: formFieldsOf(definition, fields), errors, message },
    }
  },
})

const formFieldsOf = ({ fields: names }: ServicePageDefinition, fields: PostedFields): PostedFields =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
