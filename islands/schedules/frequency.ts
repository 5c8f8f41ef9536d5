import type { NotifyChannel, ScheduleFrequency } from '../../shared/schedules.ts'
import { schedulesTexts } from './texts.ts'

/** Names of the frequencies as options of a field. */
export const frequencyNames = {
  weekly: schedulesTexts.weekly,
  monthly: schedulesTexts.monthly,
  once: schedulesTexts.once,
  low_units: schedulesTexts.low_units,
} satisfies Record<ScheduleFrequency, () => string>

/** The frequencies after an amount: "₦1,000.00, every week". */
export const frequenciesInSummary = {
  weekly: schedulesTexts.weeklyInSummary,
  monthly: schedulesTexts.monthlyInSummary,
  once: schedulesTexts.onceInSummary,
  low_units: schedulesTexts.lowUnitsInSummary,
} satisfies Record<ScheduleFrequency, () => string>

export const channelNames = {
  push: schedulesTexts.push,
  sms: schedulesTexts.sms,
  email: schedulesTexts.email,
} satisfies Record<NotifyChannel, () => string>
