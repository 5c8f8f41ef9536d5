import { sql } from 'kysely'
import { detailsPageUrl } from '../../shared/pages.ts'
import { findOrCreateRepeatOrder } from '../history/index.ts'
import { type Actor, ApiError, type Caller } from '../http/index.ts'
import { orderById } from '../purchase/index.ts'
import { prepareOrder } from '../services.ts'
import type { ScheduleDeps } from './deps.ts'
import { canPay } from './presenter.ts'
import { scheduleQuoteRequestOf } from './request.ts'
import { userSchedule } from './store.ts'
import { scheduleServerTexts } from './texts.ts'

/**
 * Finds or creates the unpaid order of a run that bought nothing: the run's own order while it can be paid, otherwise a
 * new one at current prices. Charges nothing: its owner chooses how to pay.
 * @returns the order's reference, and the link to its details page
 * @throws ApiError NOT_FOUND, NOT_NOW, ORDER_PAID, PAYMENT_PENDING, and as the lookup of its service does
 */
export async function findOrCreateRunOrder(
  deps: ScheduleDeps,
  { id, run: runId }: { id: string; run: string },
  caller: Caller<Actor>,
): Promise<{ reference: string; link: string }> {
  const { q } = deps.db
  const schedule = await userSchedule(q, { userId: caller.actor.userId, id })
  const run = await q
    .selectFrom('schedule_runs')
    .selectAll()
    .where('id', '=', runId)
    .where('schedule_id', '=', id)
    .executeTakeFirst()
  if (!run) throw new ApiError('NOT_FOUND')
  if (!canPay(run)) throw new ApiError('NOT_NOW', { message: scheduleServerTexts.notPayable() })
  if (run.order_id) return findOrCreateRepeatOrder(deps, await orderById(q, run.order_id), caller)
  const order = await prepareOrder(scheduleQuoteRequestOf(schedule))(deps, caller)
  const updateResult = await q
    .updateTable('schedule_runs')
    .set({ order_id: order.id, total_kobo: order.total_kobo })
    .where('id', '=', run.id)
    .where(sql<boolean>`order_id is null`)
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) throw new ApiError('PAYMENT_PENDING')
  return { reference: order.reference, link: detailsPageUrl(order.service, order.reference) }
}
