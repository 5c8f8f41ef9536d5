export { type AuditFilter, type AuditRow, activitiesOf, deeds } from './read.ts'
export { accountEvent, activity, audit, type Deed } from './write.ts'
