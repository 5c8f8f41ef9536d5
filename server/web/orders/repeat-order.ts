import { repeatOrder } from '../../../shared/order-actions.ts'
import * as pages from '../../../shared/pages.ts'
import { parseAccessToken, parseReference } from '../order-pages.ts'
import type { PostedForm } from '../page.ts'
import { webTexts } from '../texts.ts'
import { repeatOrderPageTexts } from './texts.ts'

/** "Buy again" on an order's page, with or without JavaScript: creates the order and opens its details. */
export const repeatOrderForm: PostedForm = {
  path: pages.repeatOrderPath,
  page: pages.findOrderPath,
  async submit(pageRequest, fields, web) {
    const reference = parseReference(fields.reference)
    const accessToken = parseAccessToken(fields.order)
    const result = await web.api.request(repeatOrder, {
      params: { reference },
      body: accessToken ? { access_token: accessToken } : {},
    })
    if (result.ok) return { type: 'redirect', to: result.data.link }
    return this.renderErrors(pageRequest, fields, web, result)
  },
  renderErrors: async (_, __, ___, { httpStatus, message }) => ({
    type: 'page',
    httpStatus,
    view: 'message',
    locals: {
      heading: webTexts.somethingWrong(),
      message,
      link: { href: pages.homePath, text: repeatOrderPageTexts.chooseService() },
    },
  }),
}
