import { type ReactNode, useId, useState } from 'react'
import {
  type Approval,
  type ApprovalKind,
  approve,
  type GoodwillMethod,
  getApprovals,
  reject,
} from '../../shared/management/approvals.ts'
import { approvalStatuses } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { type QueryResult, useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, Dialog, renderParts, TextField } from '../ui/index.ts'
import { approvalsTexts } from './approvals-texts.ts'
import { PinDialog } from './pin-dialog.tsx'
import { QueryTable } from './query-table.tsx'
import { managementTexts } from './texts.ts'
import { roleAndScopesText } from './user-scopes.tsx'

export const approvalKindNames = {
  wallet_topup: approvalsTexts.walletCredit,
  refund: approvalsTexts.refund,
  unallocated_funds: approvalsTexts.unallocatedFunds,
  purchase: approvalsTexts.purchase,
  limit_change: approvalsTexts.limits,
  goodwill: approvalsTexts.goodwill,
  dispute_acceptance: approvalsTexts.disputeAcceptance,
  scope_change: approvalsTexts.scopes,
} as const satisfies Record<ApprovalKind, () => string>

/** Pending and recently decided approvals of one kind. */
export const useApprovals = (kind: ApprovalKind): QueryResult<Approval[]> =>
  useQuery(getApprovals, { query: { kind } })

interface ApprovalsProps {
  query: QueryResult<Approval[]>
  caption: string
  title?: string
  onDecided?: () => void
  /** The list has requests of several kinds: a column names them. */
  hasKinds?: boolean
  emptyAction?: ReactNode
}

/** Requests of one manager that another manager approves or rejects with the PIN. */
export function Approvals({
  query,
  caption,
  title = approvalsTexts.title(),
  onDecided,
  hasKinds = false,
  emptyAction,
}: ApprovalsProps) {
  const headingId = useId()
  const [decision, setDecision] = useState<{ approval: Approval; isApproval: boolean } | null>(null)
  const [reason, setReason] = useState('')
  const [isPinOpen, setIsPinOpen] = useState(false)
  const approveMutation = useMutation(approve)
  const rejectMutation = useMutation(reject)
  const isBusy = approveMutation.isBusy || rejectMutation.isBusy

  function startDecision(approval: Approval, isApproval: boolean) {
    setDecision({ approval, isApproval })
    setReason('')
    setIsPinOpen(isApproval)
  }

  async function decide(pin: string) {
    if (!decision) return
    const { isApproval } = decision
    const { id } = decision.approval
    const params = { id }
    setIsPinOpen(false)
    const envelope = isApproval
      ? await approveMutation.send({ params, body: { auth_pin: pin }, key: `management:approve:${id}` })
      : await rejectMutation.send({ params, body: { auth_pin: pin, ...(reason.trim() && { reason }) } })
    if (envelope) {
      setDecision(null)
      toast.success(envelope.message)
    }
    query.reload()
    onDecided?.()
  }

  return (
    <section className="card stack" aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <QueryTable
        query={query}
        caption={caption}
        keyOf={(approval) => approval.id}
        emptyText={approvalsTexts.empty()}
        emptyAction={emptyAction}
        columns={[
          ...(hasKinds
            ? [
                {
                  header: managementTexts.type(),
                  narrow: [2, 'start'] as const,
                  renderCell: ({ kind }: Approval) => approvalKindNames[kind](),
                },
              ]
            : []),
          {
            header: managementTexts.subject(),
            narrow: [1, 'start'],
            renderCell: (approval) => <Subject approval={approval} />,
          },
          { header: commonTexts.amount(), narrow: [1, 'end'], amountOf: (approval) => approval.amount },
          {
            header: managementTexts.reasonHeading(),
            narrow: [3, 'line'],
            renderCell: (approval) => approval.subject ?? '',
          },
          { header: approvalsTexts.requestedBy(), renderCell: (approval) => approval.requested_by },
          { header: commonTexts.date(), narrow: [2, 'end'], timeOf: (approval) => approval.requested_at },
          {
            header: approvalsTexts.decision(),
            renderCell: (approval) =>
              approval.can_decide ? (
                <span className="row">
                  <Button disabled={isBusy} onClick={() => startDecision(approval, true)}>
                    {approvalsTexts.approve()}
                  </Button>
                  <Button kind="plain" disabled={isBusy} onClick={() => startDecision(approval, false)}>
                    {approvalsTexts.reject()}
                  </Button>
                </span>
              ) : (
                decisionText(approval)
              ),
          },
        ]}
      />
      {decision && !decision.isApproval && (
        <Dialog title={approvalsTexts.reject()} onClose={() => setDecision(null)} locked={isBusy}>
          <Form onSubmit={() => setIsPinOpen(true)}>
            <TextField
              name="reason"
              label={approvalsTexts.rejectionReason()}
              maxLength={200}
              autoComplete="off"
              value={reason}
              onValueChange={setReason}
            />
            <Button type="submit" className="btn-wide" busy={isBusy}>
              {approvalsTexts.confirmRejection()}
            </Button>
          </Form>
        </Dialog>
      )}
      {decision && isPinOpen && (
        <PinDialog onClose={() => setIsPinOpen(false)} onVerified={decide}>
          <p>{confirmationText(decision)}</p>
        </PinDialog>
      )}
    </section>
  )
}

