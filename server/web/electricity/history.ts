import type { PowerHistory } from '../../../islands/pages.ts'
import { formPageUrl } from '../../../shared/pages.ts'
import { getPowerHistory } from '../../../shared/power.ts'
import type { Loader, PageResult, PostedFields, PostedForm, WebContext } from '../page.ts'
import { emptyForm } from '../services/form.ts'
import { power } from '../services/power.ts'
import { servicePageTexts } from '../services/texts.ts'

/** The "Find a past token" form for browsers without JavaScript. */
export const historyForm: PostedForm = {
  path: '/electricity/history',
  page: formPageUrl('power'),
  async submit(pageRequest, fields, web) {
    const values = historyValues(fields)
    const result = await web.api.request(getPowerHistory, { body: values })
    if (!result.ok)
      return this.renderErrors(pageRequest, fields, web, {
        ...result,
        message: servicePageTexts.historyFailed(),
      })
    return renderHistory(web, 200, { values, records: result.data, errors: {}, message: null })
  },
  renderErrors: (_, fields, web, { httpStatus, message, errors }) =>
    renderHistory(web, httpStatus, { values: historyValues(fields), records: null, errors, message }),
}

/** `GET /electricity/history` redirects to the form: the result is shown only in response to a submitted form. */
export const redirectToPowerForm: Loader = () => ({ type: 'redirect', to: formPageUrl('power') })

async function renderHistory(
  web: WebContext,
  httpStatus: number,
  history: PowerHistory,
): Promise<PageResult> {
  const { props } = await emptyForm(power, web)
  return { type: 'page', httpStatus, props: { ...props, history } }
}

const historyValues = (fields: PostedFields) => ({
  meter_number: fields.meter_number ?? '',
  phone_number: fields.phone_number ?? '',
})
