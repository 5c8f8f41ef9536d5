import { AlertIcon } from '../ui/index.ts'
import { formatAgo } from './duration.ts'
import { durationTexts } from './duration-texts.ts'

/** Error text of an item past its deadline. */
export const MissedDeadline = ({ dueAt }: { dueAt: string }) => (
  <strong className="missed-deadline">
    <AlertIcon />
    {durationTexts.deadlineMissed({ ago: formatAgo(dueAt) })}
  </strong>
)
