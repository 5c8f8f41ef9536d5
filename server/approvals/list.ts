import { sql } from 'kysely'
import type { Approval, ApprovalKind } from '../../shared/management/approvals.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Database, SettingChange } from '../database/index.ts'
import type { Actor } from '../http/index.ts'
import type { ApprovalRow } from './approvals.ts'
import { mayDecide } from './decision-scopes.ts'
import { isManagerBeneficiarySql } from './limits.ts'
import { approvalServerTexts } from './texts.ts'

const maxListed = 100

/** Formats a changed setting for display. */
export type DescribeSetting = (
  name: string,
  change: SettingChange,
) => { name: string; from: string; to: string }

/** Pending approvals first, then recent decisions of a second manager. */
export async function listApprovals(
  db: Database,
  actor: Actor,
  kind: ApprovalKind | undefined,
  describe: DescribeSetting,
): Promise<Approval[]> {
  const rows = await db.q
    .selectFrom('approvals')
    .leftJoin('users as receiver', 'receiver.id', 'approvals.user_id')
    .leftJoin('orders', 'orders.id', 'approvals.order_id')
    .leftJoin('reconciliation_breaks', 'reconciliation_breaks.id', 'approvals.reconciliation_break_id')
    .innerJoin('users as requester', 'requester.id', 'approvals.requested_by')
    .leftJoin('users as decider', 'decider.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select([
      'orders.reference',
      'reconciliation_breaks.note',
      'receiver.uniqueid',
      'receiver.name as receiver_name',
      'requester.name as requester_name',
      'decider.name as decider_name',
      isManagerBeneficiarySql(
        actor.userId,
        sql`approvals.beneficiary`,
        sql`case when approvals.kind in ('refund', 'goodwill', 'dispute_acceptance') then approvals.order_id end`,
      ).as('is_own'),
    ])
    .where((row) =>
      row.or([row('approvals.state', '=', 'pending'), row('approvals.decided_by', 'is not', null)]),
    )
    .$if(kind !== undefined, (query) => query.where('approvals.kind', '=', kind ?? 'refund'))
    .orderBy(sql`approvals.state = 'pending'`, 'desc')
    .orderBy('requested_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
    subject: row.subject,
    user: row.uniqueid && row.receiver_name ? { uniqueid: row.uniqueid, name: row.receiver_name } : null,
    order_reference: row.reference,
    unallocated_funds:
      row.reconciliation_break_id === null ? null : { note: row.note ?? '', destination: destinationOf(row) },
    changes: row.settings && Object.entries(row.settings).map(([name, change]) => describe(name, change)),
    requested_by: row.requester_name,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decider_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    rejection_reason: row.rejection_reason,
    scopes: row.scopes,
    goodwill_method: row.goodwill_route,
    can_decide:
      row.state === 'pending' &&
      row.requested_by !== actor.userId &&
      !row.is_own &&
      mayDecide(actor, row.kind),
  }))
}

function destinationOf(approval: Pick<ApprovalRow, 'user_id' | 'bank_reference'>): string {
  if (approval.user_id) return approvalServerTexts.toWallet()
  return approval.bank_reference
    ? approvalServerTexts.toBank({ reference: approval.bank_reference })
    : approvalServerTexts.toGateway()
}
