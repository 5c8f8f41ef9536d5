import type { VendorWebhookDeps } from '../../vending/index.ts'
import type { OperationsDeps } from '../deps.ts'
import { saveResult } from './due.ts'
import { reconcileAttemptById } from './reconcile.ts'

/**
 * Rechecks a finished attempt after a vendor webhook, since the vendor may have reversed the delivery. A
 * break stays open until the vendor is requeried: immediately and, if that fails, in every reconciliation
 * run.
 */
export const createReverifier = (deps: OperationsDeps): VendorWebhookDeps['reverify'] => ({
  async record(tx, attemptId) {
    const { vendor, request_id, state, cost_kobo } = await tx
      .selectFrom('attempts')
      .select(['vendor', 'request_id', 'state', 'cost_kobo'])
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    await saveResult(tx, 'attempt', attemptId, {
      type: 'disagreed',
      internalKobo: state === 'delivered' ? (cost_kobo ?? 0n) : 0n,
      externalKobo: null,
      note: `Request ${request_id} at ${vendor} is ${state} here, and the vendor sent another webhook about it.`,
    })
  },
  start: (attemptId) => deps.background('reverify', () => reconcileAttemptById(deps, attemptId)),
})
