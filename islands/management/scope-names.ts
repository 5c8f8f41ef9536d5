import type { ManagerScope } from '../../shared/scopes.ts'
import { roleTexts } from './role-texts.ts'

/** Scopes as managers read them. */
export const scopeNames = {
  support: roleTexts.support,
  finance: roleTexts.finance,
  operations: roleTexts.operations,
  admin: roleTexts.admin,
} as const satisfies Record<ManagerScope, () => string>

export const scopeHints = {
  support: roleTexts.supportHint,
  finance: roleTexts.financeHint,
  operations: roleTexts.operationsHint,
  admin: roleTexts.adminHint,
} as const satisfies Record<ManagerScope, () => string>
