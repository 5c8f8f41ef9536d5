import type { Logger } from 'pino'
import type { Service, VendorName } from '../../shared/constants.ts'
import type { Database, RestoreDetector } from '../database/index.ts'
import type { PaymentDeps } from '../payments/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Vendors } from '../vending/index.ts'
import type { OrderHandler } from './order-handler.ts'
import type { PaymentRequestRules } from './payment-request.ts'
import type { Rewards } from './rewards.ts'

/** Why a service takes no orders, as text for display, and since when; null where that is unknown. */
export interface Outage {
  readonly reason: string
  readonly since: Date | null
}

/** Which vendors and services are available, besides the settings. Not for use inside a transaction. */
export interface Availability {
  /** False while a vendor is paused for a service: it gets no new orders. */
  isAvailable(vendor: VendorName, service: Service): Promise<boolean>
  /** Why an enabled service takes no new orders; null while it does. Paid orders are still delivered. */
  outageOf(service: Service): Promise<Outage | null>
}

/** Dependencies of the order processor, assembled in `main`. */
export interface PurchaseDeps {
  readonly db: Database
  readonly log: Logger
  /** An order paid before its `connectedSince` may have been delivered before the database was restored. */
  readonly restoreDetector: RestoreDetector
  readonly vendors: Vendors
  readonly orderHandlers: Readonly<Record<Service, OrderHandler>>
  readonly payments: PaymentDeps
  readonly settings: Settings
  readonly rewards: Rewards
  readonly paymentRequests: PaymentRequestRules
  /** Given to the gateway for a guest without e-mail. */
  readonly guestEmail: string
  readonly availability: Availability
  /** Runs a task in the background; a graceful shutdown waits for it. */
  readonly runInBackground: (name: string, task: () => Promise<unknown>) => void
  /** Called after a message is committed to the outbox. */
  readonly triggerOutbox: () => void
}
