import { sql } from 'kysely'
import pLimit from 'p-limit'
import { storedDepositKind } from '../../database/index.ts'
import { resolvedAttemptStates } from '../../vending/index.ts'
import type { OperationsDeps } from '../deps.ts'
import {
  findDueItems,
  type ReconciledKind,
  type ReconciliationDefinition,
  type ReconciliationResult,
  saveResult,
} from './due.ts'
import { reconcileFloats } from './float.ts'
import { reconcileAttempt } from './reconcile-attempts.ts'
import { finalDepositStates, reconcileDeposit } from './reconcile-deposits.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { finalPaymentStates, paidStates, reconcilePayment } from './reconcile-payments.ts'
import { finalRefundStates, reconcileRefund } from './reconcile-refunds.ts'

/** Concurrent requests to counterparties. Low, because customers' requests have priority. */
const concurrency = 4
/** Time limit of a run; the next run starts with the rows that are left. */
const maxRunMs = 8 * 60_000

type Reconcile = (deps: OperationsDeps, id: string) => Promise<ReconciliationResult>
const reconciliationDefinitions: readonly (ReconciliationDefinition & { compare: Reconcile })[] = [
  // A bank may reverse a payment weeks later, and the webhook about it may be lost.
  {
    kind: 'payment',
    finalStates: finalPaymentStates,
    recheck: { states: paidStates, days: [14, 45, 120] },
    compare: reconcilePayment,
  },
  { kind: 'attempt', finalStates: resolvedAttemptStates, compare: reconcileAttempt },
  // The payer's bank may take a transfer back.
  {
    kind: storedDepositKind,
    finalStates: finalDepositStates,
    recheck: { states: finalDepositStates, days: [3, 14, 45] },
    compare: reconcileDeposit,
  },
  // A refund may end after the first days, and a gateway may still pay one that a manager paid. Last, because a gateway
  // that lists all refunds of the merchant takes long.
  {
    kind: 'refund',
    finalStates: finalRefundStates,
    recheck: {
      states: finalRefundStates,
      days: [3, 14, 45],
      where: sql<boolean>`(look.days = 3 or row.manual_payout is not null)`,
    },
    compare: reconcileRefund,
  },
]

export interface ReconciliationRun {
  readonly checked: number
  /** Rows of all kinds that disagree now. */
  readonly mismatched: number
}

/**
 * Reconciles the ledger with the counterparties: each payment, refund, attempt and deposit of the last three
 * days once its state is final; payments, refunds and deposits again at the ages at which their counterparty may
 * have changed them; floats and orders on every run. A break stays open until both sides agree or a manager explains it.
 */
export async function reconcile(deps: OperationsDeps): Promise<ReconciliationRun> {
  const timeoutAtMs = performance.now() + maxRunMs
  const run = { checked: 0, mismatched: await reconcileOrders(deps) }
  for (const definition of reconciliationDefinitions) {
    const kindRun = await reconcileKind(deps, definition, timeoutAtMs)
    run.checked += kindRun.checked
    run.mismatched += kindRun.mismatched
  }
  run.mismatched += await reconcileFloats(deps)
  return run
}

/** Reconciles one resolved attempt with its vendor. */
export const reconcileAttemptById = (deps: OperationsDeps, id: string) =>
  reconcileOne(deps, 'attempt', id, reconcileAttempt)

async function reconcileKind(
  deps: OperationsDeps,
  definition: (typeof reconciliationDefinitions)[number],
  timeoutAtMs: number,
): Promise<ReconciliationRun> {
  const limit = pLimit(concurrency)
  const checkedIds = new Set<string>()
  const run = { checked: 0, mismatched: 0 }
  while (performance.now() < timeoutAtMs) {
    const ids = await findDueItems(deps.db, definition, checkedIds)
    if (ids.length === 0) break
    const results = await Promise.all(
      ids.map((id) =>
        limit(() =>
          performance.now() < timeoutAtMs
            ? reconcileOne(deps, definition.kind, id, definition.compare)
            : ('unknown' as const),
        ),
      ),
    )
    for (const id of ids) checkedIds.add(id)
    run.checked += results.filter((result) => result !== 'unknown').length
    run.mismatched += results.filter((result) => result === 'mismatched').length
  }
  return run
}

async function reconcileOne(
  deps: OperationsDeps,
  kind: ReconciledKind,
  id: string,
  reconcileItem: Reconcile,
): Promise<ReconciliationResult['type']> {
  try {
    const result = await reconcileItem(deps, id)
    if (result.type !== 'unknown') await saveResult(deps.db.q, kind, id, result)
    return result.type
  } catch (error) {
    // One failing row does not block the others.
    deps.log.error({ err: error, kind, id }, 'a row could not be reconciled')
    return 'unknown'
  }
}
