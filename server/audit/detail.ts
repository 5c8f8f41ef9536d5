import type { AuditDetail } from '../database/index.ts'

/** Keys that release 0.1.0 stored in audit events. The log is append-only, so they are renamed when it is read. */
const renamedKeys: Readonly<Record<string, string>> = {
  account_ends: 'account_last4',
  because: 'reason',
  difference: 'break_id',
  rule: 'invariant',
  says: 'message',
  why: 'reason',
}

/** The detail of a stored audit event under the current keys. */
export const currentDetail = (detail: AuditDetail): AuditDetail =>
  Object.fromEntries(Object.entries(detail).map(([key, value]) => [renamedKeys[key] ?? key, value]))
