import type { Service } from '../../shared/constants.ts'

/** An order as the payment dialog needs it; each service makes one from its own details. Amounts in naira. */
export interface PayableOrder {
  service: Service
  reference: string
  serviceId: string
  serviceCharge: number
  /** 'nullable' from a beneficiary's card; null otherwise. Source: decision E-027 */
  deviceId?: 'nullable'
  /** What is charged. */
  total: number
  /** For the gateway's own records: "Ikeja Electric, meter 45012345678". */
  description: string
  /** Who is served, as the person recognises it: "ADA OBI, meter 45012345678". */
  beneficiary: string
}

/** Money that somebody puts into their own wallet; the server makes its reference. Amounts in naira. */
export interface TopUp {
  service: 'wallet'
  /** What is credited. */
  total: number
}

/** What the payment dialog can be opened for. */
export type Payable = PayableOrder | TopUp

/** What every lookup answers with, whatever the service. Amounts in naira. */
export interface OrderDetails {
  order_reference: string
  service_id: string
  service_charge: number
  total_amount: number
}
