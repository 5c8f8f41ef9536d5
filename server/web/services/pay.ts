import { randomUUID } from 'node:crypto'
import { paymentForOf, slugOf } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { detailsPage, formPage, processPage } from '../../../shared/pages.ts'
import {
  initiatePayment,
  type PaymentMethod,
  type PaymentOption,
  paymentMethods,
} from '../../../shared/payments.ts'
import { ledElsewhere, referenceIn } from '../order-pages.ts'
import type { Fields, Form, Load, Shown, Site, Trouble, Visit } from '../page.ts'
import { readOrder, readPayable } from './details.ts'
import type { OrderDetails, Sold } from './sold.ts'

/** Ways to pay that need no script: a guest has no wallet, and saved cards are chosen from a list. */
const openTo =
  (signedIn: boolean) =>
  ({ identifier }: PaymentOption) =>
    identifier !== 'SAVED_CARD' && (identifier !== 'WALLET' || signedIn)

/** The choice of a method as a page of its own. */
export const payPath = ({ service }: Sold) => `/${slugOf[service]}/pay`

export const loadPay =
  (sold: Sold): Load =>
  (visit, site) =>
    choice(sold, visit, site, {}, null)

/** The choice of a method as a page: the way to the checkout without script. */
export const payForm = (sold: Sold): Form => ({
  path: payPath(sold),
  page: payPath(sold),
  async submit(visit, fields, site) {
    const reference = referenceIn(fields.reference)
    const { details } = await readOrder(sold, visit, site, reference)
    if (!details) return choice(sold, visit, site, fields, null)
    const answer = await site.api.ask(
      initiatePayment,
      { body: paymentOf(sold, details, fields), key: fields.idempotency_key || randomUUID() },
      visit.caller,
    )
    if (!answer.ok) return this.again(visit, fields, site, { ...answer, http: answer.http || 503 })
    const checkout = checkoutAddress(answer.data.checkoutUrl, site)
    if (!checkout) return this.again(visit, fields, site, { http: 502, message: unsafeCheckout, errors: {} })
    // There is no bank to go to.
    if (fields.payment_method === 'WALLET') return { is: 'elsewhere', to: checkout }
    const options = await site.data.paymentOptions(visit.caller)
    const method = options.find(({ identifier }) => identifier === fields.payment_method)
    return {
      is: 'page',
      view: 'continue',
      title: 'Continue to payment',
      locals: {
        ...summary(sold, details),
        detailsPage: detailsPage(sold.service, reference),
        checkout,
        method: method?.title ?? '',
        next: isMethod(fields.payment_method) ? whatHappens[fields.payment_method] : '',
      },
    }
  },
  again: (visit, fields, site, trouble) => choice(sold, visit, site, fields, trouble),
})

const unsafeCheckout = 'The payment page cannot be opened right now. No money was taken.'

const whatHappens: Record<PaymentMethod, string> = {
  ACCOUNT_TRANSFER: 'You get an account number to transfer to. Come back here when you have paid.',
  CARD: 'You type your card on the payment page. Its number never reaches us.',
  USSD: 'You get a code to dial on your phone.',
  PHONE_NUMBER: 'You approve the payment on your phone.',
  WALLET: 'The amount is taken from your wallet.',
  SAVED_CARD: 'Your saved card is charged. Your bank may ask you to approve it.',
}

async function choice(
  sold: Sold,
  visit: Visit,
  site: Site,
  fields: Fields,
  trouble: Trouble | null,
): Promise<Shown> {
  const reference = referenceIn(fields.reference ?? visit.query.reference)
  const [{ details, status }, options] = await Promise.all([
    readPayable(sold, visit, site, reference),
    site.data.paymentOptions(visit.caller),
  ])
  const elsewhere = status && ledElsewhere('details', status, details?.access_token ?? '')
  if (elsewhere) return elsewhere
  if (!details || !status) {
    return {
      is: 'page',
      http: 404,
      view: 'message',
      locals: {
        heading: 'No record found',
        says: 'We could not find this order in this browser. No money was taken.',
        link: { href: formPage(sold.service), text: 'Start again' },
      },
    }
  }
  return {
    is: 'page',
    http: trouble?.http ?? 200,
    locals: {
      ...summary(sold, details),
      reference,
      payPath: payPath(sold),
      detailsPage: detailsPage(sold.service, reference),
      processPage: processPage(sold.service, reference),
      sent: sold.sent,
      money: status.money.says,
      mayPay: status.may_pay,
      options: options
        .filter(openTo(visit.every.signedIn))
        .map((it) => ({ ...it, next: whatHappens[it.identifier] })),
      // Kept over a refused post, so that pressing again is the same payment and not a second one.
      idempotencyKey: keyIn(fields.idempotency_key) ?? randomUUID(),
      email: fields.email ?? '',
      chosen: fields.payment_method ?? '',
      message: trouble?.message ?? null,
      errors: trouble?.errors ?? {},
    },
  }
}

const summary = (sold: Sold, details: OrderDetails) => ({
  total: formatMoney(details.total_amount),
  amount: formatMoney(details.amount),
  charge: formatMoney(details.service_charge),
  orderReference: details.order_reference,
  summary: sold.summary(details),
})

const paymentOf = (sold: Sold, details: OrderDetails, fields: Fields) => ({
  order_reference: details.order_reference,
  service_id: details.service_id,
  amount: details.total_amount,
  device_id: null,
  service_charge: details.service_charge,
  payment_for: paymentForOf[sold.service],
  description: sold.summary(details).description,
  payment_method: fields.payment_method ?? '',
  save_card: false,
  ...(fields.email?.trim() && { email: fields.email }),
})

const keyIn = (typed: string | undefined) => (typed && /^[\w-]{8,100}$/.test(typed) ? typed : null)
const isMethod = (typed: string | undefined): typed is PaymentMethod =>
  (paymentMethods as readonly string[]).includes(typed ?? '')

/** The checkout's address, or null when it is not one we send people to. Which hosts: the API's list. */
function checkoutAddress(url: string, { config }: Site): string | null {
  if (!URL.canParse(url, config.appUrl)) return null
  const address = new URL(url, config.appUrl)
  const ours = address.origin === config.appUrl
  const simulated = config.mode === 'simulated' && address.origin === config.simulatorsUrl
  return address.protocol === 'https:' || ours || simulated ? address.href : null
}
