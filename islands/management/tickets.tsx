import { useState } from 'react'
import {
  answerTicket,
  closeTicket,
  type ManagedTicket,
  managedTickets,
} from '../../shared/management/overview.ts'
import { ticketStates } from '../../shared/tickets.ts'
import { toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { More } from './more.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Select } from './select.tsx'
import { useFilters } from './use-filters.ts'
import { useParts } from './use-parts.ts'
import { useSend } from './use-send.ts'
import { capital } from './words.ts'

/** Reports of problems, who waits longest first. */
export default function Tickets(page: ManagementPage) {
  const { filters, set, asked } = useFilters(['state'] as const)
  const tickets = useParts<ManagedTicket>(managedTickets, asked)
  return (
    <Screen {...page} path="/management/tickets" title="Reports">
      <Select
        label="State"
        name="state"
        value={filters.state || 'open'}
        choices={ticketStates.map((state) => [state, capital(state)])}
        onValue={(state) => set({ state })}
      />
      <Loaded asked={tickets} wait="Loading reports...">
        {({ list, next }) =>
          list.length === 0 ? (
            <p className="empty" role="status">
              No reports here.
            </p>
          ) : (
            <ul className="stack">
              {list.map((it) => (
                <Report key={it.number} ticket={it} onDone={tickets.again} />
              ))}
              <More next={next} isAsking={tickets.isAsking} more={tickets.more} />
            </ul>
          )
        }
      </Loaded>
    </Screen>
  )
}

function Report({ ticket, onDone }: { ticket: ManagedTicket; onDone: () => void }) {
  const [answer, setAnswer] = useState('')
  const answering = useSend(answerTicket)
  const closing = useSend(closeTicket)
  const { number } = ticket

  async function send() {
    const envelope = await answering.send({ params: { number }, body: { answer } })
    if (!envelope) return
    toast.success(envelope.message)
    onDone()
  }
  async function close() {
    const envelope = await closing.send({ params: { number }, body: {} })
    if (!envelope) return
    toast.success(envelope.message)
    onDone()
  }

  return (
    <li className="card stack">
      <h2>{number}</h2>
      <p className="field-hint">
        {ticket.by.name ?? 'A guest'} {ticket.by.email && `(${ticket.by.email})`},{' '}
        <Moment at={ticket.created_at} />
        {ticket.order_reference && (
          <>
            , order{' '}
            <a href={`/management/transactions/${ticket.order_reference}`}>{ticket.order_reference}</a>
          </>
        )}
      </p>
      <p className="prose">{ticket.message}</p>
      {ticket.answer && <p className="prose">Our answer: {ticket.answer}</p>}
      {ticket.state === 'open' && (
        <TextArea label="Answer" rows={3} maxLength={4_000} value={answer} onValue={setAnswer} />
      )}
      {ticket.state !== 'closed' && (
        <div className="row">
          {ticket.state === 'open' && (
            <Button busy={answering.isBusy} disabled={answer.trim() === ''} onClick={send}>
              Send answer
            </Button>
          )}
          <Button kind="plain" busy={closing.isBusy} onClick={close}>
            Close
          </Button>
        </div>
      )}
    </li>
  )
}
