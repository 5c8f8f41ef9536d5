export { currentDetail } from './detail.ts'
export { type AuditRow, activitiesOf, findAuditEvents, hasActedWithin } from './read.ts'
export { type AuditEvent, recordAccountEvent, recordActivity, recordAuditEvent } from './write.ts'
