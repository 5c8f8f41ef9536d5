import { useRef, useState } from 'react'
import { login } from '../../shared/pages.ts'
import { endOtherSessions, endSession, type Session } from '../../shared/security.ts'
import { askAccount } from '../account/ask-account.ts'
import { toast } from '../lib/index.ts'
import { go } from '../purchase/go.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'

/** Where the account is signed in; each place can be signed out, and all others at once. */
export function Sessions({ first }: { first: Session[] }) {
  const [sessions, setSessions] = useState(first)
  const [ending, setEnding] = useState<string | null>(null)
  const busy = useRef(false)
  const others = sessions.filter(({ current }) => !current)

  async function end(id: string, work: () => Promise<{ message: string } | null>): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    setEnding(id)
    const envelope = await work().catch(() => null)
    if (envelope) toast.success(envelope.message || 'Signed out.')
    busy.current = false
    setEnding(null)
    return envelope !== null
  }

  async function endOne({ id, current }: Session): Promise<void> {
    if (!(await end(id, () => askAccount(endSession, { params: { id } })))) return
    if (current) go.to(login)
    else setSessions((were) => were.filter((it) => it.id !== id))
  }

  async function endOthers(): Promise<void> {
    if (await end('others', () => askAccount(endOtherSessions)))
      setSessions((were) => were.filter(({ current }) => current))
  }

  return (
    <section className="card stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul>
        {sessions.map((it) => (
          <li key={it.id} className="movement">
            <span>
              {it.device}
              <small>
                {it.current ? 'This browser' : 'Last seen '}
                {!it.current && <Moment at={it.last_seen_at} />}
              </small>
            </span>
            <Button
              kind="quiet"
              className="script-only"
              aria-label={`Sign out: ${it.device}${it.current ? ' (this browser)' : ''}`}
              busy={ending === it.id}
              onClick={() => void endOne(it)}
            >
              Sign out
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
          Sign out everywhere else
        </Button>
      )}
    </section>
  )
}
