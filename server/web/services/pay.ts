import { paymentForOf, slugOf } from '../../../shared/constants.ts'
import { formatMoney } from '../../../shared/money.ts'
import { detailsPage, formPage, processPage } from '../../../shared/pages.ts'
import { ledElsewhere, referenceIn } from '../order-pages.ts'
import type { Fields, Form, Load, Shown, Site, Trouble, Visit } from '../page.ts'
import { type Bill, choiceOfWay } from '../payment/choice.ts'
import { startPayment } from '../payment/start.ts'
import { readOrder, readPayable } from './details.ts'
import type { OrderDetails, Sold } from './sold.ts'

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
    const bill = billOf(sold, details)
    const payable = payableOf(sold, details)
    const started = await startPayment(visit, site, { payable, bill, fields, topUp: false })
    return started.ok ? started.data : this.again(visit, fields, site, started)
  },
  again: (visit, fields, site, trouble) => choice(sold, visit, site, fields, trouble),
})

async function choice(
  sold: Sold,
  visit: Visit,
  site: Site,
  fields: Fields,
  trouble: Trouble | null,
): Promise<Shown> {
  const reference = referenceIn(fields.reference ?? visit.query.reference)
  const { details, status } = await readPayable(sold, visit, site, reference)
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
  const link = { href: processPage(sold.service, reference), text: 'See how this order is going' }
  return choiceOfWay(visit, site, {
    bill: billOf(sold, details),
    action: payPath(sold),
    hidden: { reference },
    topUp: false,
    emailHint: `The ${sold.sent} also goes by SMS to the phone of this order.`,
    closed: status.may_pay ? null : { says: status.money.says, link },
    fields,
    trouble,
  })
}

function billOf(sold: Sold, details: OrderDetails): Bill {
  const { customer, lines, after } = sold.summary(details)
  const total = formatMoney(details.total_amount)
  return {
    lines: [
      { label: 'Total', value: total, wide: true, strong: true },
      { label: 'Amount', value: formatMoney(details.amount) },
      { label: 'Service charge', value: formatMoney(details.service_charge) },
      ...lines,
      { label: 'Reference', value: details.order_reference },
    ],
    total,
    purpose: customer,
    after,
    back: { href: detailsPage(sold.service, details.order_reference), text: 'Back to the details' },
  }
}

const payableOf = (sold: Sold, details: OrderDetails) => ({
  order_reference: details.order_reference,
  service_id: details.service_id,
  amount: details.total_amount,
  service_charge: details.service_charge,
  payment_for: paymentForOf[sold.service],
  description: sold.summary(details).description,
})
