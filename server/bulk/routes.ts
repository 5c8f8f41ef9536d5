import { setTimeout as pause } from 'node:timers/promises'
import {
  checkBulkFile,
  getBulkPlans,
  getBulkPurchase,
  getBulkPurchases,
  getBulkTemplate,
  startBulkPurchase,
} from '../../shared/bulk.ts'
import type { UserId } from '../../shared/ids.ts'
import { type Actor, ApiError, type Route, route } from '../http/index.ts'
import type { PayDeps, ServiceDeps } from '../purchase/index.ts'
import { parseRows } from './parse-file.ts'
import { checkRows } from './parse-row.ts'
import { bulkPurchaseFrom, bulkPurchaseWithRows, listBulkPurchases, resultFile } from './presenter.ts'
import { assertBulkPin, debitAndQueueRows } from './start.ts'
import { createBulkPurchase, finishCheck, getUserBulkPurchase } from './store.ts'
import { plansFile, templateFile } from './templates.ts'
import { bulkServerTexts } from './texts.ts'

/** The upload waits this long for the check, so that a small file is checked in the same request. */
const maxWaitMs = 4_000

type BulkRoutesDeps = ServiceDeps & Pick<PayDeps, 'assertPaymentPin'>

/**
 * Bulk purchase endpoints, for companies only.
 * @param triggerRows polls the queue of rows now
 */
export function bulkRoutes(deps: BulkRoutesDeps, triggerRows: () => void): Route[] {
  const { db, limits } = deps
  return [
    route(getBulkPurchases, async ({ actor }) => {
      await assertCompany(actor)
      return { data: await listBulkPurchases(db, actor.userId) }
    }),
    route(getBulkTemplate, async ({ actor }) => {
      await assertCompany(actor)
      return templateFile(deps)
    }),
    route(getBulkPlans, async ({ actor }) => {
      await assertCompany(actor)
      return plansFile(deps)
    }),

    route(checkBulkFile, async ({ actor, file }) => {
      await assertCompany(actor)
      if (!file) throw new ApiError('INVALID', { field: 'file', message: bulkServerTexts.fileMissing() })
      await limits.consume('bulk_check', actor.userId)
      const rows = checkRows(parseRows(file.bytes))
      const id = await createBulkPurchase(db, { userId: actor.userId, fileName: file.name, rows })
      await finishCheck(db, id)
      triggerRows()
      const data = await waitForCheck({ userId: actor.userId, id })
      return data.state === 'checking'
        ? { httpStatus: 202, status: 'pending', message: bulkServerTexts.checking(), data }
        : { message: bulkServerTexts.checked(), data }
    }),

    route(startBulkPurchase, async ({ params, body, ...caller }) => {
      await assertCompany(caller.actor)
      await assertBulkPin(deps, params.id, { actor: caller.actor, pin: body.auth_pin })
      await debitAndQueueRows(db, params.id, caller)
      triggerRows()
      const bulkPurchase = await getUserBulkPurchase(db.q, { userId: caller.actor.userId, id: params.id })
      return { message: bulkServerTexts.started(), data: await bulkPurchaseFrom(db, bulkPurchase) }
    }),

    route(getBulkPurchase, async ({ params, query, actor }) => {
      await assertCompany(actor)
      const bulkPurchase = await getUserBulkPurchase(db.q, { userId: actor.userId, id: params.id })
      return query.format === 'csv'
        ? resultFile(db, bulkPurchase)
        : { data: await bulkPurchaseWithRows(db, bulkPurchase, query) }
    }),
  ]

  async function assertCompany(actor: Actor): Promise<void> {
    const { is_company } = await db.q
      .selectFrom('users')
      .select('is_company')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    if (!is_company) throw new ApiError('COMPANIES_ONLY')
  }

  async function waitForCheck(key: { userId: UserId; id: string }) {
    const timeoutAt = performance.now() + maxWaitMs
    for (;;) {
      const bulkPurchase = await getUserBulkPurchase(db.q, key)
      if (bulkPurchase.state !== 'checking' || performance.now() >= timeoutAt)
        return bulkPurchaseWithRows(db, bulkPurchase)
      await pause(100)
    }
  }
}
