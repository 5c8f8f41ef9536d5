import { useState } from 'react'
import {
  endSchedule,
  getSchedule,
  pauseSchedule,
  resumeSchedule,
  type Schedule,
  type ScheduleRun,
  skipSchedule,
} from '../../shared/schedules.ts'
import { numberText } from '../account/number-text.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { Button, Dialog, Overlay } from '../ui/index.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { RunList } from './run-list.tsx'
import { methodName } from './schedule-card.tsx'
import { schedulesTexts } from './texts.ts'

interface DetailsProps {
  schedule: Schedule
  onClose: () => void
  onChanged: () => void
}

/** True for a run that ending its schedule stops, also one of a schedule that ended when its only run started. */
const isStoppable = ({ state, reason_code }: ScheduleRun): boolean =>
  state === 'waiting' || (state === 'paying' && reason_code !== 'schedule_stopped')

/** A schedule with its runs, and what its owner can change. */
export default function ScheduleDetails({ schedule, onClose, onChanged }: DetailsProps) {
  const params = { id: schedule.id }
  const { data, reload } = useQuery(getSchedule, { params })
  const [isEnding, setIsEnding] = useState(false)
  const skip = useMutation(skipSchedule)
  const pause = useMutation(pauseSchedule)
  const resume = useMutation(resumeSchedule)
  const end = useMutation(endSchedule)
  const isBusy = skip.isBusy || pause.isBusy || resume.isBusy || end.isBusy
  const current = data ?? schedule
  const { title, state, next_on } = current
  const isPaused = state === 'paused'
  const canEnd = state !== 'ended' || data?.runs.some(isStoppable)
  const confirmation = useFocusOnChange<HTMLParagraphElement>(isEnding)

  async function apply(response: Promise<{ message: string } | null>): Promise<void> {
    const envelope = await response
    if (!envelope) return
    toast.success(envelope.message)
    setIsEnding(false)
    reload()
    onChanged()
  }

  return (
    <Dialog title={`${title}, ${numberText(current)}`} onClose={onClose} locked={isBusy}>
      <p>{schedulesTexts.paidBy({ method: methodName(current) })}</p>
      <p>
        {schedulesTexts.limits({
          run: formatMoney(current.max_per_run),
          month: formatMoney(current.max_per_month),
        })}
      </p>
      {canEnd && !isEnding && (
        <fieldset className="row" aria-label={schedulesTexts.manage()}>
          {next_on && (
            <Button kind="plain" onClick={() => void apply(skip.send({ params, body: { period: next_on } }))}>
              {schedulesTexts.skip()}
            </Button>
          )}
          {state !== 'ended' && (
            // One button, which keeps the focus when a press changes what it does.
            <Button
              kind="plain"
              onClick={() => void apply(isPaused ? resume.send({ params }) : pause.send({ params }))}
            >
              {isPaused ? schedulesTexts.resume() : schedulesTexts.pause()}
            </Button>
          )}
          <Button kind="plain" onClick={() => setIsEnding(true)}>
            {schedulesTexts.end()}
          </Button>
        </fieldset>
      )}
      {isEnding && (
        <section className="note stack" aria-label={schedulesTexts.confirmEnd()}>
          <p ref={confirmation} tabIndex={-1}>
            <strong>{schedulesTexts.confirmEnd()}</strong> {schedulesTexts.endWarning()}
          </p>
          <Button onClick={() => void apply(end.send({ params }))}>{schedulesTexts.endNow()}</Button>
          <Button kind="plain" onClick={() => setIsEnding(false)}>
            {schedulesTexts.keep()}
          </Button>
        </section>
      )}
      <h3>{schedulesTexts.runs()}</h3>
      {data ? (
        <RunList scheduleId={schedule.id} runs={data.runs} />
      ) : (
        <Skeleton label={schedulesTexts.loadingSchedules()} />
      )}
      {isBusy && <Overlay text={schedulesTexts.saving()} />}
    </Dialog>
  )
}
