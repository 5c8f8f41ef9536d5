import { randomUUID } from 'node:crypto'
import { initiateCardPayment } from '../../../shared/cards.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { initiateTopUp } from '../../../shared/wallet.ts'
import type { ApiResult } from '../api-client.ts'
import type { PageRequest, PageResult, PostedFields, WebContext } from '../page.ts'
import type { PaymentSummary } from './choice.ts'
import { availableMethods, parseChosenMethod } from './methods.ts'
import { paymentPageTexts } from './texts.ts'

/** Request fields shared by the payment endpoints. Amounts are in naira. */
export interface PaymentRequestFields {
  readonly order_reference: string | null
  readonly service_id: string | null
  readonly amount: number
  readonly service_charge: number
  readonly payment_for: string
  readonly description: string
}

/** Starts a payment and returns the next page, or the error. Saved cards use a separate endpoint. */
export async function startPayment(
  pageRequest: PageRequest,
  web: WebContext,
  {
    paymentFields,
    paymentSummary,
    fields,
    topUp,
  }: {
    paymentFields: PaymentRequestFields
    paymentSummary: PaymentSummary
    fields: PostedFields
    topUp: boolean
  },
): Promise<ApiResult<PageResult>> {
  const { method, cardId, saveCard } = parseChosenMethod(fields)
  const body = {
    ...paymentFields,
    device_id: null,
    payment_method: method,
    save_card: saveCard,
    ...(fields.email?.trim() && { email: fields.email }),
    ...(fields.auth_pin && { auth_pin: fields.auth_pin }),
  }
  const key = fields.idempotency_key || randomUUID()
  const result =
    method === 'SAVED_CARD'
      ? await web.api.request(initiateCardPayment, { body: { ...body, payment_card_id: cardId }, key })
      : topUp
        ? await web.api.request(initiateTopUp, { body, key })
        : await web.api.request(initiatePayment, { body, key })
  if (!result.ok) return result
  const checkout = checkoutAddress(result.data.checkoutUrl, web)
  if (!checkout)
    return { ok: false, httpStatus: 502, message: paymentPageTexts.checkoutUnavailable(), errors: {} }
  // The checkout URL is on our own site: redirect immediately, without the 'Continue to payment' page.
  if (checkout.isInternalAddress) return { ...result, data: { type: 'redirect', to: checkout.address } }
  const methods = await availableMethods(pageRequest, web, { topUp })
  const selectedMethod = methods.find(({ value }) => value === fields.payment_method)
  return {
    ...result,
    data: {
      type: 'page',
      view: 'continue',
      title: paymentPageTexts.continueTitle(),
      locals: {
        paymentSummary,
        checkout: checkout.address,
        method: selectedMethod?.title ?? '',
        next: selectedMethod?.next ?? '',
      },
    },
  }
}

/**
 * The checkout URL, or null if it is not safe to open. The gateway adapters have already limited the host to
 * the gateways' checkout hosts.
 */
function checkoutAddress(
  url: string,
  { config }: WebContext,
): { address: string; isInternalAddress: boolean } | null {
  if (!URL.canParse(url, config.appUrl)) return null
  const { origin, protocol, href } = new URL(url, config.appUrl)
  const isInternal = origin === config.appUrl
  const isSimulator = config.mode === 'simulated' && origin === config.simulatorsUrl
  return protocol === 'https:' || isInternal || isSimulator
    ? { address: href, isInternalAddress: isInternal }
    : null
}
