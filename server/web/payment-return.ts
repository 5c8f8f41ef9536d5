import { processPage, walletResultPage } from '../../shared/pages.ts'
import { type GatewayName, gateways, returnFromCheckout } from '../../shared/payments.ts'
import type { Shown, Site, Visit } from './page.ts'

/** How each gateway names our payment reference in the address it sends people back to. */
const referenceNames = {
  paystack: ['reference', 'trxref'],
  flutterwave: ['tx_ref'],
  monnify: ['paymentReference'],
} as const satisfies Record<GatewayName, readonly string[]>

/** The way back from the hosted checkout. Nothing the gateway adds is believed: it only names a payment. */
export async function loadPaymentReturn(visit: Visit, site: Site): Promise<Shown> {
  const gateway = gateways.find((it) => it === visit.params.gateway)
  const reference = gateway && referenceNames[gateway].map((name) => visit.query[name]).find((it) => it)
  if (!gateway || !reference) return lost(404)
  const nonce = visit.query.n
  const answer = await site.api.ask(returnFromCheckout, { body: { gateway, reference, nonce } }, visit.caller)
  if (!answer.ok) return lost(answer.http === 404 || answer.http === 422 ? 404 : 503)
  const paid = answer.data
  const to =
    paid.service === 'wallet_topup'
      ? walletResultPage(paid.reference)
      : processPage(paid.service, paid.reference, paid.access_token)
  return { is: 'elsewhere', to }
}

const lost = (http: number): Shown => ({
  is: 'page',
  http,
  locals: {
    heading: http === 404 ? 'We could not find that payment' : 'We cannot check that payment right now',
    says:
      http === 404
        ? 'If money left your account it is not lost: a paid order is delivered, or its money goes back, by itself. Your token also comes by SMS.'
        : 'You do not need to pay again. A paid order is delivered by itself, and your token also comes by SMS. Reload this page in a moment.',
    link: { href: '/help', text: 'Get help' },
  },
})
