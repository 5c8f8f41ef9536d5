import { sql } from 'kysely'
import { blockPaymentRequest, reportedPaymentRequests } from '../../shared/management/payment-requests.ts'
import { nairaOf } from '../../shared/money.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { Database } from '../database/index.ts'
import { ApiError, type Route, route } from '../http/index.ts'
import { lockRequest, paymentRequestMachine, selectRequests, statusOf } from './request.ts'
import { paymentRequestTexts } from './texts.ts'

const maxListed = 100

/** Routes of managers: reported payment requests. Reading and blocking are audited. */
export const managedPaymentRequestRoutes = ({ db }: { db: Database }): Route[] => [
  route(reportedPaymentRequests, async ({ actor, request }) => {
    const { rows: latest } = await sql<{ id: string }>`
      select request_id as id from payment_request_reports group by request_id
      order by max(created_at) desc limit ${maxListed}`.execute(db.q)
    const ids = latest.map(({ id }) => id)
    if (ids.length === 0) return { data: [] }
    const [requests, reports] = await Promise.all([
      selectRequests(db.q)
        .select((eb) => [
          eb
            .selectFrom('users')
            .select('name')
            .whereRef('users.id', '=', 'payment_requests.user_id')
            .as('requester'),
          eb
            .selectFrom('users')
            .select('uniqueid')
            .whereRef('users.id', '=', 'payment_requests.user_id')
            .as('uniqueid'),
        ])
        .where('id', 'in', ids)
        .execute(),
      db.q
        .selectFrom('payment_request_reports')
        .selectAll()
        .where('request_id', 'in', ids)
        .orderBy('created_at', 'desc')
        .execute(),
    ])
    await recordAuditEvent(db.q, { actor, action: 'payment_request.read_reports', request })
    const byId = new Map(requests.map((row) => [row.id, row]))
    const reportsOf = Map.groupBy(reports, (report) => report.request_id)
    return {
      data: ids.flatMap((id) => {
        const row = byId.get(id)
        if (!row) return []
        return {
          id,
          state: statusOf(row),
          requester: row.requester ?? '',
          user_id: row.uniqueid ?? '',
          service: row.service,
          amount: row.amount_kobo === null ? null : nairaOf(row.amount_kobo),
          note: row.note,
          created_at: row.created_at.toISOString(),
          reports: (reportsOf.get(id) ?? []).map((report) => ({
            reason: report.reason,
            at: report.created_at.toISOString(),
          })),
        }
      }),
    }
  }),

  route(blockPaymentRequest, async ({ params, actor, request: requestId }) => {
    await db.inTransaction(async (tx) => {
      const request = await lockRequest(tx, params.id)
      if (!request) throw new ApiError('NOT_FOUND')
      if (request.state === 'blocked') return
      if (request.state !== 'open') throw new ApiError('REQUEST_CLOSED')
      await paymentRequestMachine.transition(
        tx,
        request as typeof request & { readonly state: 'open' },
        'blocked',
        {},
        { event: 'manager.blocked' },
      )
      await recordAuditEvent(tx, {
        actor,
        action: 'payment_request.block',
        subject: request.id,
        dataSubject: request.user_id,
        request: requestId,
      })
    })
    return { message: paymentRequestTexts.blocked(), data: {} }
  }),
]
