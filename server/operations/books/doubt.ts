import type { VendorWebhookParts } from '../../vending/index.ts'
import type { OperationsParts } from '../parts.ts'
import { compareTry } from './compare.ts'
import { keepComparison } from './due.ts'

/**
 * A vendor tells of a try that is over: it may have taken back what it delivered. The doubt stands on the list
 * of differences until the vendor was asked, which is done at once and, should that fail, with every comparison.
 */
export const doubts = (parts: OperationsParts): VendorWebhookParts['doubt'] => ({
  async note(tx, attemptId) {
    const { vendor, request_id, state, cost_kobo } = await tx
      .selectFrom('attempts')
      .select(['vendor', 'request_id', 'state', 'cost_kobo'])
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    await keepComparison(tx, 'attempt', attemptId, {
      is: 'disagreed',
      ourKobo: state === 'delivered' ? (cost_kobo ?? 0n) : 0n,
      theirKobo: null,
      note: `Request ${request_id} at ${vendor} is ${state} here, and they told of it once more.`,
    })
  },
  ask: (attemptId) => parts.background('doubt', () => compareTry(parts, attemptId)),
})
