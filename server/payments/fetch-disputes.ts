import { gateways } from '../../shared/providers.ts'
import type { Tx } from '../database/index.ts'
import type { PaymentDeps } from './deps.ts'
import { applyDispute } from './dispute.ts'
import type { Payment, TopUp } from './payment.ts'
import { reverseTopUp } from './top-up.ts'
import { reversePayment } from './verify-payment.ts'

/** A payer's bank disputes a payment within this time. */
const disputeDays = 120
const dayMs = 24 * 60 * 60 * 1_000

/** Records the chargeback of a full payment of an order or a top-up. */
export const reverseAnyPayment = (deps: PaymentDeps) => (tx: Tx, payment: Payment | TopUp) =>
  payment.purpose === 'order' ? reversePayment(deps, tx, payment) : reverseTopUp(deps, tx, payment)

/**
 * Records the disputes of gateways that announce none by webhook. A gateway that does not respond is queried at the next run.
 * @returns the number of disputes that were fetched
 * @throws the last error of a dispute that could not be recorded, after all others are recorded
 */
export async function fetchDisputes(deps: PaymentDeps): Promise<number> {
  const to = new Date()
  const from = new Date(to.getTime() - disputeDays * dayMs)
  let count = 0
  const failures: unknown[] = []
  for (const name of gateways) {
    const disputes = await deps.gateways[name]?.listDisputes?.({ from, to })
    if (disputes === null) deps.log.warn({ gateway: name }, 'disputes could not be fetched')
    for (const dispute of disputes ?? []) {
      count += 1
      try {
        await applyDispute(deps, name, dispute, reverseAnyPayment(deps))
      } catch (error) {
        deps.log.error({ err: error, gateway: name, dispute: dispute.disputeId }, 'dispute not recorded')
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw failures.at(-1)
  return count
}
