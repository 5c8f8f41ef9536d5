import { useState } from 'react'
import { serviceNames } from '../../shared/constants.ts'
import { transactions } from '../../shared/pages.ts'
import type { Ticket, TicketState } from '../../shared/tickets.ts'
import { AccountHead } from '../account/account-head.tsx'
import { LaterDialog } from '../account/later-dialog.tsx'
import type { TicketsPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'
import { useTickets } from './use-tickets.ts'

const report = () => import('./report-dialog.tsx')

/** Problems that somebody told us of, where each stands, and what we answered. */
export default function TicketPage(page: TicketsPage) {
  const { tickets, reload } = useTickets(page.tickets)
  const [isReporting, setIsReporting] = useState(false)
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>Your reports</h1>
      <p>
        To tell us of a problem with an order, find it under <a href={transactions}>Transactions</a> and press
        “Report a problem”.
      </p>
      <Button
        kind="plain"
        className="script-only"
        aria-haspopup="dialog"
        onClick={() => setIsReporting(true)}
      >
        Report something else
      </Button>
      {tickets?.length === 0 && <p className="empty">No data...</p>}
      {tickets && tickets.length > 0 && (
        <ul className="stack">
          {tickets.map((it) => (
            <li key={it.number}>
              <Report it={it} />
            </li>
          ))}
        </ul>
      )}
      {isReporting && (
        <LaterDialog
          load={report}
          props={{ order: null, onClose: () => setIsReporting(false), onSent: () => void reload() }}
        />
      )}
    </div>
  )
}

const stands: Record<TicketState, string> = {
  open: 'We are looking into it',
  answered: 'Answered',
  closed: 'Closed',
}

const Report = ({ it }: { it: Ticket }) => (
  <article className="card stack" aria-label={it.number}>
    <header className="split">
      <h2>{it.number}</h2>
      <span className="badge">{stands[it.state]}</span>
    </header>
    <p className="field-hint">
      <Moment at={it.created_at} />
      {it.service && `, ${serviceNames[it.service]}`}
      {it.order_reference && (
        <>
          {', '}
          <a href={`${transactions}?search=${it.order_reference}`}>{it.order_reference}</a>
        </>
      )}
    </p>
    <p className="whitespace-pre-line">{it.message}</p>
    {it.answer && (
      <div className="note">
        <h3>Our answer</h3>
        <p className="whitespace-pre-line">{it.answer}</p>
        {it.answered_at && (
          <small>
            <Moment at={it.answered_at} />
          </small>
        )}
      </div>
    )}
  </article>
)
