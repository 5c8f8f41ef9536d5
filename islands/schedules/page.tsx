import { useState } from 'react'
import { schedulesPath, settingsPath } from '../../shared/pages.ts'
import { getSchedules, type Schedule } from '../../shared/schedules.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { useQuery } from '../account/use-query.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import type { SchedulesPage } from '../pages.ts'
import { Button, EmptyState } from '../ui/index.ts'
import { ForecastList } from './forecast-list.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { schedulesTexts } from './texts.ts'

const createDialog = () => import('./create.tsx')
const detailsDialog = () => import('./details.tsx')

/** The user's scheduled purchases, and the forecasts of their meters. */
export default function Schedules(page: SchedulesPage) {
  const initialData = page.schedules
  const { data: schedules, reload } = useQuery(getSchedules, initialData && {}, { initialData })
  const { order } = page
  const hasPin = page.profile?.has_pin ?? true
  const isHydrated = useHydrated()
  const [isCreating, setIsCreating] = useState(order !== null && hasPin)
  const [open, setOpen] = useState<Schedule | null>(null)
  /** The URL names the order no longer, so that reloading the page does not open the dialog again. */
  function closeDialog() {
    setIsCreating(false)
    window.history.replaceState(window.history.state, '', schedulesPath)
  }
  const isEmpty = schedules?.length === 0
  /** The first schedule replaces the button that opened the dialog. */
  const list = useFocusOnChange<HTMLUListElement>(isEmpty)
  const action =
    initialData &&
    (hasPin ? (
      <Button className="script-only" aria-haspopup="dialog" onClick={() => setIsCreating(true)}>
        {schedulesTexts.create()}
      </Button>
    ) : (
      <a className="btn btn-primary" href={settingsPath}>
        {schedulesTexts.setPin()}
      </a>
    ))
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{schedulesTexts.title()}</h1>
      <p>{schedulesTexts.introduction()}</p>
      {initialData && !hasPin && <p className="note">{schedulesTexts.pinNeeded()}</p>}
      <div className="halves">
        <div className="stack">
          {!isEmpty && action}
          {order && hasPin && (
            <noscript>
              <p className="note">{schedulesTexts.scriptNeeded()}</p>
            </noscript>
          )}
          {isEmpty && (
            <EmptyState drawing="receipt" text={schedulesTexts.empty()}>
              {action}
            </EmptyState>
          )}
          {schedules && schedules.length > 0 && (
            <ul ref={list} tabIndex={-1} aria-label={schedulesTexts.title()} className="stack">
              {schedules.map((schedule) => (
                <li key={schedule.id}>
                  <ScheduleCard
                    schedule={schedule}
                    balance={page.balance}
                    onDetails={() => setOpen(schedule)}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        <ForecastList forecasts={page.forecasts} />
      </div>
      {isHydrated && isCreating && (
        <LazyDialog
          load={createDialog}
          props={{
            order,
            onClose: closeDialog,
            onCreated: () => {
              closeDialog()
              reload()
            },
          }}
        />
      )}
      {open && (
        <LazyDialog
          load={detailsDialog}
          props={{ schedule: open, onClose: () => setOpen(null), onChanged: reload }}
        />
      )}
    </div>
  )
}
