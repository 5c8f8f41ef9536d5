import type { NotifyChannel, ScheduleFrequency } from '../../shared/schedules.ts'
import { schedulesTexts } from './texts.ts'

export const frequencyNames = {
  weekly: schedulesTexts.weekly,
  monthly: schedulesTexts.monthly,
  once: schedulesTexts.once,
  low_units: schedulesTexts.low_units,
} satisfies Record<ScheduleFrequency, () => string>

export const channelNames = {
  push: schedulesTexts.push,
  sms: schedulesTexts.sms,
  email: schedulesTexts.email,
} satisfies Record<NotifyChannel, () => string>
