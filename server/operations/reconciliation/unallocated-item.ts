import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '../../../shared/ids.ts'
import type { AllocationAction, ReturnMethod } from '../../../shared/operations.ts'
import type { Tx } from '../../database/index.ts'
import { depositEventSql } from '../../ledger/index.ts'

/** Unallocated funds that can still be credited or returned. */
export interface UnallocatedItem {
  readonly type: 'deposit' | 'refund'
  readonly id: string
  readonly amountKobo: bigint
  readonly currency: string
  /** User id of the owner of a failed refund; null for a deposit. */
  readonly ownerId: UserId | null
}

/**
 * Open unallocated funds: transfers to an unknown virtual account without a refund or allocation, and failed
 * refunds without an order that were neither retried nor paid manually.
 */
export const unallocatedItems: RawBuilder<UnallocatedItem> = sql`(
  select 'deposit' as type, deposits.id, paid_kobo as "amountKobo", currency, null::uuid as "ownerId" from deposits
  where state = 'unmatched' and paid_kobo > 0 and not exists (select from refunds where deposit_id = deposits.id)
    and not exists (select from ledger_entries where event = ${depositEventSql('deposits.id', 'left')})
  union all
  select 'refund', refunds.id, refunds.amount_kobo, refunds.currency, payments.user_id
  from refunds left join payments on payments.id = refunds.payment_id
  where refunds.order_id is null and refunds.state = 'failed' and refunds.currency = 'NGN' and manual_payout is null
    and not exists (select from refunds as later where later.retry_of_refund_id = refunds.id))`

/** The open unallocated funds with this id; undefined when they are already allocated. */
export async function findUnallocatedItem(tx: Tx, subject: string): Promise<UnallocatedItem | undefined> {
  const { rows } =
    await sql<UnallocatedItem>`select * from ${unallocatedItems} as money where id = ${subject}::uuid`.execute(
      tx,
    )
  return rows[0]
}

/** Other currencies than naira are not in the ledger; only the gateway can return them. */
export const allocationActionsFor = (item: Pick<UnallocatedItem, 'currency'>): AllocationAction[] =>
  item.currency === 'NGN' ? ['credit', 'return'] : ['return']

/** Return methods of an item. A refund that failed at the gateway is paid from our bank account. */
export const returnMethodsFor = (item: Pick<UnallocatedItem, 'type' | 'currency'>): ReturnMethod[] => [
  ...(item.type === 'deposit' ? (['gateway'] as const) : []),
  ...(item.currency === 'NGN' ? (['transfer'] as const) : []),
]
