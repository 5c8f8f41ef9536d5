import type { PowerHistory } from '../../../islands/pages.ts'
import { formPage } from '../../../shared/pages.ts'
import { powerHistory } from '../../../shared/power.ts'
import type { Fields, Form, Load, Shown, Site, Trouble } from '../page.ts'
import { emptyForm } from '../services/form.ts'
import { power } from '../services/power.ts'

const historyFailed = 'Transaction records could not retrieved.'

/** "Find a past token", posted without script. */
export const historyForm: Form = {
  path: '/electricity/history',
  page: formPage('power'),
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

/** Its answer has no address of its own. */
export const toPowerForm: Load = () => ({ is: 'elsewhere', to: formPage('power') })

async function withHistory(site: Site, http: number, history: PowerHistory): Promise<Shown> {
  const { props } = await emptyForm(power, site)
  return { is: 'page', http, props: { ...props, history } }
}

const historyValues = (fields: Fields) => ({
  meter_number: fields.meter_number ?? '',
  phone_number: fields.phone_number ?? '',
})

/** The specified sentence, unless the person can mend what was wrong. */
const messageOf = ({ http, message }: Trouble) => (http === 422 || http === 429 ? message : historyFailed)
