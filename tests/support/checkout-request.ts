import type { MeterInfo } from '../../shared/power.ts'

/** Body of `initiatePayment` for an electricity order that is paid by card. */
export const checkoutRequestOf = (info: MeterInfo) => ({
  order_reference: info.order_reference,
  service_id: info.service_id,
  amount: info.total_amount,
  device_id: null,
  service_charge: info.service_charge,
  payment_for: 'electricity',
  description: 'Electricity',
  payment_method: 'CARD',
  save_card: false,
})
