import type { PowerFormPage, PowerHistory } from '../../../islands/pages.ts'
import { cleanAmount } from '../../../shared/money.ts'
import { detailsPage } from '../../../shared/pages.ts'
import { getMeterInfo, powerHistory } from '../../../shared/power.ts'
import type { Fields, Form, Shown, Site, Trouble, Visit } from '../page.ts'
import { statusOf } from '../site-data.ts'

type FormProps = Omit<PowerFormPage, keyof Visit['every']>

const fieldNames = ['meter_type', 'phone_number', 'meter_number', 'meter_disco', 'amount'] as const
const nothingAsked: PowerHistory = {
  values: { meter_number: '', phone_number: '' },
  records: null,
  errors: {},
  message: null,
}
const historyFailed = 'Transaction records could not retrieved.'

/** The empty form; equal for everybody while statuses and companies stay the same. */
export async function emptyForm(site: Site): Promise<{ props: FormProps; madeOf: readonly unknown[] }> {
  const [statuses, discos] = await Promise.all([site.data.statuses(), site.data.discos()])
  const props = {
    status: statusOf(statuses, 'power'),
    discos,
    values: {},
    errors: {},
    message: null,
    history: nothingAsked,
    csrf: site.csrf,
  }
  return { props, madeOf: [statuses, discos] }
}

export async function loadForm(_: Visit, site: Site): Promise<Shown> {
  return { is: 'page', ...(await emptyForm(site)) }
}

/** The power form posted without script: the same lookup, then the next page or the form again. */
export const powerForm: Form = {
  path: '/electricity/subscription',
  page: '/electricity/subscription',
  async submit(visit, fields, site) {
    const typed = { ...typedIn(fields), amount: cleanAmount(fields.amount ?? '') }
    const answer = await site.api.ask(getMeterInfo, { body: typed }, visit.caller)
    if (answer.ok) return { is: 'elsewhere', to: detailsPage('power', answer.data.order_reference) }
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  async again(_, fields, site, { http, message, errors }) {
    const { props } = await emptyForm(site)
    return { is: 'page', http, props: { ...props, values: typedIn(fields), errors, message } }
  },
}

/** "Find a past token", posted without script. */
export const historyForm: Form = {
  path: '/electricity/history',
  page: '/electricity/subscription',
  async submit(visit, fields, site) {
    const values = historyValues(fields)
    const answer = await site.api.ask(powerHistory, { body: values }, visit.caller)
    if (!answer.ok)
      return this.again(visit, fields, site, {
        ...answer,
        http: answer.http || 503,
        message: messageOf(answer),
      })
    return withHistory(site, 200, { values, records: answer.data, errors: {}, message: null })
  },
  again: (_, fields, site, { http, message, errors }) =>
    withHistory(site, http, { values: historyValues(fields), records: null, errors, message }),
}

async function withHistory(site: Site, http: number, history: PowerHistory): Promise<Shown> {
  const { props } = await emptyForm(site)
  return { is: 'page', http, props: { ...props, history } }
}

const typedIn = (fields: Fields) => Object.fromEntries(fieldNames.map((name) => [name, fields[name] ?? '']))

const historyValues = (fields: Fields) => ({
  meter_number: fields.meter_number ?? '',
  phone_number: fields.phone_number ?? '',
})

/** The specified sentence, unless the person can mend what was wrong. */
const messageOf = ({ http, message }: Trouble) => (http === 422 || http === 429 ? message : historyFailed)
