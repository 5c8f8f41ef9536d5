import type { Logger } from 'pino'
import type { GatewayName } from '../../shared/payments.ts'
import type { Database } from '../database/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { Gateway } from './gateway.ts'
import type { OnPaid } from './paid-for.ts'
import { isAtGateway, type Payment } from './payment.ts'

/** What the room is made of; `main` joins it. */
export interface PaymentParts {
  readonly db: Database
  readonly log: Logger
  readonly gateways: Partial<Record<GatewayName, Gateway>>
  readonly onPaid: OnPaid
  /** For the tokens of saved cards. */
  readonly secrets: Secrets
  /**
   * A gateway says that money arrived on a reserved account. Not believed yet: whoever is told commits it,
   * asks the gateway, and is told as often as the gateway likes.
   */
  readonly onInflow: (gateway: GatewayName, gatewayReference: string) => Promise<unknown>
  /** Called after a commit that gave an order something to do. */
  readonly wakeOrder: (orderId: string) => void
  /** Runs work in the background; a graceful stop waits for it. */
  readonly background: (what: string, work: () => Promise<unknown>) => void
}

/** The adapter of a payment in flight. It was configured when the payment began. */
export function gatewayOf(parts: PaymentParts, name: Payment['gateway']): Gateway {
  const gateway = isAtGateway(name) ? parts.gateways[name] : undefined
  if (!gateway) throw new Error(`Gateway ${name} is not configured, and a payment of it is open`)
  return gateway
}
