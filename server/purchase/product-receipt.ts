import { type NetworkService, networkOf } from '../catalogue/index.ts'
import { findBuyer, renderProductReceipt } from '../receipts/index.ts'
import { displayNumber } from './create-product.ts'
import type { Order } from './order.ts'
import type { ServiceEngine } from './service-engine.ts'
import { nameOf } from './totals.ts'

interface ReceiptLabels {
  /** "Cable TV receipt" */
  readonly title: string
  /** Label of the network, default "Network". */
  readonly network?: string
  readonly number: (order: Order) => string
  /** Label of the variation; without it, the row is omitted. */
  readonly variation?: string
}

/** Renders the receipts of a service other than electricity. */
export const productReceipt =
  (service: NetworkService, labels: ReceiptLabels): ServiceEngine['renderReceipt'] =>
  async ({ db, brandName }, order, delivery) =>
    renderProductReceipt({
      brandName,
      title: labels.title,
      reference: order.reference,
      deliveredAt: delivery.created_at,
      codes: delivery.pins.map(({ serial, pin }, index) => ({
        label: `${delivery.pins.length > 1 ? `PIN ${index + 1}` : 'PIN'}${serial ? ` (serial ${serial})` : ''}`,
        code: pin,
      })),
      rows: [
        [labels.network ?? 'Network', networkOf(service, order.code).name],
        [labels.number(order), displayNumber(order.beneficiary)],
        [labels.variation ?? '', labels.variation ? order.variation_name : null],
        ['Quantity', order.quantity > 1 ? String(order.quantity) : null],
        ['Customer', delivery.customer_name ?? nameOf(order)],
      ],
      amountKobo: order.amount_kobo,
      serviceChargeKobo: order.service_charge_kobo,
      totalKobo: order.total_kobo,
      buyer: await findBuyer(db, order.user_id),
    })

/** Message details of a service other than electricity. */
export const customerNumber: ServiceEngine['messageDetails'] = ({ beneficiary }) => ({
  customer_number: displayNumber(beneficiary),
})
