import type { ProcessPage } from '../../../islands/pages.ts'
import { refundAccountLinkTexts } from '../../../shared/orders.ts'
import { payPage, processPage, refundAccountPage, reportPage, successPage } from '../../../shared/pages.ts'
import { orderRedirect, parseAccessToken, parseReference, readOrderStatus } from '../order-pages.ts'
import type { Loader, PageRequest, PageResult, WebContext } from '../page.ts'
import { readOrder } from './details.ts'
import type { OrderLookup, ServicePageDefinition } from './service-page.ts'
import { servicePageTexts } from './texts.ts'

const refreshSeconds = 4

export const loadProcess =
  (definition: ServicePageDefinition): Loader =>
  async (pageRequest, web) => {
    const reference = parseReference(pageRequest.query.reference)
    const secret = parseAccessToken(pageRequest.query.order)
    const [{ details }, statusResult] = await Promise.all([
      readOrder(definition, pageRequest, web, reference),
      readOrderStatus(pageRequest, web, reference, secret),
    ])
    const status = statusResult?.ok ? statusResult.data : null
    const accessToken = secret || details?.access_token || ''
    const redirect = status && orderRedirect('process', status, accessToken)
    if (redirect) return redirect
    if (status && pageRequest.query.noscript === '1')
      return pollOrder(definition, pageRequest, web, { reference, accessToken })
    const props: Omit<ProcessPage, keyof PageRequest['every']> = {
      service: definition.service,
      reference,
      accessToken: secret || null,
      status,
      company: details && definition.company(details),
      isUnknown: statusResult === null || (!statusResult.ok && statusResult.http === 404),
      csrf: web.csrf,
      ...definition.processProps?.(details),
    }
    return {
      type: 'page',
      props,
      ...(status && {
        refresh: { to: withoutScript(definition, reference, secret), seconds: refreshSeconds },
      }),
    }
  }

/** For browsers without script: the web server processes the order at each reload of this page. */
async function pollOrder(
  definition: ServicePageDefinition,
  pageRequest: PageRequest,
  web: WebContext,
  request: OrderLookup,
): Promise<PageResult> {
  const { reference, accessToken } = request
  const report = reportPage(reference, accessToken)
  const result = await definition.process(web, pageRequest.caller, request)
  if (result.ok && result.status === 'success')
    return { type: 'elsewhere', to: successPage(definition.service, reference, result.data || accessToken) }
  const isFinal = !result.ok && result.http > 0 && result.http < 500 && result.http !== 429
  if (isFinal) {
    // The status after processing, which may have found that the payment failed.
    const statusResult = await readOrderStatus(pageRequest, web, reference, accessToken)
    const status = statusResult?.ok ? statusResult.data : null
    const locals = {
      message: result.message,
      money: status && status.money.message !== result.message ? status.money.message : null,
      retry: status?.can_pay ? payPage(definition.service, reference) : null,
      account: status?.refund_account && {
        href: refundAccountPage(reference, accessToken),
        text: refundAccountLinkTexts[status.refund_account.requires ?? 'nothing'](),
      },
      start: { ...definition.startOver, text: definition.startOver.text() },
      report,
    }
    return { type: 'page', view: 'refused', locals }
  }
  const refreshUrl = withoutScript(definition, reference, accessToken)
  return {
    type: 'page',
    view: 'waiting',
    locals: {
      heading: servicePageTexts.onItsWay(),
      message: result.message,
      hint: servicePageTexts.onItsWayHint({ content: definition.smsContent() }),
      again: refreshUrl,
      report,
    },
    refreshAlways: { to: refreshUrl, seconds: refreshSeconds },
  }
}

const withoutScript = ({ service }: ServicePageDefinition, reference: string, secret: string) =>
  `${processPage(service, reference, secret)}&noscript=1`
