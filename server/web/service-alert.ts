import type { BaseProps, NotifyMePage } from '../../islands/pages.ts'
import { tiles } from '../../shared/constants.ts'
import { subscribeToServiceAlert } from '../../shared/operations.ts'
import * as pages from '../../shared/pages.ts'
import type { Loader, PageResult, PostedFields, PostedForm, WebContext } from './page.ts'
import { serviceStatusOf } from './site-data.ts'

type Props = Omit<NotifyMePage, keyof BaseProps>

export const loadServiceAlert: Loader = ({ query }, web) => renderPage(web, query)

/** The "Notify me when it's back" form for browsers without JavaScript. */
export const serviceAlertForm: PostedForm = {
  path: pages.notifyMePath,
  page: pages.notifyMePath,
  async submit(pageRequest, fields, web) {
    const service = tiles.find((candidate) => candidate === fields.service)
    if (!service) return renderPage(web, fields)
    const { phone = '', email = '' } = fields
    const body = { ...(phone && { phone }), ...(email && { email }) }
    const result = await web.api.request(subscribeToServiceAlert, { params: { service }, body })
    if (result.ok) return renderPage(web, fields, { values: {}, done: result.message })
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: (_, fields, web, { httpStatus, message, errors }) =>
    renderPage(web, fields, { message, errors }, httpStatus),
}

async function renderPage(
  web: WebContext,
  fields: PostedFields,
  overrides: Partial<Props> = {},
  httpStatus = 200,
): Promise<PageResult> {
  const service = tiles.find((candidate) => candidate === fields.service)
  if (!service) return { type: 'redirect', to: pages.homePath }
  const { phone = '', email = '' } = fields
  const props: Props = {
    service: serviceStatusOf(await web.data.statuses(), service),
    values: { phone, email },
    errors: {},
    message: null,
    done: null,
    csrf: web.csrf,
    ...overrides,
  }
  return { type: 'page', httpStatus, props }
}
