import type { SuccessPage } from '../../../islands/pages.ts'
import { errors } from '../../../shared/errors.ts'
import type { OrderStatus } from '../../../shared/orders.ts'
import { successPageUrl } from '../../../shared/pages.ts'
import type { ApiResult } from '../api-client.ts'
import { fetchOrderStatus, orderRedirect, parseAccessToken, parseReference } from '../order-pages.ts'
import type { Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { fetchOrder } from './details.ts'
import type { OrderLookup, ServicePageDefinition, StoredOrderDetails } from './service-page.ts'

const notFoundResult = { ok: false, httpStatus: 404, message: errors.NOT_FOUND.message, errors: {} } as const

/** The delivered order. A link without its access token works in the browser that created the order. */
export const loadSuccess =
  (definition: ServicePageDefinition): Loader =>
  async (pageRequest, web) => {
    const lookup = {
      reference: parseReference(pageRequest.query.reference),
      // Airtime and data name this parameter p_ref.
      accessToken: parseAccessToken(pageRequest.query.order ?? pageRequest.query.p_ref),
    }
    const [result, statusResult] = await Promise.all([
      fetchDeliveredOrder(definition, web, lookup),
      fetchOrderStatus(web, lookup.reference, lookup.accessToken),
    ])
    if (!result.ok) {
      const redirect = await redirectOf(definition, web, lookup, statusResult)
      if (redirect) return redirect
    }
    const props: Omit<SuccessPage<object>, keyof PageRequest['baseProps']> = {
      ...lookup,
      order: result.ok ? result.data : null,
      message: result.ok ? null : result.message,
      csrf: web.csrf,
      appUrl: web.config.appUrl,
      helpUrl: web.config.helpUrl,
      status: statusResult?.ok ? statusResult.data : null,
    }
    return { type: 'page', props }
  }

export const fetchDeliveredOrder = async <O extends object>(
  definition: ServicePageDefinition<StoredOrderDetails, O>,
  web: WebContext,
  lookup: OrderLookup,
): Promise<ApiResult<O>> =>
  lookup.reference && lookup.accessToken ? definition.fetchDelivered(web, lookup) : notFoundResult

/** The page of an unfinished order, or the full URL of a delivered one. */
async function redirectOf(
  definition: ServicePageDefinition,
  web: WebContext,
  lookup: OrderLookup,
  statusResult: ApiResult<OrderStatus> | null,
): Promise<PageResult | null> {
  if (!statusResult?.ok) return null
  const { details } = await fetchOrder(definition, web, lookup.reference)
  const accessToken = lookup.accessToken || details?.access_token || ''
  const redirect = orderRedirect('success', statusResult.data, accessToken)
  if (redirect) return redirect
  return accessToken && accessToken !== lookup.accessToken
    ? { type: 'redirect', to: successPageUrl(definition.service, lookup.reference, accessToken) }
    : null
}
