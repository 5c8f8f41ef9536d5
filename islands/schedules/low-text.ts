import type { Forecast } from '../../shared/forecasts.ts'
import { formatDate } from '../lib/index.ts'
import { schedulesTexts } from './texts.ts'

/** One sentence with the range, or the day when the range is a single day. */
export function lowText({ earliest, latest }: Forecast): string {
  const [from, to] = [formatDate(earliest, 'day'), formatDate(latest, 'day')]
  return from === to ? schedulesTexts.lowDay({ day: from }) : schedulesTexts.lowRange({ from, to })
}
