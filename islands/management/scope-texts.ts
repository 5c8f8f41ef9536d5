import { defineTexts } from '../../shared/i18n.ts'

/** A user's role, customer or manager, and a manager's scopes. */
export const scopeTexts = defineTexts('managementScope', {
  role: 'Role',
  user: 'Customer',
  manager: 'Manager ({scopes})',
  noScopes: 'Manager without scopes',
  scopes: 'Scopes',
  support: 'Support',
  finance: 'Finance',
  operations: 'Operations',
  admin: 'Admin',
  supportHint: 'Tickets, messages, accounts of users',
  financeHint: 'Money: top-ups, refunds, purchases, reconciliation',
  operationsHint: 'Orders in review, providers, recorded purchases',
  adminHint: 'Scopes of managers, fees and limits, audit log',

  change: 'Change scopes',
  description:
    'Another admin must approve the change. The user is then signed out everywhere. A user without scopes is an ordinary customer.',
  request: 'Request change',
  approvals: 'Approvals of scopes',
})
