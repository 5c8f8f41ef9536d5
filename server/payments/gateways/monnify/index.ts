import { nairaOf } from '../../../../shared/money.ts'
import type { PaymentMethod } from '../../../../shared/payments.ts'
import type { MonnifyConfig } from '../../../config-providers.ts'
import type { CardCharge, CheckoutRequest, Gateway } from '../../gateway.ts'
import { isSigned } from '../answers.ts'
import { monnifyBanking } from './banking.ts'
import { type Deadlines, monnifyClient } from './client.ts'
import { readHint } from './hint.ts'
import { readCharge, readCheckout, readPayment, readRefund, readRefunds } from './reading.ts'

/** Our methods are named as theirs. One is sent at a time, so that the checkout offers what was chosen. */
const methods = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const satisfies PaymentMethod[]

/** Where their checkout stands, by the API's host; anywhere else (a simulator) it is the same host. */
const checkoutHostOf: Readonly<Record<string, string>> = {
  'api.monnify.com': 'sdk.monnify.com',
  'sandbox.monnify.com': 'sandbox.sdk.monnify.com',
}

/**
 * Monnify by its public protocol (specification, official SDKs and support pages of July 2026). Amounts on
 * its wire are naira. Their sandbox signs no webhook, so an unsigned one is heard when we are configured
 * for that very host, and nowhere else; either way it is a hint that is verified.
 * @param deadlines shorten the waits, for tests of silence
 */
export function monnify(config: MonnifyConfig, deadlines: Deadlines = {}): Gateway {
  const client = monnifyClient(config, deadlines)
  const home = new URL(config.url)
  const unsignedToo = home.host === 'sandbox.monnify.com'
  const checkoutHosts = Object.freeze([checkoutHostOf[home.host] ?? home.host])
  const mayLeadTo = (url: URL) => url.protocol === home.protocol && checkoutHosts.includes(url.host)
  const common = commonBody(config.contractCode)
  return {
    name: 'monnify',
    can: { methods, savedCards: true, minKobo: 20_00n },
    checkoutHosts,
    async open(request) {
      const { reference, method } = request
      if (!methods.some((it) => it === method)) return { is: 'refused', because: 'method' }
      const body = { ...common(request), redirectUrl: request.returnUrl, paymentMethods: [method] }
      return readCheckout(await client.initialise(body), { reference, method, mayLeadTo })
    },
    verify: async (reference) => readPayment(await client.verify(reference)),
    async refund({ gatewayReference, refundReference, amountKobo, reason }) {
      const reply = await client.refund({
        transactionReference: gatewayReference,
        refundReference,
        refundAmount: nairaOf(amountKobo),
        refundReason: reason.slice(0, 64),
        customerNote: 'Refund',
      })
      return readRefund(reply, { refundReference, amountKobo })
    },
    async chargeSaved(request) {
      return readCharge(
        await client.charge({ ...common(request), cardToken: request.token, apiKey: config.apiKey }),
      )
    },
    /** No call of theirs deletes a token: it is gone once we have erased ours, which is all that can be done. */
    forgetCard: async () => true,
    async findRefunds({ refundReference }) {
      return refundReference ? readRefunds(await client.refundNamed(refundReference), refundReference) : null
    },
    banking: monnifyBanking(client, config.contractCode),
    authentic(raw, headers) {
      const signature = headers['monnify-signature']
      if (signature === undefined && unsignedToo) return true
      return isSigned(raw, signature, config.secretKey)
    },
    hint: readHint,
  }
}

const commonBody = (contractCode: string) => (request: CheckoutRequest | CardCharge) => ({
  amount: nairaOf(request.amountKobo),
  currencyCode: 'NGN',
  contractCode,
  customerEmail: request.email,
  // Some of their libraries require a name, and we may know none.
  customerName: request.email,
  paymentReference: request.reference,
  paymentDescription: request.description.slice(0, 100),
  metaData: { order_reference: request.orderReference },
})
