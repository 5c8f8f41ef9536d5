import { type ReactNode, useState } from 'react'
import {
  blockPaymentRequest,
  getManagedPaymentRequests,
  type ManagedRequest,
  type PaymentRequestView,
  paymentRequestViews,
} from '../../shared/management/payment-requests.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useMutation } from '../account/use-mutation.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, Dialog, renderParts } from '../ui/index.ts'
import { PageLayout } from './page-layout.tsx'
import { managedRequestsTexts } from './payment-requests-texts.ts'
import { PagedList } from './query-table.tsx'
import { ReasonField } from './reason-field.tsx'
import { Select } from './select.tsx'
import { useFilters } from './use-filters.ts'

const viewNames = {
  reported: managedRequestsTexts.reported,
  open: managedRequestsTexts.open,
  paid: managedRequestsTexts.paid,
  cancelled: managedRequestsTexts.cancelled,
  expired: managedRequestsTexts.expired,
  blocked: managedRequestsTexts.blocked,
} satisfies Record<PaymentRequestView, () => string>

/** Payment requests, newest first, with the reports about them. */
export default function PaymentRequests(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedPaymentRequests)
  const requests = useInfiniteQuery(getManagedPaymentRequests, { query })
  const [requestToBlock, setRequestToBlock] = useState<ManagedRequest | null>(null)
  return (
    <PageLayout
      {...page}
      path="/management/payment-requests"
      title={managedRequestsTexts.title()}
      action={
        <Select
          label={commonTexts.status()}
          name="view"
          value={filters.view || 'reported'}
          choices={paymentRequestViews.map((view) => [view, viewNames[view]()])}
          onValueChange={(view) => set({ view })}
        />
      }
    >
      <PagedList
        query={requests}
        emptyText={managedRequestsTexts.empty()}
        renderItem={(request) => (
          <RequestItem key={request.id} request={request} onBlock={() => setRequestToBlock(request)} />
        )}
      />
      {requestToBlock && (
        <BlockDialog
          request={requestToBlock}
          onClose={() => setRequestToBlock(null)}
          onBlocked={() => {
            setRequestToBlock(null)
            requests.reload()
          }}
        />
      )}
    </PageLayout>
  )
}

function RequestItem({ request, onBlock }: { request: ManagedRequest; onBlock: () => void }) {
  const { title, number, requester, user_id, state, amount, note, reports, order_reference } = request
  return (
    <li className="card stack">
      <h2>{managedRequestsTexts.product({ title, number })}</h2>
      <p>
        {renderParts(
          managedRequestsTexts.stateAndAmount({
            state: viewNames[state](),
            amount: amount === null ? managedRequestsTexts.amountOpen() : formatMoney(amount),
            strong: (text: ReactNode) => <strong>{text}</strong>,
          }),
        )}
      </p>
      <p className="field-hint">
        {renderParts(
          managedRequestsTexts.origin({
            name: requester,
            user: (text: ReactNode) => <a href={`/management/users/${user_id}`}>{text}</a>,
            date: () => <DateTime value={request.created_at} />,
          }),
        )}
      </p>
      {state === 'open' && (
        <p className="field-hint">
          {renderParts(
            managedRequestsTexts.openUntil({ date: () => <DateTime value={request.expires_at} /> }),
          )}
        </p>
      )}
      {note && <p className="prose">{managedRequestsTexts.note({ note })}</p>}
      {order_reference && (
        <p>
          {renderParts(
            managedRequestsTexts.paidBy({
              reference: order_reference,
              link: (text: ReactNode) => <a href={`/management/transactions/${order_reference}`}>{text}</a>,
            }),
          )}
        </p>
      )}
      {reports.length > 0 && (
        <>
          <h3>{managedRequestsTexts.reportCount({ count: reports.length })}</h3>
          <ul className="stack">
            {reports.map(({ reason, at }) => (
              <li key={`${at}${reason}`} className="prose">
                {renderParts(managedRequestsTexts.report({ reason, date: () => <DateTime value={at} /> }))}
              </li>
            ))}
          </ul>
        </>
      )}
      {(state === 'open' || state === 'expired') && (
        <div className="row">
          <Button
            kind="plain"
            aria-haspopup="dialog"
            aria-label={managedRequestsTexts.blockOf({ name: requester, title })}
            onClick={onBlock}
          >
            {managedRequestsTexts.block()}
          </Button>
        </div>
      )}
    </li>
  )
}

interface BlockDialogProps {
  request: ManagedRequest
  onClose: () => void
  onBlocked: () => void
}

/** Blocks a request for a reason, which the audit log keeps. */
function BlockDialog({ request, onClose, onBlocked }: BlockDialogProps) {
  const [reason, setReason] = useState('')
  const { isBusy, send } = useMutation(blockPaymentRequest)

  async function submit() {
    if (reason.trim() === '') return
    const envelope = await send({ params: { id: request.id }, body: { reason } })
    if (!envelope) return
    toast.success(envelope.message)
    onBlocked()
  }

  return (
    <Dialog title={managedRequestsTexts.block()} onClose={onClose} locked={isBusy}>
      <p>{managedRequestsTexts.blockDescription()}</p>
      <Form onSubmit={submit}>
        <ReasonField maxLength={200} value={reason} onValueChange={setReason} />
        <Button type="submit" className="btn-wide" busy={isBusy} disabled={reason.trim() === ''}>
          {managedRequestsTexts.block()}
        </Button>
      </Form>
    </Dialog>
  )
}
