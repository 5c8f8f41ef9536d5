import { sql } from 'kysely'
import { serviceContracts } from '../../shared/services/index.ts'
import { type AuditEvent, recordAuditEvent } from '../audit/index.ts'
import type { Database, Tx } from '../database/index.ts'
import { raiseAlert } from './alert.ts'
import { alertTexts } from './alert-texts.ts'
import type { OperationsDeps } from './deps.ts'
import { findViolations, type Invariant, invariants, type Scope, type Violation } from './invariants/index.ts'

/**
 * Checks every invariant. A violation stops new orders of its service and alerts ALERT_TO once; when the
 * invariant holds again, orders resume. An invariant with an open violation is checked over all rows.
 * @returns the number of violations found
 */
export async function checkInvariants(deps: OperationsDeps, scope: Scope = 'recent'): Promise<number> {
  const openViolations = await deps.db.q
    .selectFrom('invariant_violations')
    .select('invariant')
    .distinct()
    .where('resolved_at', 'is', null)
    .execute()
  const violatedNames = new Set(openViolations.map((row) => row.invariant))
  const checks = invariants.map((invariant) => ({
    rule: invariant,
    scope: violatedNames.has(invariant.name) ? ('all' as const) : scope,
  }))
  const violations = await findViolations(deps.db, checks)
  const changedCount = await deps.db.inTransaction(async (tx) => {
    const newViolationCount = await recordViolations(deps, tx, violations)
    const resolvedCount = await resolveMissing(tx, violations)
    return newViolationCount + resolvedCount
  })
  if (changedCount > 0) {
    deps.availability.clearCache()
    deps.triggerOutbox()
  }
  return violations.length
}

async function recordViolations(
  deps: OperationsDeps,
  tx: Tx,
  violations: readonly Violation[],
): Promise<number> {
  let recordedCount = 0
  for (const violation of violations) {
    const row = await tx
      .insertInto('invariant_violations')
      .values({
        invariant: violation.rule,
        subject: violation.subject,
        service: violation.service,
        message: violation.message,
        resolved_at: null,
        accepted_at: null,
        accepted_by: null,
        accepted_reason: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['invariant', 'subject']).where('resolved_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!row) continue
    recordedCount += 1
    const detail = { invariant: violation.rule, message: violation.message }
    await recordAuditEvent(tx, {
      actor: 'system',
      action: 'breach.found',
      subject: violation.subject,
      detail,
    })
    const command = `npm run ledger -- accept ${row.id} "reason"`
    await raiseAlert(deps, tx, {
      dedupeKey: `breach:${row.id}`,
      subject: alertTexts.invariantSubject({ invariant: violation.rule }),
      message: [
        alertTexts.invariantViolated({
          invariant: invariantOf(violation)?.message ?? violation.rule,
          subject: violation.subject,
        }),
        violation.message,
        invariantOf(violation)?.stopsOrders === false
          ? alertTexts.ordersContinue({ command })
          : alertTexts.ordersStopped({
              service: violation.service
                ? serviceContracts[violation.service].name
                : alertTexts.everyService(),
              command,
            }),
      ],
    })
  }
  return recordedCount
}

const invariantOf = (violation: Violation): Invariant | undefined =>
  invariants.find((invariant) => invariant.name === violation.rule)

async function resolveMissing(tx: Tx, violations: readonly Violation[]): Promise<number> {
  const resolved = await tx
    .updateTable('invariant_violations')
    .set({ resolved_at: sql<Date>`app_now()` })
    .where('resolved_at', 'is', null)
    .$if(violations.length > 0, (query) =>
      query.where((expression) =>
        expression.not(
          expression(
            expression.refTuple('invariant', 'subject'),
            'in',
            violations.map((violation) => expression.tuple(violation.rule, violation.subject)),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(resolved.numUpdatedRows)
}

/**
 * Accepts a known violation, so that its service takes orders again.
 * @returns false when no such violation is open
 */
export const acceptViolation = (
  db: Database,
  id: bigint,
  { actor, reason: note }: { actor: AuditEvent['actor']; reason: string },
): Promise<boolean> =>
  db.inTransaction(async (tx) => {
    const row = await tx
      .updateTable('invariant_violations')
      .set({
        accepted_at: sql<Date>`app_now()`,
        accepted_by: typeof actor === 'string' ? actor : actor.userId,
        accepted_reason: note,
      })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .where('accepted_at', 'is', null)
      .returning(['invariant', 'subject'])
      .executeTakeFirst()
    if (!row) return false
    await recordAuditEvent(tx, {
      actor,
      action: 'breach.accept',
      subject: row.subject,
      detail: { invariant: row.invariant, reason: note },
    })
    return true
  })
