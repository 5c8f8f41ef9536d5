import { createHash } from 'node:crypto'
import { nairaText } from '../../shared/money.ts'
import type { Caller } from '../http/index.ts'
import type { QuoteRequest } from '../purchase/index.ts'
import type { ScheduleDeps } from './deps.ts'
import type { RunRow, ScheduleRow } from './store.ts'

/** The purchase of a schedule as a request for a quote. */
export const scheduleQuoteRequestOf = (schedule: ScheduleRow): QuoteRequest => ({
  service: schedule.service,
  number: schedule.number,
  billerCode: schedule.provider,
  type: schedule.type,
  plan: schedule.plan,
  amount: nairaText(schedule.amount_kobo),
  phone: schedule.phone,
  quantity: schedule.quantity,
})

/** The owner of a schedule, as the caller of a run: its period takes the place of a browser session. */
export const scheduleCallerOf = (
  { log }: Pick<ScheduleDeps, 'log'>,
  { id, user_id }: ScheduleRow,
  { period }: RunRow,
): Caller => ({
  actor: { userId: user_id, role: 'user', emailVerified: true },
  sessionHash: createHash('sha256').update(`schedule ${id} ${period}`).digest(),
  deviceIdHash: null,
  ip: '',
  idempotencyKey: null,
  requestId: `schedule-${id}-${period}`,
  log,
})
