import type { ExamType } from '../../shared/constants.ts'
import type { EducationInfo, EducationOrder, ExamVariation } from '../../shared/education.ts'
import { networkOf } from '../catalogue/index.ts'
import { customerNameOf, type DeliveryRow, identifiersOf, type Order, totalsOf } from '../purchase/index.ts'
import { requiresJambProfile } from './exams.ts'
import { educationServerTexts } from './texts.ts'

const commonOrderFields = (order: Order) => {
  const { name, logo } = networkOf('education', order.code)
  return {
    reference: order.reference,
    request_id: order.access_token,
    service_type: order.code as ExamType,
    service_type_details: { name, logo },
    variation_name: order.variation_name ?? order.variation,
    quantity: order.quantity,
    billers_code: requiresJambProfile(order.code) ? order.beneficiary : null,
    customer_name: customerNameOf(order),
    ...totalsOf(order),
  }
}

/** The stored order for its owner, naira. `variations`: the alternatives on sale now. */
export const educationInfo = (order: Order, variations: ExamVariation[]): EducationInfo => ({
  ...commonOrderFields(order),
  ...identifiersOf(order),
  variations,
  variation_code: order.variation,
  customer_email_address: order.email,
  phone_number: order.phone,
  description: describeOrder(order),
})

/** "2 × WASSCE", "UTME PIN (with mock)". */
export function describeOrder(order: Order): string {
  const { quantity } = order
  const product = order.variation_name ?? order.variation
  return quantity > 1 ? educationServerTexts.productsOrdered({ quantity, product }) : product
}

/**
 * A delivered order. Amounts are in naira. `hasFullAccess` adds name, e-mail and phone, for the order's owner only.
 * @param paidWith how the owner paid, for the owner only
 */
export const educationOrderOf = (
  order: Order,
  delivery: DeliveryRow,
  hasFullAccess: boolean,
  paidWith: string | null,
): EducationOrder => ({
  ...commonOrderFields(order),
  customer_name: hasFullAccess ? customerNameOf(order) : null,
  purchased_code: requiresJambProfile(order.code) ? (delivery.pins[0]?.pin ?? null) : null,
  tokens: delivery.pins,
  customer_phone: hasFullAccess ? order.phone : null,
  customer_email_address: hasFullAccess ? order.email : null,
  paid_with: paidWith,
  created_at: delivery.created_at.toISOString(),
})
