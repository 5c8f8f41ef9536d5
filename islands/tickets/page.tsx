import { useState } from 'react'
import { transactionsPath } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { getTickets, type Ticket } from '../../shared/tickets.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { OrderDisclosure } from '../account/order-disclosure.tsx'
import { useQuery } from '../account/use-query.ts'
import type { TicketsPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, EmptyState, renderParts, StatusBadge } from '../ui/index.ts'
import { ticketsTexts } from './texts.ts'

const ticketDialog = () => import('./ticket-dialog.tsx')

/** The user's support tickets with status and reply. */
export default function TicketPage(page: TicketsPage) {
  const initialData = page.tickets
  const { data: tickets, reload } = useQuery(getTickets, initialData && {}, { initialData })
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const newTicketButton = (
    <Button kind="plain" className="script-only" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
      {ticketsTexts.newTicket()}
    </Button>
  )
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{ticketsTexts.title()}</h1>
      <p>
        {renderParts(
          ticketsTexts.introduction({ link: (chunks) => <a href={transactionsPath}>{chunks}</a> }),
        )}
      </p>
      {tickets?.length === 0 ? (
        <EmptyState drawing="chat" text={commonTexts.noData()} hint={ticketsTexts.emptyHint()}>
          {newTicketButton}
        </EmptyState>
      ) : (
        newTicketButton
      )}
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
      <TicketSource ticket={ticket} />
    </p>
    <p className="preserve-lines">{ticket.message}</p>
    {ticket.order_reference && <OrderDisclosure reference={ticket.order_reference} />}
    {ticket.answer && (
      <div className="note">
        <h3>{ticketsTexts.reply()}</h3>
        <p className="preserve-lines">{ticket.answer}</p>
        {ticket.answered_at && (
          <small>
            <DateTime value={ticket.answered_at} />
          </small>
        )}
      </div>
    )}
  </article>
)

/** Time of a ticket, and the service and reference of its order. */
function TicketSource({ ticket: { created_at, service, order_reference: reference } }: { ticket: Ticket }) {
  const time = () => <DateTime value={created_at} />
  if (!service || !reference) return time()
  return renderParts(
    ticketsTexts.ticketOfOrder({
      time,
      service: serviceContracts[service].name,
      reference,
      link: (chunks) => <a href={`${transactionsPath}?search=${reference}`}>{chunks}</a>,
    }),
  )
}
