import { statusText } from '../../shared/statuses.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { renderParts, StatusBadge } from '../ui/index.ts'
import { formatSeconds } from './duration.ts'
import { durationTexts } from './duration-texts.ts'

const late = statusText(durationTexts.late, 'failure', durationTexts.lateExplanation)

interface WaitingTimeProps {
  since: string
  due_at: string
  late: boolean
}

/** How long an item of a queue has waited, and its deadline. */
export const WaitingTime = ({ since, due_at: dueAt, late: isLate }: WaitingTimeProps) => (
  <>
    {formatSeconds((Date.now() - Date.parse(since)) / 1_000)} {isLate && <StatusBadge status={late} />}
    <small className="nowrap">
      {renderParts(durationTexts.due({ time: () => <DateTime value={dueAt} /> }))}
    </small>
  </>
)
