import { type ReactNode, useState } from 'react'
import { languageNames } from '../../shared/languages.ts'
import {
  closeTicket,
  getManagedTickets,
  type ManagedTicket,
  replyToTicket,
} from '../../shared/management/overview.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { ticketStates } from '../../shared/tickets.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, renderParts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { MissedDeadline } from './missed-deadline.tsx'
import { PageLayout } from './page-layout.tsx'
import { PagedList } from './query-table.tsx'
import { Select } from './select.tsx'
import { managementTexts } from './texts.ts'
import { managedTicketsTexts } from './tickets-texts.ts'
import { useFilters } from './use-filters.ts'

/** Support tickets, oldest first. */
export default function Tickets(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTickets)
  const tickets = useInfiniteQuery(getManagedTickets, { query })
  return (
    <PageLayout
      {...page}
      path="/management/tickets"
      title={managedTicketsTexts.title()}
      action={
        filters.number ? (
          <Button kind="plain" onClick={() => set({ number: '' })}>
            {managedTicketsTexts.allTickets()}
          </Button>
        ) : (
          <Select
            label={commonTexts.status()}
            name="state"
            value={filters.state || 'open'}
            choices={ticketStates.map((state) => [state, ticketStatuses[state].label])}
            onValueChange={(state) => set({ state })}
          />
        )
      }
    >
      <PagedList
        query={tickets}
        emptyText={
          filters.number
            ? managedTicketsTexts.noSuchTicket({ number: filters.number })
            : managedTicketsTexts.empty()
        }
        renderItem={(ticket) => <TicketItem key={ticket.number} ticket={ticket} onDone={tickets.reload} />}
      />
    </PageLayout>
  )
}

function TicketItem({ ticket, onDone }: { ticket: ManagedTicket; onDone: () => void }) {
  const [reply, setReply] = useState('')
  const replyMutation = useMutation(replyToTicket)
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
      {ticket.late && <MissedDeadline dueAt={ticket.due_at} />}
      <p className="field-hint">{renderParts(originOf(ticket))}</p>
      {ticket.language !== 'en' && (
        <p className="field-hint">
          {managedTicketsTexts.language({ language: languageNames[ticket.language] })}
        </p>
      )}
      <p className="prose">{ticket.message}</p>
      {ticket.answer && <p className="prose">{managedTicketsTexts.ourReply({ reply: ticket.answer })}</p>}
      {ticket.state === 'open' && (
        <TextArea
          label={managedTicketsTexts.reply()}
          rows={3}
          maxLength={4_000}
          value={reply}
          onValueChange={setReply}
        />
      )}
      {ticket.state !== 'closed' && (
        <div className="row">
          {ticket.state === 'open' && (
            <Button busy={replyMutation.isBusy} disabled={reply.trim() === ''} onClick={send}>
              {managedTicketsTexts.sendReply()}
            </Button>
          )}
          <Button kind="plain" busy={closeMutation.isBusy} onClick={close}>
            {managedTicketsTexts.closeTicket()}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Reporter, date and order of a ticket. */
function originOf({ reporter: { name, email, uniqueid }, created_at, order_reference }: ManagedTicket) {
  const reporterName = name ?? managementTexts.guest()
  const values = {
    reporter: email ? managedTicketsTexts.reporterWithEmail({ name: reporterName, email }) : reporterName,
    user: (text: ReactNode) => (uniqueid ? <a href={`/management/users/${uniqueid}`}>{text}</a> : text),
    date: () => <DateTime value={created_at} />,
  }
  if (!order_reference) return managedTicketsTexts.origin(values)
  return managedTicketsTexts.orderOrigin({
    ...values,
    reference: order_reference,
    link: (text: ReactNode) => <a href={`/management/transactions/${order_reference}`}>{text}</a>,
  })
}
