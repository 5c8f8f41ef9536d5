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
import { PagedTable } from './query-table.tsx'
import { ReasonField } from './reason-field.tsx'
import { Select } from './select.tsx'
import type { TableProps } from './table.tsx'
import { managementTexts } from './texts.ts'
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
  const [openId, setOpenId] = useState<string | null>(null)
  const openRequest = requests.data?.list.find(({ id }) => id === openId)
  const [idToBlock, setIdToBlock] = useState<string | null>(null)
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
      <section className="card stack list-card" aria-label={managedRequestsTexts.title()}>
        <PagedTable
          query={requests}
          caption={managedRequestsTexts.title()}
          keyOf={(request) => request.id}
          emptyText={managedRequestsTexts.empty()}
          emptyAction={
            filters.view !== 'open' && (
              <Button kind="plain" onClick={() => set({ view: 'open' })}>
                {managedRequestsTexts.showOpen()}
              </Button>
            )
          }
          columns={columns}
          panel={{
            header: managedRequestsTexts.details(),
            label: ({ requester, title }) => managedRequestsTexts.detailsOf({ name: requester, title }),
            onOpen: ({ id }) => setOpenId(id),
          }}
        />
      </section>
      {openRequest && (
        <Dialog
          title={managedRequestsTexts.product(openRequest)}
          className="side-panel"
          onClose={() => setOpenId(null)}
        >
          <RequestDetails request={openRequest} onBlock={() => setIdToBlock(openRequest.id)} />
        </Dialog>
      )}
      {idToBlock && (
        <BlockDialog
          id={idToBlock}
          onClose={() => setIdToBlock(null)}
          onBlocked={() => {
            setIdToBlock(null)
            setOpenId(null)
            requests.reload()
          }}
        />
      )}
    </PageLayout>
  )
}

const columns: TableProps<ManagedRequest>['columns'] = [
  {
    header: managementTexts.product(),
    narrow: [1, 'start'],
    renderCell: ({ title, number }) => (
      <>
        {title}
        <small>{number}</small>
      </>
    ),
  },
  {
    header: managedRequestsTexts.requester(),
    narrow: [3, 'line'],
    renderCell: ({ requester, user_id }) => <a href={`/management/users/${user_id}`}>{requester}</a>,
  },
  { header: commonTexts.date(), narrow: [4, 'line'], timeOf: (request) => request.created_at },
  {
    header: commonTexts.status(),
    narrow: [1, 'end'],
    renderCell: ({ state }) => viewNames[state](),
  },
  {
    header: managedRequestsTexts.reports(),
    renderCell: ({ reports }) =>
      reports[0] && (
        <span className="two-lines" title={reports[0].reason}>
          {managedRequestsTexts.reportSummary({ count: reports.length, reason: reports[0].reason })}
        </span>
      ),
  },
  // A line of its own: the sentence for an open amount leaves no room for the product.
  { header: commonTexts.amount(), narrow: [2, 'line'], isNumber: true, renderCell: amountText },
]

function amountText({ amount }: Pick<ManagedRequest, 'amount'>): string {
  return amount === null ? managedRequestsTexts.amountOpen() : formatMoney(amount)
}

/** The state of a request, its note and reports, and the button that blocks it. */
function RequestDetails({ request, onBlock }: { request: ManagedRequest; onBlock: () => void }) {
  const { title, requester, user_id, state, note, reports, order_reference } = request
  return (
    <>
      <p>
        {renderParts(
          managedRequestsTexts.stateAndAmount({
            state: viewNames[state](),
            amount: amountText(request),
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
    </>
  )
}

interface BlockDialogProps {
  id: string
  onClose: () => void
  onBlocked: () => void
}

/** Blocks a request for a reason, which the audit log keeps. */
function BlockDialog({ id, onClose, onBlocked }: BlockDialogProps) {
  const [reason, setReason] = useState('')
  const { isBusy, send } = useMutation(blockPaymentRequest)

  async function submit() {
    if (reason.trim() === '') return
    const envelope = await send({ params: { id }, body: { reason } })
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
