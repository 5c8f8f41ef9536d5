import { useState } from 'react'
import {
  type Approval,
  type ApprovalKind,
  allApprovals,
  approve,
  reject,
} from '../../shared/management/approvals.ts'
import { approvalStatuses } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { type QueryResult, useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { QueryContent } from './page-layout.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { Table } from './table.tsx'

/** Pending and recently decided approvals of one kind. */
export const useApprovals = (kind: ApprovalKind): QueryResult<Approval[]> =>
  useQuery(allApprovals, { query: { kind } })

interface ApprovalsProps {
  query: QueryResult<Approval[]>
  caption: string
  onDecided?: () => void
}

/** Requests of one manager that another manager approves or rejects with the PIN. */
export function Approvals({ query, caption, onDecided }: ApprovalsProps) {
  const [decision, setDecision] = useState<{ id: string; isApproval: boolean } | null>(null)
  const [reason, setReason] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const approveMutation = useMutation(approve)
  const rejectMutation = useMutation(reject)
  const isBusy = approveMutation.isBusy || rejectMutation.isBusy

  function startDecision(id: string, isApproval: boolean) {
    setDecision({ id, isApproval })
    setReason('')
    setIsPinOpen(isApproval)
  }
  function close() {
    setDecision(null)
    setIsPinOpen(false)
  }

  async function decide(pin: string) {
    if (!decision) return
    const { id, isApproval } = decision
    const params = { id }
    close()
    const envelope = isApproval
      ? await approveMutation.send({ params, body: { auth_pin: pin }, key: `management:approve:${id}` })
      : await rejectMutation.send({ params, body: { auth_pin: pin, ...(reason.trim() && { reason }) } })
    if (envelope) toast.success(envelope.message)
    query.reload()
    onDecided?.()
  }

  return (
    <section className="card stack" aria-labelledby="approvals">
      <h2 id="approvals">Pending approval</h2>
      <QueryContent query={query} loadingText="Loading…">
        {(list) => (
          <Table
            caption={caption}
            rows={list}
            keyOf={(approval) => approval.id}
            empty="Nothing to approve"
            columns={[
              { head: 'Subject', cell: (approval) => <Subject approval={approval} /> },
              {
                head: 'Amount',
                isNumber: true,
                cell: (approval) => approval.amount !== null && formatMoney(approval.amount),
              },
              { head: 'Why', cell: (approval) => approval.subject ?? '' },
              { head: 'Requested by', cell: (approval) => approval.requested_by },
              { head: 'Date', cell: (approval) => <DateTime value={approval.requested_at} /> },
              {
                head: 'Decision',
                cell: (approval) =>
                  approval.can_decide ? (
                    <span className="row">
                      <Button kind="plain" disabled={isBusy} onClick={() => startDecision(approval.id, true)}>
                        Approve
                      </Button>
                      <Button
                        kind="plain"
                        disabled={isBusy}
                        onClick={() => startDecision(approval.id, false)}
                      >
                        Reject
                      </Button>
                    </span>
                  ) : (
                    decisionText(approval)
                  ),
              },
            ]}
          />
        )}
      </QueryContent>
      {decision && !decision.isApproval && (
        <Dialog title="Reject" onClose={close} focusField>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              setIsPinOpen(true)
            }}
          >
            <TextField
              name="reason"
              label="Reason for rejecting (optional)"
              maxLength={200}
              autoComplete="off"
              value={reason}
              onValue={setReason}
            />
            <Button type="submit" className="btn-wide">
              Reject request
            </Button>
          </form>
        </Dialog>
      )}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={decide} />}
    </section>
  )
}

const decisionText = ({ state, decided_by, rejection_reason: reason }: Approval): string => {
  const { label } = approvalStatuses[state]
  if (state === 'pending') return label
  const actor = decided_by ? ` by ${decided_by}` : ''
  return `${label}${actor}${reason ? `: ${reason}` : ''}`
}

const Subject = ({
  approval: { user, order_reference, unallocated_funds, changes },
}: {
  approval: Approval
}) => (
  <span>
    {order_reference && <a href={`/management/transactions/${order_reference}`}>{order_reference}</a>}
    {order_reference && user && ', '}
    {unallocated_funds &&
      `${unallocated_funds.note} It goes ${unallocated_funds.destination}${user ? ': ' : '.'}`}
    {user ? (
      <a href={`/management/users/${user.uniqueid}`}>{user.name}</a>
    ) : (
      !order_reference && !unallocated_funds && !changes && 'Guest'
    )}
    {changes?.map(({ name, from, to }) => `${name}: from ${from} to ${to}`).join('; ')}
  </span>
)
