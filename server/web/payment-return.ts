import {
  findOrderPath,
  helpPath,
  payerOrderPageUrl,
  processPageUrl,
  walletResultPageUrl,
} from '../../shared/pages.ts'
import { returnFromCheckout } from '../../shared/payments.ts'
import { gatewayDetails, gateways } from '../../shared/providers.ts'
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
    gatewayDetails[gateway].referenceParameters
      .map((name) => pageRequest.query[name])
      .find((candidate) => candidate)
  if (!gateway || !reference) return paymentNotFound(404)
  const nonce = pageRequest.query.n
  const result = await web.api.request(returnFromCheckout, { body: { gateway, reference, nonce } })
  if (!result.ok) return paymentNotFound(result.httpStatus === 404 || result.httpStatus === 422 ? 404 : 503)
  const payment = result.data
  const to =
    payment.service === 'wallet_topup'
      ? walletResultPageUrl(payment.reference)
      : payment.payment_request && !payment.access_token
        ? payerOrderPageUrl(payment.reference)
        : processPageUrl(payment.service, payment.reference, payment.access_token)
  return { type: 'redirect', to }
}

const paymentNotFound = (httpStatus: number): PageResult => ({
  type: 'page',
  httpStatus,
  locals: {
    heading: httpStatus === 404 ? webTexts.paymentNotFound() : webTexts.paymentUnchecked(),
    message: httpStatus === 404 ? webTexts.paymentNotFoundMessage() : webTexts.paymentUncheckedMessage(),
    link:
      httpStatus === 404
        ? { href: findOrderPath, text: webTexts.findOrder() }
        : { href: helpPath, text: webTexts.getHelp() },
  },
})
