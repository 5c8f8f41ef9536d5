import { defineTexts } from '../../shared/i18n.ts'

/** Audit log. */
export const auditLogsTexts = defineTexts('managementAuditLogs', {
  action: 'Action',
  actionHint: 'e.g. order.refund, or type order for all',
  subjectHint: 'Reference, user ID or setting',
  allUsers: 'All users',
  person: 'Events of the user',
  personActed: 'Done by the user',
  personAffected: 'About the user',
  entries: 'Entries',
  empty: 'No entries found',
  actor: 'Actor',
  detail: 'Detail',
})
