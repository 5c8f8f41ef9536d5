import { findOrderFields } from '../../../shared/find-order.ts'
import { orderTexts } from '../../../shared/order-texts.ts'
import { findOwnOrder } from '../../../shared/orders.ts'
import * as pages from '../../../shared/pages.ts'
import { parseReference } from '../order-pages.ts'
import type { Loader, PageResult, PostedFields, PostedForm } from '../page.ts'
import { findOrderPageTexts } from './texts.ts'

/** The page on which a customer opens an order of another browser. */
export const loadFindOrder: Loader = ({ query }) =>
  renderPage({
    heading: findOrderPageTexts.heading(),
    intro: findOrderPageTexts.intro(),
    fields: { reference: parseReference(query.reference) },
    message: null,
    httpStatus: 200,
  })

/** Posted by every page that has no access to the order, with or without JavaScript. */
export const findOrderForm: PostedForm = {
  path: pages.findOrderPath,
  page: pages.findOrderPath,
  async submit(pageRequest, fields, web) {
    const { reference = '', phone = '', last_four = '' } = fields
    const result = await web.api.request(findOwnOrder, { body: { reference, phone, last_four } })
    if (!result.ok) return this.renderErrors(pageRequest, fields, web, result)
    const match = result.data
    return {
      type: 'redirect',
      to: pages.orderPageUrl(match.page, match.service, match.reference, match.access_token),
    }
  },
  renderErrors: async (_, fields, __, { httpStatus, message }) =>
    renderPage({
      heading: findOrderPageTexts.notFound(),
      fields,
      // The same message for an unknown order and for details that do not match.
      message: httpStatus === 404 ? findOrderPageTexts.noMatch() : message,
      httpStatus,
    }),
}

/** An unknown order and another customer's order get the same page; `failure`: the API did not respond. */
export const orderNotFoundPage = (
  reference: string,
  failure: { message: string; httpStatus: number } | null = null,
): PageResult =>
  renderPage({
    heading: findOrderPageTexts.notFound(),
    fields: { reference },
    message: failure?.message ?? null,
    httpStatus: failure?.httpStatus ?? 404,
  })

interface FindOrderPage {
  readonly heading: string
  readonly intro?: string
  readonly fields: PostedFields
  readonly message: string | null
  readonly httpStatus: number
}

const renderPage = (options: FindOrderPage): PageResult => ({
  type: 'page',
  httpStatus: options.httpStatus,
  view: 'find-order',
  locals: {
    heading: options.heading,
    intro: options.intro ?? orderTexts.notFound(),
    message: options.message,
    fields: findOrderFields.map(({ name, label, hint }) => ({
      name,
      label: label(),
      hint: hint(),
      value: options.fields[name] ?? '',
    })),
  },
})
