import type { ProcessPage } from '../../../islands/pages.ts'
import type { OrderProgress } from '../../../shared/orders.ts'
import { processPageUrl, successPageUrl } from '../../../shared/pages.ts'
import { fetchOrderStatus, orderRedirect, parseAccessToken, parseReference } from '../order-pages.ts'
import type { Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { fetchOrder } from './details.ts'
import type { OrderLookup, ServicePageDefinition } from './service-page.ts'

const refreshSeconds = 4
/** Processing that takes longer than usual. */
const slowAfterMs = 20_000

export const loadProcess =
  (definition: ServicePageDefinition): Loader =>
  async (pageRequest, web) => {
    const reference = parseReference(pageRequest.query.reference)
    const accessTokenInUrl = parseAccessToken(pageRequest.query.order)
    const [{ details }, statusResult] = await Promise.all([
      fetchOrder(definition, web, reference),
      fetchOrderStatus(web, reference, accessTokenInUrl),
    ])
    const { status, isUnknown } = progressOf(statusResult)
    const accessToken = accessTokenInUrl || details?.access_token || ''
    const redirect = status && orderRedirect('process', status, accessToken)
    if (redirect) return redirect
    const props: Props = {
      service: definition.service,
      reference,
      accessToken: accessTokenInUrl || null,
      status,
      isSlow: status !== null && isSlow(status),
      biller: details && definition.biller(details),
      description: details && definition.summary(details).description,
      isUnknown,
      csrf: web.csrf,
      ...definition.processProps?.(details),
    }
    // An order whose status could not be loaded may be in progress.
    if (!isUnknown && pageRequest.query.noscript === '1')
      return pollOrder(definition, web, { lookup: { reference, accessToken }, props })
    return {
      type: 'page',
      props,
      ...(!isUnknown && {
        refresh: { to: withoutScript(definition, reference, accessTokenInUrl), seconds: refreshSeconds },
      }),
    }
  }

/** The order's progress; null without a readable response of the API. */
function progressOf(result: Awaited<ReturnType<typeof fetchOrderStatus>>) {
  if (result?.ok) return { status: result.data, isUnknown: false }
  return { status: null, isUnknown: result === null || result.httpStatus === 404 }
}

const isSlow = (progress: OrderProgress): boolean =>
  isWaiting(progress) && Date.now() - Date.parse(progress.since) > slowAfterMs

type Props = Omit<ProcessPage, keyof PageRequest['baseProps']>

/** In progress, so that an old time of its state means a slow provider. */
const isWaiting = ({ state }: OrderProgress) =>
  state === 'awaiting_payment' || state === 'paid' || state === 'vending'

/** For browsers without JavaScript: the web server processes the order at each reload of this page. */
async function pollOrder(
  definition: ServicePageDefinition,
  web: WebContext,
  { lookup, props }: { lookup: OrderLookup; props: Props },
): Promise<PageResult> {
  const { reference, accessToken } = lookup
  const result = await definition.process(web, lookup)
  if (result.ok && result.status === 'success')
    return {
      type: 'redirect',
      to: successPageUrl(definition.service, reference, result.data || accessToken),
    }
  // The status after processing, which may have found that the payment failed.
  const statusResult = await fetchOrderStatus(web, reference, accessToken)
  const status = statusResult?.ok ? statusResult.data : props.status
  const isFinal = !result.ok && result.httpStatus < 500 && result.httpStatus !== 429
  if (isFinal) return { type: 'page', props: { ...props, status, failure: result.message } }
  return {
    type: 'page',
    // The page states immediately that it may be closed, because it cannot add that later.
    props: { ...props, status, isSlow: true },
    refreshAlways: { to: withoutScript(definition, reference, accessToken), seconds: refreshSeconds },
  }
}

const withoutScript = ({ service }: ServicePageDefinition, reference: string, accessToken: string) =>
  `${processPageUrl(service, reference, accessToken)}&noscript=1`
