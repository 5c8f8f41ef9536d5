import { useState } from 'react'
import {
  answerTicket,
  closeTicket,
  type ManagedTicket,
  managedTickets,
} from '../../shared/management/overview.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { ticketStates } from '../../shared/tickets.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { LoadMore } from './load-more.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { useFilters } from './use-filters.ts'

/** Support tickets, oldest first. */
export default function Tickets(page: ManagementPage) {
  const { filters, set, query } = useFilters(managedTickets)
  const tickets = useInfiniteQuery(managedTickets, { query })
  return (
    <PageLayout {...page} path="/management/tickets" title="Support tickets">
      <Select
        label="Status"
        name="state"
        value={filters.state || 'open'}
        choices={ticketStates.map((state) => [state, ticketStatuses[state].label])}
        onValue={(state) => set({ state })}
      />
      <QueryContent query={tickets} loadingText="Loading…">
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="empty" role="status">
              No tickets
            </p>
          ) : (
            <ul className="stack">
              {list.map((ticket) => (
                <TicketItem key={ticket.number} ticket={ticket} onDone={tickets.reload} />
              ))}
              <LoadMore next={next} isLoading={tickets.isLoading} loadMore={tickets.loadMore} />
            </ul>
          )
        }
      </QueryContent>
    </PageLayout>
  )
}

function TicketItem({ ticket, onDone }: { ticket: ManagedTicket; onDone: () => void }) {
  const [reply, setReply] = useState('')
  const replyMutation = useMutation(answerTicket)
  const closeMutation = useMutation(closeTicket)
  const { number } = ticket

  async function send() {
    const envelope = await replyMutation.send({ params: { number }, body: { answer: reply } })
    if (!envelope) return
    toast.success(envelope.message)
    onDone()
  }
  async function close() {
    const envelope = await closeMutation.send({ params: { number }, body: {} })
    if (!envelope) return
    toast.success(envelope.message)
    onDone()
  }

  return (
    <li className="card stack">
      <h2>{number}</h2>
      <p className="field-hint">
        {ticket.reporter.name ?? 'Guest'} {ticket.reporter.email && `(${ticket.reporter.email})`},{' '}
        <DateTime value={ticket.created_at} />
        {ticket.order_reference && (
          <>
            , order{' '}
            <a href={`/management/transactions/${ticket.order_reference}`}>{ticket.order_reference}</a>
          </>
        )}
      </p>
      <p className="prose">{ticket.message}</p>
      {ticket.answer && <p className="prose">Our reply: {ticket.answer}</p>}
      {ticket.state === 'open' && (
        <TextArea label="Reply" rows={3} maxLength={4_000} value={reply} onValue={setReply} />
      )}
      {ticket.state !== 'closed' && (
        <div className="row">
          {ticket.state === 'open' && (
            <Button busy={replyMutation.isBusy} disabled={reply.trim() === ''} onClick={send}>
              Send reply
            </Button>
          )}
          <Button kind="plain" busy={closeMutation.isBusy} onClick={close}>
            Close ticket
          </Button>
        </div>
      )}
    </li>
  )
}
