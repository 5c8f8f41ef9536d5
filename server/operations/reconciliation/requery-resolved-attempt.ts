import type { VendorWebhookDeps } from '../../vending/index.ts'
import type { OperationsDeps } from '../deps.ts'
import { saveResult } from './due.ts'
import { reconcileAttemptById } from './reconcile.ts'
import { breakTexts } from './texts.ts'

/**
 * Requeries a resolved attempt after a vendor webhook, since the vendor may have reversed the delivery. It opens a break
 * before it queries the vendor, and resolves it when the vendor confirms our record: immediately or, if the vendor does
 * not answer, in a later reconciliation run.
 */
export const createResolvedAttemptRequery = (
  deps: OperationsDeps,
): VendorWebhookDeps['resolvedAttemptRequery'] => ({
  async openBreak(tx, attemptId) {
    const { vendor, request_id, state, cost_kobo } = await tx
      .selectFrom('attempts')
      .select(['vendor', 'request_id', 'state', 'cost_kobo'])
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    await saveResult(tx, 'attempt', attemptId, {
      type: 'mismatched',
      internalKobo: state === 'delivered' ? (cost_kobo ?? 0n) : 0n,
      // The vendor has not been queried yet.
      externalKobo: null,
      note: breakTexts.attemptWithWebhook({ request: request_id, vendor, state }),
    })
  },
  requery: (attemptId) =>
    deps.runInBackground('resolved attempt requery', () => reconcileAttemptById(deps, attemptId)),
})
