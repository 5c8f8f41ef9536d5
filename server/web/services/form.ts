import type { ServiceFormPage } from '../../../islands/pages.ts'
import { detailsPage, formPage } from '../../../shared/pages.ts'
import type { Fields, Form, Load, Site, Visit } from '../page.ts'
import { statusOf } from '../site-data.ts'
import type { Sold } from './sold.ts'

type FormProps = Omit<ServiceFormPage, keyof Visit['every']>

/** The empty form; equal for everybody while statuses and lists stay the same. */
export async function emptyForm(sold: Sold, site: Site) {
  const [statuses, cashback, lists] = await Promise.all([
    site.data.statuses(),
    site.data.cashback(),
    sold.lists(site),
  ])
  const form: FormProps = {
    status: statusOf(statuses, sold.service),
    cashback,
    values: {},
    errors: {},
    message: null,
    csrf: site.csrf,
  }
  return { props: { ...form, ...lists.props }, madeOf: [statuses, cashback, ...lists.madeOf] }
}

export const loadForm =
  (sold: Sold): Load =>
  async (_, site) => ({ is: 'page', ...(await emptyForm(sold, site)) })

/** The form of a service posted without script: the same lookup, then the next page or the form again. */
export const serviceForm = (sold: Sold): Form => ({
  path: formPage(sold.service),
  page: formPage(sold.service),
  async submit(visit, fields, site) {
    const answer = await sold.quote(site, visit.caller, typedIn(sold, fields))
    if (answer.ok) return { is: 'elsewhere', to: detailsPage(sold.service, answer.data.order_reference) }
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  async again(_, fields, site, { http, message, errors }) {
    const { props } = await emptyForm(sold, site)
    return { is: 'page', http, props: { ...props, values: typedIn(sold, fields), errors, message } }
  },
})

const typedIn = ({ fields: names }: Sold, fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? '']))
