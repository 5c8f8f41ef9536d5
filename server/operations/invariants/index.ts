import type { Database } from '../../database/index.ts'
import { type Invariant, recentSince, type Scope, type ViolationDetail } from './invariant.ts'
import { ledgerInvariants } from './ledger-invariants.ts'
import { orderInvariants } from './order-invariants.ts'

export type { Invariant, Scope } from './invariant.ts'

/** The invariants that are checked in the database. */
export const invariants: readonly Invariant[] = Object.freeze([...ledgerInvariants, ...orderInvariants])

export interface Violation extends ViolationDetail {
  readonly rule: string
}

/** Current violations; none is expected. @param checks the invariants to check, each in its own scope */
export async function findViolations(
  db: Database,
  checks: readonly { readonly rule: Invariant; readonly scope: Scope }[] = invariants.map((invariant) => ({
    rule: invariant,
    scope: 'all',
  })),
): Promise<Violation[]> {
  const violations: Violation[] = []
  const since = await recentSince(db)
  for (const { rule: invariant, scope } of checks) {
    const { rows } = await invariant.find(scope === 'all' ? null : since).execute(db.q)
    violations.push(...rows.map((row) => ({ ...row, rule: invariant.name })))
  }
  return violations
}
