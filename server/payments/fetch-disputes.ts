import { sql } from 'kysely'
import { type GatewayName, gateways } from '../../shared/providers.ts'
import type { Tx } from '../database/index.ts'
import type { PaymentDeps } from './deps.ts'
import { applyDispute } from './dispute.ts'
import type { ListedDispute } from './gateway.ts'
import type { Payment, TopUp } from './payment.ts'
import { reverseTopUp } from './top-up.ts'
import { reversePayment } from './verify-payment.ts'

/** A payer's bank disputes a payment within this time. */
const disputeDays = 120
const dayMs = 24 * 60 * 60 * 1_000

/** The webhook of a decision that is not received within this time counts as lost. */
const webhookSeconds = 60 * 60
/**
 * Open disputes of a gateway that are fetched per run, in random order, so that none waits for one that cannot be
 * fetched. The job has time for as many timeouts.
 */
const maxFetchedDisputes = 30

/** Records the chargeback of a full payment of an order or a top-up. */
export const reverseAnyPayment = (deps: PaymentDeps) => (tx: Tx, payment: Payment | TopUp) =>
  payment.purpose === 'order' ? reversePayment(deps, tx, payment) : reverseTopUp(deps, tx, payment)

/**
 * Records the disputes of gateways that announce none by webhook, and the decisions on our open disputes whose webhook
 * was lost. A gateway that does not respond is queried at the next run.
 * @returns the number of disputes that were fetched
 * @throws the last error of a dispute that could not be recorded, after all others are recorded
 */
export async function fetchDisputes(deps: PaymentDeps): Promise<number> {
  let count = 0
  const failures: unknown[] = []
  for (const gateway of gateways) {
    const disputes = [...(await listDisputes(deps, gateway)), ...(await readOpenDisputes(deps, gateway))]
    count += disputes.length
    for (const dispute of disputes) {
      try {
        await applyDispute(deps, gateway, dispute, reverseAnyPayment(deps))
      } catch (error) {
        deps.log.error({ err: error, gateway, dispute: dispute.disputeId }, 'dispute not recorded')
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw failures.at(-1)
  return count
}

/** The disputes of a gateway that lists them. */
async function listDisputes(deps: PaymentDeps, gateway: GatewayName): Promise<readonly ListedDispute[]> {
  const to = new Date()
  const from = new Date(to.getTime() - disputeDays * dayMs)
  const disputes = await deps.gateways[gateway]?.listDisputes?.({ from, to })
  if (disputes === null) deps.log.warn({ gateway }, 'disputes could not be fetched')
  return disputes ?? []
}

/** Our open disputes at a gateway that is queried for one at a time, without those that it does not report. */
async function readOpenDisputes(deps: PaymentDeps, gateway: GatewayName): Promise<ListedDispute[]> {
  const adapter = deps.gateways[gateway]
  if (!adapter?.getDispute) return []
  const disputes: ListedDispute[] = []
  for (const disputeId of await findOpenDisputes(deps, gateway)) {
    const status = await adapter.getDispute(disputeId)
    if (!status) deps.log.warn({ gateway, dispute: disputeId }, 'dispute could not be fetched')
    else if (status.type !== 'not_found') disputes.push({ disputeId, status })
  }
  return disputes
}

async function findOpenDisputes({ db }: PaymentDeps, gateway: GatewayName): Promise<string[]> {
  const rows = await db.q
    .selectFrom('disputes')
    .select('gateway_dispute_id')
    .where('gateway', '=', gateway)
    .where('state', '=', 'open')
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${webhookSeconds})`)
    .orderBy(sql`random()`)
    .limit(maxFetchedDisputes)
    .execute()
  return rows.map((row) => row.gateway_dispute_id)
}
