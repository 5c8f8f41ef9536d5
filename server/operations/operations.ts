import type { GatewayName } from '../../shared/payments.ts'
import type { ApprovalHandler } from '../approvals/index.ts'
import { createIndexes } from '../database/index.ts'
import type { Route } from '../http/index.ts'
import { dueRowsPollMs, type PeriodicCheck, type ScheduledJob } from '../jobs/index.ts'
import { saveBalanceSnapshots } from '../ledger/index.ts'
import { fetchDisputes, requeryDisputeResponses } from '../payments/index.ts'
import type { VendorWebhookDeps } from '../vending/index.ts'
import { alertJobFailed, alertKeyRejected } from './alert.ts'
import { onAllocationApproved } from './allocate-funds.ts'
import { archiveMessages } from './archive-messages.ts'
import { checkInvariants } from './check-invariants.ts'
import { updateBreakers } from './circuit-breaker.ts'
import { probeOpenBreakers } from './circuit-probe.ts'
import type { OperationsDeps } from './deps.ts'
import { onDisputeAcceptanceApproved } from './disputes.ts'
import type { Scope } from './invariants/index.ts'
import { moneyPageRoutes } from './money-page-routes.ts'
import { computeDailyMetrics } from './reconciliation/daily-metrics.ts'
import { type ReconciliationRun, reconcile } from './reconciliation/reconcile.ts'
import { createResolvedAttemptRequery } from './reconciliation/requery-resolved-attempt.ts'
import { listUnallocatedFunds } from './reconciliation/unallocated-funds.ts'
import { fetchVendorBalances } from './reconciliation/vendor-floats.ts'
import { onRefundApproved } from './refund-reviewed-order.ts'
import { repairMissingDueTimes } from './repair-due-times.ts'
import { purgeExpired } from './retention.ts'
import { operationsRoutes } from './routes.ts'
import { notifyServiceRestored } from './service-alerts.ts'
import { matchSettlements } from './settlements/match-settlements.ts'

/** Operations: polled checks, scheduled jobs and the managers' routes. */
export interface Operations {
  readonly routes: readonly Route[]
  /** Handles the approval of a refund. */
  readonly onRefundApproved: ApprovalHandler
  /** Handles the approval of an allocation of unallocated funds. */
  readonly onAllocationApproved: ApprovalHandler
  /** Accepts a dispute that a second manager approved. */
  readonly onDisputeAcceptanceApproved: ApprovalHandler
  readonly jobs: readonly ScheduledJob[]
  /** Updates and probes the circuit breakers and sends service-restored alerts. */
  readonly checks: readonly PeriodicCheck[]
  /** Checks the invariants. @returns the number of violations */
  checkInvariants(scope?: Scope): Promise<number>
  /** Repairs rows without a due time, and flags orders and funds for managers. @returns the number of rows */
  repairMissingDueTimes(): Promise<number>
  /** Reconciles the ledger with the counterparties. */
  reconcile(): Promise<ReconciliationRun>
  /** Handles vendor webhooks about resolved attempts. */
  readonly resolvedAttemptRequery: VendorWebhookDeps['resolvedAttemptRequery']
  /** Reads the gateways' settlements and matches them with our payments. */
  matchSettlements(): Promise<number>
  /** Computes the metrics of the last days. */
  computeDailyMetrics(): Promise<void>
  /** Alerts that a scheduled job failed. */
  alertJobFailed(name: string): Promise<void>
  /** Alerts that a gateway rejects our API key. */
  alertKeyRejected(gateway: GatewayName): Promise<void>
}

export function createOperations(deps: OperationsDeps): Operations {
  const operations: Operations = {
    routes: [...operationsRoutes(deps), ...moneyPageRoutes(deps)],
    onRefundApproved: onRefundApproved(deps),
    onAllocationApproved: onAllocationApproved(deps),
    onDisputeAcceptanceApproved: onDisputeAcceptanceApproved(deps),
    // In Lagos time.
    jobs: [
      {
        name: 'repair-missing-deadlines',
        queue: 'unstick',
        cron: '* * * * *',
        run: () => operations.repairMissingDueTimes(),
        timeoutSeconds: 50,
      },
      {
        name: 'check-invariants',
        queue: 'scan-rules',
        cron: '*/5 * * * *',
        run: () => operations.checkInvariants(),
        timeoutSeconds: 240,
      },
      {
        name: 'check-all-invariants',
        queue: 'scan-all-rules',
        cron: '41 2 * * *',
        run: () => operations.checkInvariants('all'),
      },
      { name: 'purge-expired', queue: 'forget-old', cron: '17 * * * *', run: () => purgeExpired(deps.db) },
      { name: 'create-indexes', cron: '3 * * * *', timeoutSeconds: 1_800, run: () => createIndexes(deps.db) },
      { name: 'archive-messages', cron: '53 3 * * *', run: () => archiveMessages(deps) },
      { name: 'reconcile', queue: 'compare-books', cron: '7 * * * *', run: () => operations.reconcile() },
      {
        name: 'compute-daily-metrics',
        queue: 'daily-figures',
        cron: '23 1 * * *',
        run: () => operations.computeDailyMetrics(),
      },
      {
        name: 'fetch-vendor-balances',
        queue: 'read-floats',
        cron: '*/5 * * * *',
        run: () => fetchVendorBalances(deps),
        timeoutSeconds: 240,
      },
      {
        name: 'match-settlements',
        queue: 'read-settlements',
        cron: '11 */2 * * *',
        run: () => operations.matchSettlements(),
      },
      {
        name: 'fetch-disputes',
        queue: 'read-disputes',
        cron: '31 * * * *',
        run: () => fetchDisputes(deps.payments),
      },
      {
        name: 'requery-disputes',
        cron: '*/3 * * * *',
        run: () => requeryDisputeResponses(deps.payments),
        timeoutSeconds: 120,
      },
      {
        name: 'save-balance-snapshots',
        queue: 'keep-sums',
        cron: '37 * * * *',
        run: () => saveBalanceSnapshots(deps.db),
      },
    ],
    checks: [
      {
        name: 'circuit-breakers',
        pollMs: dueRowsPollMs,
        async run() {
          const pausedCount = await updateBreakers(deps)
          const probedCount = await probeOpenBreakers(deps)
          return pausedCount + probedCount + (await notifyServiceRestored(deps))
        },
      },
    ],
    checkInvariants: (scope) => checkInvariants(deps, scope),
    repairMissingDueTimes: async () =>
      (await repairMissingDueTimes(deps)) + (await listUnallocatedFunds(deps)),
    reconcile: () => reconcile(deps),
    resolvedAttemptRequery: createResolvedAttemptRequery(deps),
    matchSettlements: () => matchSettlements(deps),
    computeDailyMetrics: () => computeDailyMetrics(deps),
    alertJobFailed: (name) => alertJobFailed(deps, name),
    alertKeyRejected: (gateway) => alertKeyRejected(deps, gateway),
  }
  return operations
}
