import { defineTexts } from '../../shared/i18n.ts'

/** Audit log. */
export const auditLogsTexts = defineTexts('managementAuditLogs', {
  action: 'Action',
  showReads: 'Show page views',
  record: 'Record',
  recordHint: 'Reference, user ID or setting',
  allUsers: 'All users',
  person: 'Events of the user',
  personActed: 'Done by the user',
  personAffected: 'About the user',
  entries: 'Entries',
  empty: 'No entries found',
  actor: 'Actor',
  detail: 'Detail',
  system: 'System',
  command: 'Command line',
  detailItem: '{name}: {value}',
  amount: 'Amount',
})
