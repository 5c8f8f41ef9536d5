import { payScheduleRun, type ScheduleRun } from '../../shared/schedules.ts'
import { runStatuses } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { displayDate, formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { navigate } from '../purchase/navigate.ts'
import { Button, renderParts, StatusLine } from '../ui/index.ts'
import { schedulesTexts } from './texts.ts'

/** The runs of a schedule: what happened, why, and what happens next. */
export function RunList({ scheduleId, runs }: { scheduleId: string; runs: readonly ScheduleRun[] }) {
  const pay = useMutation(payScheduleRun)
  if (runs.length === 0) return <p>{schedulesTexts.noRuns()}</p>
  async function payNow(run: string): Promise<void> {
    const envelope = await pay.send({ params: { id: scheduleId, run } })
    if (envelope?.data) navigate.to(envelope.data.link)
  }
  return (
    <ul className="stack">
      {runs.map((run) => (
        <li key={run.id} className="stack">
          <span>
            <strong>{displayDate(run.period, 'day')}</strong> <StatusLine status={runStatuses[run.state]} />
          </span>
          {run.total_amount !== null && (
            <span>{schedulesTexts.runAmount({ amount: formatMoney(run.total_amount) })}</span>
          )}
          {run.reason && <p className="field-hint">{run.reason}</p>}
          {run.next_attempt_at && (
            <small>
              {renderParts(
                schedulesTexts.nextAttempt({ time: () => <DateTime value={run.next_attempt_at ?? ''} /> }),
              )}
            </small>
          )}
          {run.link && <a href={run.link}>{schedulesTexts.viewOrder()}</a>}
          {run.can_pay && (
            <Button
              kind="plain"
              busy={pay.isBusy}
              aria-label={schedulesTexts.payNowFor({ day: displayDate(run.period, 'day') })}
              onClick={() => void payNow(run.id)}
            >
              {schedulesTexts.payNow()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
