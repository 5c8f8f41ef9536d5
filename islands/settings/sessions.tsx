import { useRef, useState } from 'react'
import { loginPath } from '../../shared/pages.ts'
import { endOtherSessions, endSession, type Session } from '../../shared/security.ts'
import { accountRequest } from '../account/account-request.ts'
import { toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { navigate } from '../purchase/navigate.ts'
import { Button, renderParts } from '../ui/index.ts'
import { SettingsSection } from './section.tsx'
import { settingsTexts } from './texts.ts'

/** Active sessions. The user can end one session or all other sessions. */
export function SessionList({ initial }: { initial: Session[] }) {
  const [sessions, setSessions] = useState(initial)
  const [ending, setEnding] = useState<string | null>(null)
  const busy = useRef(false)
  const others = sessions.filter(({ current }) => !current)

  async function runSignOut(id: string, task: () => Promise<{ message: string } | null>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    setEnding(id)
    const envelope = await task().catch(() => null)
    if (envelope) toast.success(envelope.message || settingsTexts.signedOut())
    busy.current = false
    setEnding(null)
    return envelope !== null
  }

  async function endOne({ id, current }: Session): Promise<void> {
    if (!(await runSignOut(id, () => accountRequest(endSession, { params: { id } })))) return
    if (current) navigate.to(loginPath)
    else setSessions((previous) => previous.filter((session) => session.id !== id))
  }

  async function endOthers(): Promise<void> {
    if (await runSignOut('others', () => accountRequest(endOtherSessions)))
      setSessions((previous) => previous.filter(({ current }) => current))
  }

  return (
    <SettingsSection id="sessions" title={settingsTexts.sessionsTitle()}>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="list-row">
            <span>
              {session.device}
              <small>
                {session.current
                  ? settingsTexts.currentSession()
                  : renderParts(
                      settingsTexts.lastSeen({ time: () => <DateTime value={session.last_seen_at} /> }),
                    )}
              </small>
            </span>
            <Button
              kind="quiet"
              className="script-only"
              aria-label={
                session.current
                  ? settingsTexts.signOutCurrentDevice(session)
                  : settingsTexts.signOutDevice(session)
              }
              busy={ending === session.id}
              onClick={() => void endOne(session)}
            >
              {settingsTexts.signOut()}
            </Button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          kind="plain"
          className="btn-wide script-only"
          busy={ending === 'others'}
          onClick={() => void endOthers()}
        >
          {settingsTexts.signOutOthers()}
        </Button>
      )}
    </SettingsSection>
  )
}
