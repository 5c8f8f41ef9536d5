import type { OperationsParts } from '../parts.ts'
import type { Compared } from './due.ts'

export const endedInflows = ['credited', 'unmatched'] as const

/** Asks the gateway about one transfer that arrived on a customer's own account, and is over here. */
export async function compareInflow(parts: OperationsParts, id: string): Promise<Compared> {
  const inflow = await parts.db.q
    .selectFrom('inflows')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // One that goes back is compared as its refund.
  const back = await parts.db.q
    .selectFrom('refunds')
    .select('id')
    .where('inflow_id', '=', id)
    .where('state', '!=', 'failed')
    .executeTakeFirst()
  if (back) return { is: 'agreed' }
  const said = await parts.payments.gateways[inflow.gateway]?.banking?.inflow?.(inflow.gateway_reference)
  if (!said || said.is === 'pending') return { is: 'later' }
  const ourKobo = inflow.paid_kobo ?? 0n
  const theirKobo = said.is === 'received' ? said.paidKobo : 0n
  const sameCurrency = said.is !== 'received' || said.currency === inflow.currency
  if (ourKobo === theirKobo && sameCurrency) return { is: 'agreed' }
  const note = `Transfer ${inflow.gateway_reference} at ${inflow.gateway}: they say ${said.is === 'received' ? said.currency : 'nothing of it'}.`
  return { is: 'disagreed', ourKobo, theirKobo, note }
}
