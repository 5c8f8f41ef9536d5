import { defineTexts } from '../../shared/i18n.ts'

/** Roles of managers. */
export const roleTexts = defineTexts('managementRole', {
  role: 'Role',
  user: 'Customer',
  noScopes: 'Manager without a role',
  support: 'Support',
  finance: 'Finance',
  operations: 'Operations',
  admin: 'Admin',
  supportHint: 'Tickets, messages, accounts of users',
  financeHint: 'Money: top-ups, refunds, purchases, reconciliation',
  operationsHint: 'Orders in review, providers, external purchases',
  adminHint: 'Roles, fees and limits, audit log',

  change: 'Change role',
  description:
    'Another admin must approve the change. The user is then signed out everywhere. A user without a role is an ordinary customer.',
  request: 'Request change',
  approvals: 'Role changes awaiting approval',
})
