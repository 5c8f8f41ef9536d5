import { durationTexts } from './duration-texts.ts'

/** A duration in its two largest units, and in whole days from one day: 17 s, 5 min 48 s, 2 h 5 min, 3 days. */
export function formatSeconds(value: number): string {
  const seconds = Math.max(0, Math.round(value))
  if (seconds < 60) return durationTexts.seconds({ seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60)
    return seconds % 60 === 0
      ? durationTexts.minutes({ minutes })
      : durationTexts.minutesAndSeconds({ minutes, seconds: seconds % 60 })
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return minutes % 60 === 0
      ? durationTexts.hours({ hours })
      : durationTexts.hoursAndMinutes({ hours, minutes: minutes % 60 })
  return durationTexts.days({ days: Math.floor(hours / 24) })
}

/** How long ago a time was. @param now in milliseconds */
export const formatAgo = (time: string, now = Date.now()): string =>
  durationTexts.ago({ duration: formatSeconds((now - Date.parse(time)) / 1_000) })
