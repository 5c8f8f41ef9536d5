export { createBackground } from './background.ts'
export { type Poller, startPolling } from './poller.ts'
export { type Schedule, type ScheduledJob, startSchedule } from './schedule.ts'
