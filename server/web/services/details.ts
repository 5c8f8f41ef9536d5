import type { DetailsPage } from '../../../islands/pages.ts'
import type { ServiceStatus } from '../../../shared/actions.ts'
import { isActive } from '../../../shared/constants.ts'
import { fetchOrderStatus, orderRedirect, parseReference } from '../order-pages.ts'
import type { Loader, PageRequest, WebContext } from '../page.ts'
import { serviceStatusOf } from '../site-data.ts'
import type { ServicePageDefinition } from './service-page.ts'
import { servicePageTexts } from './texts.ts'
import { trustOf } from './trust.ts'

/** The stored lookup and current status of an order; both null unless this session created it. */
export async function fetchOrder(definition: ServicePageDefinition, web: WebContext, reference: string) {
  if (!reference) return { details: null, status: null }
  const [details, status] = await Promise.all([
    definition.fetchDetails(web, reference),
    fetchOrderStatus(web, reference, ''),
  ])
  return { details: details.ok ? details.data : null, status: status?.ok ? status.data : null }
}

/**
 * The same, for a page that offers payment. A customer who returns from the checkout without paying can pay the order:
 * a pending payment is verified first instead of waiting for the next poll.
 */
export async function fetchPayableOrder(
  definition: ServicePageDefinition,
  web: WebContext,
  reference: string,
) {
  const order = await fetchOrder(definition, web, reference)
  if (order.status?.state !== 'awaiting_payment' || order.status.can_pay) return order
  await definition.process(web, {
    reference,
    accessToken: order.details?.access_token ?? '',
  })
  const statusResult = await fetchOrderStatus(web, reference, '')
  return { ...order, status: statusResult?.ok ? statusResult.data : order.status }
}

/** The outage of a service; null if it is available. */
export async function outageOf(
  { service }: ServicePageDefinition,
  web: WebContext,
): Promise<ServiceStatus | null> {
  const status = serviceStatusOf(await web.data.statuses(), service)
  return isActive(status.status) ? null : status
}

export const loadDetails =
  (definition: ServicePageDefinition): Loader =>
  async (pageRequest, web) => {
    const reference = parseReference(pageRequest.query.reference)
    const [{ details, status }, options, outage] = await Promise.all([
      fetchPayableOrder(definition, web, reference),
      web.data.paymentOptions(pageRequest.caller),
      outageOf(definition, web),
    ])
    const redirect = status && orderRedirect('details', status, details?.access_token ?? '')
    if (redirect) return redirect
    const trust = await trustOf(definition, web, details)
    const props: Omit<DetailsPage<unknown>, keyof PageRequest['baseProps']> = {
      reference,
      details,
      status,
      outage,
      options: [...options],
      trustSentences: trust.lines.map(({ text }) => text),
      csrf: web.csrf,
    }
    return {
      type: 'page',
      ...(status && status.state !== 'quoted' && { title: servicePageTexts.orderTitle() }),
      props,
      locals: { trust: details && status?.state !== 'expired' ? trust.lines : [] },
    }
  }
