import type { Logger } from 'pino'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database, RestoreDetector } from '../database/index.ts'
import type { Limits } from '../http/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Gateway, Gateways } from './gateway.ts'
import { isAtGateway, type Payment } from './payment.ts'
import type { NewlyPaidOrder, PaymentEvents } from './payment-events.ts'

/** Dependencies of the payments module; supplied by the composition root. */
export interface PaymentDeps {
  readonly db: Database
  readonly log: Logger
  /** A refund of money that was received before the last recovery may have been sent before the database was restored. */
  readonly restoreDetector: RestoreDetector
  readonly gateways: Gateways
  readonly paymentEvents: PaymentEvents
  readonly limits: Limits
  /** Encrypts the tokens of saved cards. */
  readonly secrets: Secrets
  /**
   * A gateway reported a deposit to a virtual account. The handler commits the notification and verifies it at the
   * gateway; it must accept duplicates.
   */
  readonly onDeposit: (gateway: GatewayName, gatewayReference: string) => Promise<unknown>
  /** Schedules the order's next step; called after commit. */
  readonly scheduleOrder: (order: NewlyPaidOrder) => void
  /** Runs a task in the background; a graceful shutdown waits for it. */
  readonly runInBackground: (name: string, task: () => Promise<unknown>) => void
}

/** The gateway adapter of an open payment. @throws Error when the gateway is no longer configured */
export function gatewayOf(deps: PaymentDeps, name: Payment['gateway']): Gateway {
  const gateway = isAtGateway(name) ? deps.gateways[name] : undefined
  if (!gateway) throw new Error(`Gateway ${name} is not configured, but one of its payments is open`)
  return gateway
}
