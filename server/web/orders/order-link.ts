import { openOrderLink } from '../../../shared/orders.ts'
import * as pages from '../../../shared/pages.ts'
import { OrderLinkCode } from '../../../shared/references.ts'
import type { Loader } from '../page.ts'
import { orderNotFoundPage } from './find-order.ts'

/** Redirects a short link to its page, in the language of its message. An unknown code gets the page on which a customer finds an order. */
export const loadOrderLink =
  (page: pages.OrderLinkPage): Loader =>
  async ({ params }, web) => {
    const code = OrderLinkCode.safeParse(params.code)
    if (!code.success) return orderNotFoundPage('')
    const result = await web.api.request(openOrderLink, { body: { code: code.data } })
    if (!result.ok) return orderNotFoundPage('', result.httpStatus === 404 ? null : result)
    const { reference, service, access_token: accessToken, language } = result.data
    const to = {
      '': pages.orderPageUrl(result.data.page, service, reference, accessToken),
      refund: pages.refundAccountPageUrl(reference, accessToken),
      report: pages.reportPageUrl(reference, accessToken),
    } as const satisfies Record<pages.OrderLinkPage, string>
    return { type: 'redirect', to: to[page], language }
  }
