import { useState } from 'react'
import { transactions } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { allTickets, type Ticket } from '../../shared/tickets.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { useQuery } from '../account/use-query.ts'
import type { TicketsPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, StatusBadge } from '../ui/index.ts'

const ticketDialog = () => import('./ticket-dialog.tsx')

/** The user's support tickets with status and reply. */
export default function TicketPage(page: TicketsPage) {
  const initialData = page.tickets
  const { data: tickets, reload } = useQuery(allTickets, initialData && {}, { initialData })
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Support tickets</h1>
      <p>
        To tell us of a problem with an order, find it under <a href={transactions}>Transactions</a> and press
        “Report a problem”.
      </p>
      <Button
        kind="plain"
        className="script-only"
        aria-haspopup="dialog"
        onClick={() => setIsDialogOpen(true)}
      >
        New ticket
      </Button>
      {tickets?.length === 0 && <p className="empty">No data...</p>}
      {tickets && tickets.length > 0 && (
        <ul className="stack">
          {tickets.map((ticket) => (
            <li key={ticket.number}>
              <TicketCard ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
      {isDialogOpen && (
        <LazyDialog
          load={ticketDialog}
          props={{ order: null, onClose: () => setIsDialogOpen(false), onSent: reload }}
        />
      )}
    </div>
  )
}

const TicketCard = ({ ticket }: { ticket: Ticket }) => (
  <article className="card stack" aria-label={ticket.number}>
    <header className="split">
      <h2>{ticket.number}</h2>
      <StatusBadge status={ticketStatuses[ticket.state]} />
    </header>
    <p className="field-hint">
      <DateTime value={ticket.created_at} />
      {ticket.service && `, ${serviceContracts[ticket.service].name}`}
      {ticket.order_reference && (
        <>
          {', '}
          <a href={`${transactions}?search=${ticket.order_reference}`}>{ticket.order_reference}</a>
        </>
      )}
    </p>
    <p className="whitespace-pre-line">{ticket.message}</p>
    {ticket.answer && (
      <div className="note">
        <h3>Our reply</h3>
        <p className="whitespace-pre-line">{ticket.answer}</p>
        {ticket.answered_at && (
          <small>
            <DateTime value={ticket.answered_at} />
          </small>
        )}
      </div>
    )}
  </article>
)
