import { randomUUID } from 'node:crypto'
import { initiateCardPayment } from '../../../shared/cards.ts'
import { initiatePayment } from '../../../shared/payments.ts'
import { initiateTopUp } from '../../../shared/wallet.ts'
import type { Answer } from '../api-client.ts'
import type { Fields, Shown, Site, Visit } from '../page.ts'
import type { Bill } from './choice.ts'
import { chosenIn, waysToPay } from './ways.ts'

const unsafeCheckout = 'The payment page cannot be opened right now. No money was taken.'

/** What is paid, in the fields of the payment calls; amounts in naira. */
export interface Payable {
  readonly order_reference: string | null
  readonly service_id: string | null
  readonly amount: number
  readonly service_charge: number
  readonly payment_for: string
  readonly description: string
}

/** Starts a payment and leads to where it goes on, or says why not. A saved card has a call of its own. */
export async function startPayment(
  visit: Visit,
  site: Site,
  { payable, bill, fields, topUp }: { payable: Payable; bill: Bill; fields: Fields; topUp: boolean },
): Promise<Answer<Shown>> {
  const { method, cardId, saveCard } = chosenIn(fields)
  const body = {
    ...payable,
    device_id: null,
    payment_method: method,
    save_card: saveCard,
    ...(fields.email?.trim() && { email: fields.email }),
  }
  const key = fields.idempotency_key || randomUUID()
  const answer =
    method === 'SAVED_CARD'
      ? await site.api.ask(
          initiateCardPayment,
          { body: { ...body, payment_card_id: cardId }, key },
          visit.caller,
        )
      : topUp
        ? await site.api.ask(initiateTopUp, { body, key }, visit.caller)
        : await site.api.ask(initiatePayment, { body, key }, visit.caller)
  if (!answer.ok) return { ...answer, http: answer.http || 503 }
  const checkout = checkoutAddress(answer.data.checkoutUrl, site)
  if (!checkout) return { ok: false, http: 502, message: unsafeCheckout, errors: {} }
  // Our own address: there is no bank to go to.
  if (checkout.isOurs) return { ...answer, data: { is: 'elsewhere', to: checkout.address } }
  const ways = await waysToPay(visit, site, { topUp })
  const way = ways.find(({ value }) => value === fields.payment_method)
  return {
    ...answer,
    data: {
      is: 'page',
      view: 'continue',
      title: 'Continue to payment',
      locals: { bill, checkout: checkout.address, method: way?.title ?? '', next: way?.next ?? '' },
    },
  }
}

/** The checkout's address, or null when it is not one we send people to. Which hosts: the API's list. */
function checkoutAddress(url: string, { config }: Site): { address: string; isOurs: boolean } | null {
  if (!URL.canParse(url, config.appUrl)) return null
  const { origin, protocol, href } = new URL(url, config.appUrl)
  const isOurs = origin === config.appUrl
  const simulated = config.mode === 'simulated' && origin === config.simulatorsUrl
  return protocol === 'https:' || isOurs || simulated ? { address: href, isOurs } : null
}
