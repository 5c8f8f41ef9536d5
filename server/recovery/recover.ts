import { markRecovery } from '../database/index.ts'
import { listUnallocatedFunds } from '../operations/index.ts'
import type { PurchaseDeps } from '../purchase/index.ts'
import type { RecoveryOptions } from './arguments.ts'
import { earliestLossTime } from './earliest-loss.ts'
import { recoverPayments, verifyOpenPayments } from './payments.ts'
import { createRecoveryReport } from './report.ts'
import { recoverVends } from './vends.ts'

export type RecoveryDeps = PurchaseDeps

/** Lines to print; `hasFailed` when a gateway could not be read, so that the command must be run again. */
export interface RecoveryResult {
  readonly lines: readonly string[]
  readonly hasFailed: boolean
}

/**
 * Updates a restored database from the records of gateways and vendors. It only reads there; every change is made by the
 * transaction that an ordinary webhook, verification or requery makes. Refunds and vends that follow are left to the
 * workers, which requery before they send. A second run changes nothing.
 */
export async function recoverDatabase(deps: RecoveryDeps, request: RecoveryOptions): Promise<RecoveryResult> {
  const options = { ...request, since: await earliestLossTime(deps.db, request.since) }
  const report = createRecoveryReport()
  const depsWithoutFollowUps = withoutFollowUps(deps)
  if (!options.dryRun) await markRecovery(deps.db, 'started')
  await recoverPayments(depsWithoutFollowUps, options, report)
  await verifyOpenPayments(depsWithoutFollowUps, options, report)
  await recoverVends(depsWithoutFollowUps, options, report)
  await countOpenRefunds(depsWithoutFollowUps, report.add)
  if (!options.dryRun) {
    await listUnallocatedFunds(deps)
    await markRecovery(deps.db, 'finished')
  }
  const heading = `${options.dryRun ? 'Dry run: nothing was changed. ' : ''}Since ${options.since.toISOString()}:`
  return { lines: [heading, ...report.lines()], hasFailed: !report.isComplete }
}

/** The same dependencies; nothing is sent to a gateway, vendor or customer as a consequence of a recovered row. */
function withoutFollowUps(deps: RecoveryDeps): RecoveryDeps {
  const runInBackground = () => undefined
  return {
    ...deps,
    runInBackground,
    triggerOutbox: () => undefined,
    payments: { ...deps.payments, runInBackground, scheduleOrder: () => undefined },
  }
}

async function countOpenRefunds(
  { db }: RecoveryDeps,
  add: (row: 'refund_open', kobo: bigint) => void,
): Promise<void> {
  const openRefunds = await db.q
    .selectFrom('refunds')
    .select('amount_kobo')
    .where('state', 'in', ['requested', 'unknown', 'sent', 'needs_attention'])
    .execute()
  for (const { amount_kobo } of openRefunds) add('refund_open', amount_kobo)
}
