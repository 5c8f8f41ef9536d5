import type { EveryPage, ReportPage } from '../../../islands/pages.ts'
import * as address from '../../../shared/pages.ts'
import { reportOrder } from '../../../shared/tickets.ts'
import { readState, referenceIn, secretIn } from '../order-pages.ts'
import type { Fields, Form, Load, Shown, Site, Visit } from '../page.ts'
import { noRecord } from './no-record.ts'

type Props = Omit<ReportPage, keyof EveryPage>

export const loadReport: Load = (visit, site) => shown(visit, site, visit.query)

/** A report posted without script: the same call, then its number or the form again. */
export const reportForm: Form = {
  path: address.report,
  page: address.report,
  async submit(visit, fields, site) {
    const { message, email } = fields
    const answer = await site.api.ask(
      reportOrder,
      {
        params: { reference: referenceIn(fields.reference) },
        body: { message, email, access_token: secretIn(fields.order) || null },
      },
      visit.caller,
    )
    if (answer.ok) return shown(visit, site, fields, { values: {}, number: answer.data.number })
    return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
  },
  again: (visit, fields, site, { http, message, errors }) =>
    shown(visit, site, fields, { message, errors }, http),
}

/** The form, for whoever may see the order; a link that may only view it knows no more than the link. */
async function shown(
  visit: Visit,
  site: Site,
  fields: Fields,
  over: Partial<Props> = {},
  http = 200,
): Promise<Shown> {
  const reference = referenceIn(fields.reference)
  const second = secretIn(fields.order) || null
  const state = await readState(visit, site, reference, second ?? '')
  const status = state?.ok ? state.data : null
  if (!reference || (!status && !second)) return noRecord
  const { message = '', email = '' } = fields
  const props: Props = {
    reference,
    second,
    status,
    number: null,
    values: { message, email },
    errors: {},
    message: null,
    csrf: site.csrf,
    ...over,
  }
  return { is: 'page', http, props }
}
