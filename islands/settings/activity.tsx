import { useRef, useState } from 'react'
import { getProfile, Profile } from '../../shared/accounts.ts'
import { allActivity, toggleActivityLogs } from '../../shared/security.ts'
import { askAccount } from '../account/ask-account.ts'
import { toast } from '../lib/index.ts'
import type { Activities } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'

/** The log of what was done in the account, and its switch, which shows what the server says. Source: decision E-054 */
export function ActivityLog({ on: first, first: log }: { on: boolean; first: Activities | null }) {
  const [on, setOn] = useState(first)
  const [isTurning, setIsTurning] = useState(false)
  const busy = useRef(false)

  async function turn(): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsTurning(true)
    try {
      const envelope = await askAccount(toggleActivityLogs)
      if (envelope) {
        const person = Profile.safeParse((await askAccount(getProfile))?.data)
        if (person.success) setOn(person.data.save_activity_logs)
        toast.success(envelope.message)
      }
    } catch {
      // Told in a toast; the switch stays as it was.
    }
    busy.current = false
    setIsTurning(false)
  }

  return (
    <section className="card stack" aria-labelledby="activity">
      <h2 id="activity">Activity log</h2>
      <label className="check script-only">
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-busy={isTurning || undefined}
          onChange={() => void turn()}
        />
        <span>
          Save activity logs
          <small>What is done in your account, and from where.</small>
        </span>
      </label>
      {log && <Log first={log} />}
    </section>
  )
}

function Log({ first }: { first: Activities }) {
  const [{ list, next }, setPart] = useState(first)
  const [isAsking, setIsAsking] = useState(false)

  async function more(cursor: string): Promise<void> {
    if (isAsking) return
    setIsAsking(true)
    try {
      const part = (await askAccount(allActivity, { query: { cursor } }))?.data
      if (part) setPart({ list: [...list, ...part.list], next: part.next })
    } catch {
      // Told in a toast; the button is there to press again.
    }
    setIsAsking(false)
  }

  if (list.length === 0) return <p className="empty">No data...</p>
  return (
    <>
      <ul>
        {list.map(({ id, what, device, at }) => (
          <li key={id} className="movement">
            <span>
              {what}
              <small>
                <Moment at={at} />
                {device && `, ${device}`}
              </small>
            </span>
          </li>
        ))}
      </ul>
      {next && (
        <Button kind="plain" className="btn-wide script-only" busy={isAsking} onClick={() => void more(next)}>
          Show more
        </Button>
      )}
    </>
  )
}
