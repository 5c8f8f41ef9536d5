import type { Database } from '../../database/index.ts'
import { ledgerRules } from './ledger-rules.ts'
import { orderRules } from './order-rules.ts'
import { type Finding, type Rule, recently, type Scope } from './rule.ts'

export type { Finding, Rule, Scope } from './rule.ts'

/** The rules of the books that can be asked of the database, by their names on the page of invariants. */
export const rules: readonly Rule[] = Object.freeze([...ledgerRules, ...orderRules])

export interface Broken extends Finding {
  readonly rule: string
}

/** What breaks the rules now: nothing, always. @param some the rules to ask, each in its own scope */
export async function brokenRules(
  db: Database,
  some: readonly { readonly rule: Rule; readonly scope: Scope }[] = rules.map((rule) => ({
    rule,
    scope: 'all',
  })),
): Promise<Broken[]> {
  const found: Broken[] = []
  const since = await recently(db)
  for (const { rule, scope } of some) {
    const { rows } = await rule.find(scope === 'all' ? null : since).execute(db.q)
    found.push(...rows.map((row) => ({ ...row, rule: rule.name })))
  }
  return found
}
