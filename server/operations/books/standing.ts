import { type RawBuilder, sql } from 'kysely'
import type { GivingAct, ReturnWay } from '../../../shared/operations.ts'
import type { Tx } from '../../database/index.ts'

/** Money set apart that is still ours to give to somebody. */
export interface Standing {
  readonly is: 'inflow' | 'refund'
  readonly id: string
  readonly amountKobo: bigint
  readonly currency: string
  /** Whose top-up it was. */
  readonly ownerId: string | null
}

/**
 * What stands: transfers to nobody's account that nothing was done with, and refunds of no order that failed and
 * are neither asked for again nor paid otherwise.
 */
export const standing: RawBuilder<Standing> = sql`(
  select 'inflow' as is, inflows.id, paid_kobo as "amountKobo", currency, null::uuid as "ownerId" from inflows
  where state = 'unmatched' and paid_kobo > 0 and not exists (select from refunds where inflow_id = inflows.id)
    and not exists (select from ledger_entries where event = 'inflow:' || inflows.id || ':left')
  union all
  select 'refund', refunds.id, refunds.amount_kobo, refunds.currency, payments.user_id
  from refunds left join payments on payments.id = refunds.payment_id
  where refunds.order_id is null and refunds.state = 'failed' and refunds.currency = 'NGN' and paid_by_hand is null
    and not exists (select from refunds as later where later.again_of = refunds.id))`

/** Whether the money of an item is still here. */
export async function standingOf(tx: Tx, subject: string): Promise<Standing | undefined> {
  const { rows } =
    await sql<Standing>`select * from ${standing} as money where id = ${subject}::uuid`.execute(tx)
  return rows[0]
}

/** Other money than naira is in no book of ours, and only its gateway can send it back. */
export const actsOn = (it: Pick<Standing, 'currency'>): GivingAct[] =>
  it.currency === 'NGN' ? ['credit', 'return'] : ['return']

/** A refund that the gateway could not give is paid from our bank. */
export const waysBack = (it: Pick<Standing, 'is' | 'currency'>): ReturnWay[] => [
  ...(it.is === 'inflow' ? (['gateway'] as const) : []),
  ...(it.currency === 'NGN' ? (['transfer'] as const) : []),
]
