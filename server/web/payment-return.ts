import { findOrderPath, helpPath, processPage, walletResultPage } from '../../shared/pages.ts'
import { returnFromCheckout } from '../../shared/payments.ts'
import { gatewayFacts, gateways } from '../../shared/providers.ts'
import type { PageRequest, PageResult, WebContext } from './page.ts'
import { webTexts } from './texts.ts'

/**
 * Handles the return from the hosted checkout. Parameters added by the gateway are not trusted; they only identify a
 * payment.
 */
export async function loadPaymentReturn(pageRequest: PageRequest, web: WebContext): Promise<PageResult> {
  const gateway = gateways.find((name) => name === pageRequest.params.gateway)
  const reference =
    gateway &&
    gatewayFacts[gateway].referenceParameters
      .map((name) => pageRequest.query[name])
      .find((candidate) => candidate)
  if (!gateway || !reference) return paymentNotFound(404)
  const nonce = pageRequest.query.n
  const result = await web.api.request(
    returnFromCheckout,
    { body: { gateway, reference, nonce } },
    pageRequest.caller,
  )
  if (!result.ok) return paymentNotFound(result.http === 404 || result.http === 422 ? 404 : 503)
  const payment = result.data
  const to =
    payment.service === 'wallet_topup'
      ? walletResultPage(payment.reference)
      : processPage(payment.service, payment.reference, payment.access_token)
  return { type: 'elsewhere', to }
}

const paymentNotFound = (http: number): PageResult => ({
  type: 'page',
  http,
  locals: {
    heading: http === 404 ? webTexts.paymentNotFound() : webTexts.paymentUnchecked(),
    message: http === 404 ? webTexts.paymentNotFoundMessage() : webTexts.paymentUncheckedMessage(),
    link:
      http === 404
        ? { href: findOrderPath, text: webTexts.findOrder() }
        : { href: helpPath, text: webTexts.getHelp() },
  },
})