/** The same, hidden while there are none. */
export const ApprovalsIfAny = (props: ApprovalsProps) =>
  props.query.data !== null && props.query.data.length > 0 && <Approvals {...props} />

function confirmationText({ approval, isApproval }: { approval: Approval; isApproval: boolean }): string {
  const { amount, requested_by: manager } = approval
  if (amount === null)
    return (isApproval ? approvalsTexts.confirmRequest : approvalsTexts.rejectRequest)({ manager })
  const values = { manager, amount: formatMoney(amount), receiver: receiverOf(approval) }
  return isApproval ? approvalsTexts.confirmAmount(values) : approvalsTexts.rejectAmount(values)
}

/** The person or order whose money is moved. */
function receiverOf({ user, order_reference: reference }: Approval): string {
  if (user) return user.name
  return reference ? approvalsTexts.guestOfOrder({ reference }) : approvalsTexts.payer()
}

function decisionText({ state, decided_by: manager, rejection_reason: reason }: Approval): string {
  const { label: status } = approvalStatuses[state]
  if (state === 'pending') return status
  if (manager && reason) return approvalsTexts.decidedByWithReason({ status, manager, reason })
  if (manager) return approvalsTexts.decidedBy({ status, manager })
  return reason ? approvalsTexts.decidedWithReason({ status, reason }) : status
}

const goodwillMethodTexts = {
  wallet: approvalsTexts.intoWallet,
  gateway: approvalsTexts.throughGateway,
} as const satisfies Record<GoodwillMethod, () => string>

const UserLink = ({ user }: { user: NonNullable<Approval['user']> }) => (
  <a href={`/management/users/${user.uniqueid}`}>{user.name}</a>
)

const Subject = ({
  approval: { user, order_reference, unallocated_funds, changes, scopes, goodwill_method: method },
}: {
  approval: Approval
}) => (
  <span>
    {order_reference && <a href={`/management/transactions/${order_reference}`}>{order_reference}</a>}
    {order_reference && user && ', '}
    {unallocated_funds ? (
      renderParts(fundsText(unallocated_funds, user))
    ) : scopes && user ? (
      renderParts(scopeChangeText(scopes, user))
    ) : user ? (
      <UserLink user={user} />
    ) : (
      !order_reference && !changes && managementTexts.guest()
    )}
    {changes?.map(({ name, from, to }) => approvalsTexts.limitChange({ limit: name, from, to })).join('; ')}
    {method && ` (${goodwillMethodTexts[method]()})`}
  </span>
)

const scopeChangeText = (scopes: NonNullable<Approval['scopes']>, user: NonNullable<Approval['user']>) =>
  approvalsTexts.scopeChange({
    user: () => <UserLink user={user} />,
    role: roleAndScopesText({ role: scopes.length > 0 ? 'manager' : 'user', scopes }),
  })

const fundsText = (funds: NonNullable<Approval['unallocated_funds']>, user: Approval['user']) =>
  user
    ? approvalsTexts.fundsDestinationUser({ ...funds, user: () => <UserLink user={user} /> })
    : approvalsTexts.fundsDestination(funds)
