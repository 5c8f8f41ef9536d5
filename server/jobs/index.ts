export { type Background, createBackground } from './background.ts'
export { beat, type Heartbeat } from './heartbeat.ts'
export { keepSchedule, type Schedule, type Scheduled } from './schedule.ts'
