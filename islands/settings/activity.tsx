import { useRef, useState } from 'react'
import { getProfile, Profile } from '../../shared/accounts.ts'
import { getActivityLogs, toggleActivityLogs } from '../../shared/security.ts'
import { accountRequest } from '../account/account-request.ts'
import { accountTexts } from '../account/texts.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { toast } from '../lib/index.ts'
import type { Activities } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, renderParts } from '../ui/index.ts'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

/** Activity log and its switch; the switch shows the server's value. Source: ruling E-054 */
export function ActivityLog({
  initiallyOn,
  initial: log,
}: {
  initiallyOn: boolean
  initial: Activities | null
}) {
  const [on, setOn] = useState(initiallyOn)
  const [isToggling, setIsToggling] = useState(false)
  const busy = useRef(false)

  async function toggle(): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsToggling(true)
    try {
      const envelope = await accountRequest(toggleActivityLogs)
      if (envelope) {
        setOn((previous) => envelope.data?.save_activity_logs ?? previous)
        const parsedProfile = Profile.safeParse((await accountRequest(getProfile))?.data)
        if (parsedProfile.success) setOn(parsedProfile.data.save_activity_logs)
        toast.success(envelope.message)
      }
    } catch {
      // A toast shows the error; the switch keeps its value.
    }
    busy.current = false
    setIsToggling(false)
  }

  return (
    <SettingsSection id="activity" title={settingsTexts.activityTitle()} isOpen>
      <label className="check script-only">
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-busy={isToggling || undefined}
          onChange={() => void toggle()}
        />
        <span>
          {settingsTexts.keepActivityLog()}
          <small>{settingsTexts.activityLogHint()}</small>
        </span>
      </label>
      {log && <Log initial={log} />}
    </SettingsSection>
  )
}

function Log({ initial }: { initial: Activities }) {
  const log = useInfiniteQuery(getActivityLogs, {}, { initialData: initial })
  const { list } = log.data ?? initial
  if (list.length === 0)
    return (
      <div className="empty">
        <p>{commonTexts.noData()}</p>
        <p className="field-hint">{settingsTexts.activityEmptyHint()}</p>
      </div>
    )
  return (
    <>
      <ul>
        {list.map(({ id, description, device, at }) => (
          <li key={id} className="list-row">
            <span>
              {description}
              <small>
                {device ? (
                  renderParts(
                    accountTexts.timeAndDetail({ detail: device, time: () => <DateTime value={at} /> }),
                  )
                ) : (
                  <DateTime value={at} />
                )}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {log.hasMore && (
        <Button kind="plain" className="btn-wide script-only" busy={log.isLoading} onClick={log.loadMore}>
          {commonTexts.showMore()}
        </Button>
      )}
    </>
  )
}
