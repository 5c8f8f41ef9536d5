import type { Service } from '../../shared/constants.ts'

/** An order as the payment dialog needs it; each service builds one from its details. Amounts in naira. */
export interface PayableOrder {
  service: Service
  reference: string
  serviceId: string
  serviceCharge: number
  /** A fixed value of the payload for a purchase from the list of beneficiaries; absent otherwise. Source: ruling E-027 */
  deviceId?: 'nullable'
  /** Amount to charge. */
  total: number
  /** Description for the gateway: "Ikeja Electric, meter 45012345678". */
  description: string
  /** Recipient as the customer recognises it: "ADA OBI, meter 45012345678". */
  beneficiary: string
}

/** A top-up of the user's own wallet; the server generates its reference. Amounts in naira. */
interface TopUp {
  service: 'wallet'
  /** Amount to credit. */
  total: number
}

/** Anything that the payment dialog can pay for. */
export type OrderOrTopUp = PayableOrder | TopUp

/** Fields common to every service's lookup response. Amounts in naira. */
export interface OrderDetails {
  order_reference: string
  service_id: string
  service_charge: number
  total_amount: number
}
