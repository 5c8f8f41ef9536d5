import type { ManagerScope } from '../../shared/scopes.ts'
import { scopeTexts } from './scope-texts.ts'

/** Scopes as managers read them. */
export const scopeNames = {
  support: scopeTexts.support,
  finance: scopeTexts.finance,
  operations: scopeTexts.operations,
  admin: scopeTexts.admin,
} as const satisfies Record<ManagerScope, () => string>

export const scopeHints = {
  support: scopeTexts.supportHint,
  finance: scopeTexts.financeHint,
  operations: scopeTexts.operationsHint,
  admin: scopeTexts.adminHint,
} as const satisfies Record<ManagerScope, () => string>
