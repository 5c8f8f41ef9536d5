import { displayDate } from '../lib/index.ts'
import { renderParts } from '../ui/index.ts'
import { orderCardTexts } from './order-card-texts.ts'
import type { TimelineStep } from './order-timeline.ts'

/** The steps of an order with their times in Lagos. The day is shown where it changes; next steps have no time. */
export const OrderTimelineList = ({ entries }: { entries: readonly TimelineStep[] }) => (
  <ol className="order-steps" aria-label={orderCardTexts.timelineTitle()}>
    {entries.map((entry, index) => (
      <li
        key={`${entry.text}${entry.at}`}
        className={`order-step-${entry.status}`}
        aria-current={entry.status === 'current' ? 'step' : undefined}
      >
        {entry.text}
        <StepTime entry={entry} previous={entries[index - 1]?.at ?? null} />
      </li>
    ))}
  </ol>
)

function StepTime({ entry: { at, status }, previous }: { entry: TimelineStep; previous: string | null }) {
  if (!at) return null
  const isNewDay = previous === null || dayOf(previous) !== dayOf(at)
  const time = () => (
    <time key="time" dateTime={at} suppressHydrationWarning>
      {isNewDay ? `${dayOf(at)}, ${timeOf(at)}` : timeOf(at)}
    </time>
  )
  return <small>{status === 'current' ? renderParts(orderCardTexts.since({ time })) : time()}</small>
}

const dayOf = (at: string) => displayDate(at, 'day')
const timeOf = (at: string) => displayDate(at, 'timeWithSeconds')
