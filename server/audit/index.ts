export { currentDetail } from './detail.ts'
export { type AuditRow, activitiesOf, findAuditEvents, hasActedWithin } from './find-events.ts'
export { type AuditEvent, recordAccountEvent, recordActivity, recordAuditEvent } from './record-events.ts'
