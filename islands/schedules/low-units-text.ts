import type { Forecast } from '../../shared/forecasts.ts'
import { displayDate } from '../lib/index.ts'
import { schedulesTexts } from './texts.ts'

/** One sentence with the range, or the day when the range is a single day, or is over. */
export function lowUnitsText({ earliest, latest, low_at }: Forecast): string {
  if (Date.parse(latest) < Date.now()) return schedulesTexts.lowAlready({ day: displayDate(low_at, 'day') })
  const [from, to] = [displayDate(earliest, 'day'), displayDate(latest, 'day')]
  return from === to ? schedulesTexts.lowDay({ day: from }) : schedulesTexts.lowRange({ from, to })
}
