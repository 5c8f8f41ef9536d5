import { type NetworkService, networkOf } from '../catalogue/index.ts'
import { findBuyer, renderProductReceipt } from '../receipts/index.ts'
import { toLocalPhone } from './create-order-handler.ts'
import type { Order } from './order.ts'
import type { DeliveryRow } from './order-handler.ts'
import type { ServiceBackend } from './service-backend.ts'
import { purchaseServerTexts } from './texts.ts'
import { customerNameOf } from './totals.ts'

interface ReceiptLabels {
  /** "Cable TV receipt" */
  readonly title: () => string
  /** Label of the network, default "Network". */
  readonly network?: () => string
  readonly number: (order: Order) => string
  /** Label of the variation; without it, the row is omitted. */
  readonly variation?: () => string
}

/** Renders the receipts of a service other than electricity. */
export const productReceipt =
  (service: NetworkService, labels: ReceiptLabels): ServiceBackend['renderReceipt'] =>
  async ({ db, ...merchant }, order, delivery, paidWith) =>
    renderProductReceipt({
      merchant,
      title: labels.title(),
      reference: order.reference,
      deliveredAt: delivery.created_at,
      codes: pinCodesOf(delivery),
      rows: [
        [(labels.network ?? purchaseServerTexts.network)(), networkOf(service, order.code).name],
        [labels.number(order), toLocalPhone(order.beneficiary)],
        ...(labels.variation ? [[labels.variation(), order.variation_name] as const] : []),
        [purchaseServerTexts.quantity(), order.quantity > 1 ? String(order.quantity) : null],
        [purchaseServerTexts.customer(), delivery.customer_name ?? customerNameOf(order)],
      ],
      amountKobo: order.amount_kobo,
      serviceChargeKobo: order.service_charge_kobo,
      totalKobo: order.total_kobo,
      paidWith,
      buyer: await findBuyer(db, order.user_id),
    })

/** The PINs of a delivery with their labels: "PIN 2 (serial W01)". */
export const pinCodesOf = ({ pins }: DeliveryRow): { label: string; code: string }[] =>
  pins.map(({ serial, pin }, index) => {
    const label =
      pins.length > 1 ? purchaseServerTexts.numberedPin({ number: index + 1 }) : purchaseServerTexts.pin()
    return { label: serial ? purchaseServerTexts.pinWithSerial({ label, serial }) : label, code: pin }
  })

/** Message details of a service other than electricity. */
export const customerNumberDetails: ServiceBackend['messageDetails'] = ({ beneficiary }) => ({
  customer_number: toLocalPhone(beneficiary),
})
