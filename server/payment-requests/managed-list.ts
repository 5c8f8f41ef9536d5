import { type Selectable, sql } from 'kysely'
import type { ManagedRequest, PaymentRequestView } from '../../shared/management/payment-requests.ts'
import { nairaOf } from '../../shared/money.ts'
import type { Database, Tables } from '../database/index.ts'
import { decodeCursor, encodeCursor, pageOf } from '../http/index.ts'
import { maskedNumber } from '../purchase/index.ts'
import { isSuspendedSql, requestTitleOf, selectRequests, statusOf } from './request.ts'

const pageSize = 50

/**
 * One page of requests, newest first.
 * @throws ApiError INVALID for an invalid cursor
 */
export async function listRequests(
  db: Database,
  { view, cursor }: { view: PaymentRequestView; cursor: string | undefined },
): Promise<{ list: ManagedRequest[]; next: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const rows = await requestsWithRequester(db)
    .leftJoin('orders', 'orders.id', 'payment_requests.paid_order_id')
    .select(['orders.reference', sql<string>`payment_requests.created_at::text`.as('at')])
    .where(conditionOf[view])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(payment_requests.created_at, payment_requests.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('payment_requests.created_at', 'desc')
    .orderBy('payment_requests.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  const { page, next } = pageOf(rows, pageSize, encodeCursor)
  const reports = await reportsOf(
    db,
    page.map(({ id }) => id),
  )
  return {
    list: page.map((row) => ({
      id: row.id,
      state: statusOf(row),
      requester: row.requester,
      user_id: row.uniqueid,
      service: row.service,
      amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
      note: row.note,
      created_at: row.created_at.toISOString(),
      reports: (reports.get(row.id) ?? []).map(({ reason, created_at }) => ({
        reason,
        at: created_at.toISOString(),
      })),
      title: requestTitleOf(row),
      number: maskedNumber(row.selection.number),
      expires_at: row.expires_at.toISOString(),
      order_reference: row.reference,
    })),
    next,
  }
}

const conditionOf = {
  reported: sql<boolean>`exists (select from payment_request_reports where request_id = payment_requests.id)`,
  open: sql<boolean>`payment_requests.state = 'open' and payment_requests.expires_at > app_now() and not ${isSuspendedSql}`,
  expired: sql<boolean>`payment_requests.state = 'open' and payment_requests.expires_at <= app_now() and not ${isSuspendedSql}`,
  paid: sql<boolean>`payment_requests.state = 'paid'`,
  cancelled: sql<boolean>`payment_requests.state = 'cancelled'`,
  blocked: sql<boolean>`(payment_requests.state = 'blocked' or (payment_requests.state = 'open' and ${isSuspendedSql}))`,
} satisfies Record<PaymentRequestView, unknown>

const requestsWithRequester = (db: Database) =>
  selectRequests(db.q)
    .innerJoin('users', 'users.id', 'payment_requests.user_id')
    .select(['users.name as requester', 'users.uniqueid'])

type Report = Selectable<Tables['payment_request_reports']>

/** Reports by request, newest first. */
async function reportsOf(db: Database, ids: readonly string[]): Promise<Map<string, Report[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.q
    .selectFrom('payment_request_reports')
    .selectAll()
    .where('request_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
  return Map.groupBy(rows, (report) => report.request_id)
}
