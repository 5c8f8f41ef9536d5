import { useState } from 'react'
import {
  type Approval,
  type ApprovalKind,
  allApprovals,
  approve,
  reject,
} from '../../shared/management/approvals.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import { Loaded } from './screen.tsx'
import { Table } from './table.tsx'
import { type Asked, useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'

/** What waits of one kind, and what was decided lately. */
export const useApprovals = (kind: ApprovalKind): Asked<Approval[]> =>
  useAsk(allApprovals, { query: { kind } })

interface ApprovalsProps {
  asked: Asked<Approval[]>
  caption: string
  onDecided?: () => void
}

/** What one manager asked for and another decides, with the PIN. */
export function Approvals({ asked, caption, onDecided }: ApprovalsProps) {
  const [decision, setDecision] = useState<{ id: string; agrees: boolean } | null>(null)
  const [reason, setReason] = useState('')
  const [asksPin, setAsksPin] = useState(false)
  const agreeing = useSend(approve)
  const refusing = useSend(reject)
  const isBusy = agreeing.isBusy || refusing.isBusy

  function begin(id: string, agrees: boolean) {
    setDecision({ id, agrees })
    setReason('')
    setAsksPin(agrees)
  }
  function close() {
    setDecision(null)
    setAsksPin(false)
  }

  async function decide(pin: string) {
    if (!decision) return
    const { id, agrees } = decision
    const params = { id }
    close()
    const envelope = agrees
      ? await agreeing.send({ params, body: { auth_pin: pin }, key: `management:approve:${id}` })
      : await refusing.send({ params, body: { auth_pin: pin, ...(reason.trim() && { reason }) } })
    if (envelope) toast.success(envelope.message)
    asked.again()
    onDecided?.()
  }

  return (
    <section className="card stack" aria-labelledby="approvals">
      <h2 id="approvals">Waiting for a second manager</h2>
      <Loaded asked={asked} wait="Loading what waits...">
        {(list) => (
          <Table
            caption={caption}
            rows={list}
            keyOf={(it) => it.id}
            empty="Nothing waits."
            columns={[
              { head: 'For', cell: (it) => <Subject approval={it} /> },
              { head: 'Amount', isNumber: true, cell: (it) => formatMoney(it.amount) },
              { head: 'Why', cell: (it) => it.subject ?? '' },
              { head: 'Asked by', cell: (it) => it.asked_by },
              { head: 'When', cell: (it) => <Moment at={it.asked_at} /> },
              {
                head: 'Decision',
                cell: (it) =>
                  it.may_decide ? (
                    <span className="row">
                      <Button kind="plain" disabled={isBusy} onClick={() => begin(it.id, true)}>
                        Approve
                      </Button>
                      <Button kind="plain" disabled={isBusy} onClick={() => begin(it.id, false)}>
                        Reject
                      </Button>
                    </span>
                  ) : (
                    wordsOf(it)
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      {decision && !decision.agrees && (
        <Dialog title="Reject" onClose={close} focusField>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              setAsksPin(true)
            }}
          >
            <TextField
              name="reason"
              label="Why not (optional)"
              maxLength={200}
              autoComplete="off"
              value={reason}
              onValue={setReason}
            />
            <Button type="submit" className="btn-wide">
              Reject it
            </Button>
          </form>
        </Dialog>
      )}
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={decide} />}
    </section>
  )
}

const wordsOf = ({ state, decided_by, because }: Approval): string => {
  if (state === 'waiting') return 'Waits for another manager'
  const by = decided_by ? ` by ${decided_by}` : ''
  return `${state === 'approved' ? 'Approved' : 'Rejected'}${by}${because ? `: ${because}` : ''}`
}

const Subject = ({ approval: { user, order_reference, set_apart } }: { approval: Approval }) => (
  <span>
    {order_reference && <a href={`/management/transactions/${order_reference}`}>{order_reference}</a>}
    {order_reference && user && ', '}
    {set_apart && `${set_apart.note} It goes ${set_apart.goes}${user ? ': ' : '.'}`}
    {user ? (
      <a href={`/management/users/${user.uniqueid}`}>{user.name}</a>
    ) : (
      !order_reference && !set_apart && 'A guest'
    )}
  </span>
)
