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
import { Button, commonTexts, Dialog, renderParts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { durationTexts } from './duration-texts.ts'
import { MissedDeadline } from './missed-deadline.tsx'
import { PageLayout } from './page-layout.tsx'
import { PagedList, PagedTable } from './query-table.tsx'
import { Select } from './select.tsx'
import type { TableProps } from './table.tsx'
import { managementTexts } from './texts.ts'
import { managedTicketsTexts } from './tickets-texts.ts'
import { useFilters } from './use-filters.ts'
import { WaitingTime } from './waiting-time.tsx'

/** Support tickets, oldest first. */
export default function Tickets(page: ManagementPage) {
  const { filters, set, query } = useFilters(getManagedTickets)
  const tickets = useInfiniteQuery(getManagedTickets, { query })
  const [openTicket, setOpenTicket] = useState<ManagedTicket | null>(null)
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
      {filters.number ? (
        <PagedList
          query={tickets}
          emptyText={managedTicketsTexts.noSuchTicket({ number: filters.number })}
          renderItem={(ticket) => (
            <li key={ticket.number} className="card stack">
              <h2>{ticket.number}</h2>
              <TicketContent ticket={ticket} onDone={tickets.reload} />
            </li>
          )}
        />
      ) : (
        <section className="card stack list-card" aria-label={managedTicketsTexts.title()}>
          <PagedTable
            query={tickets}
            caption={managedTicketsTexts.title()}
            keyOf={(ticket) => ticket.number}
            emptyText={managedTicketsTexts.empty()}
            emptyAction={<a href="/management">{managementTexts.toOverview()}</a>}
            columns={ticketColumns}
            panel={{
              header: managedTicketsTexts.action(),
              label: ({ number, state }) =>
                (state === 'open' ? managedTicketsTexts.replyTo : managedTicketsTexts.openTicket)({ number }),
              onOpen: setOpenTicket,
            }}
          />
        </section>
      )}
      {openTicket && (
        <Dialog title={openTicket.number} className="side-panel" onClose={() => setOpenTicket(null)}>
          <TicketContent
            ticket={openTicket}
            onDone={() => {
              setOpenTicket(null)
              tickets.reload()
            }}
          />
        </Dialog>
      )}
    </PageLayout>
  )
}

const ticketColumns: TableProps<ManagedTicket>['columns'] = [
  {
    header: managedTicketsTexts.number(),
    narrow: [1, 'start'],
    renderCell: ({ number }) => <span className="nowrap">{number}</span>,
  },
  {
    header: durationTexts.waiting(),
    narrow: [2, 'start'],
    renderCell: ({ state, created_at, ...ticket }) =>
      state === 'open' ? <WaitingTime since={created_at} {...ticket} /> : <DateTime value={created_at} />,
  },
  {
    header: managementTexts.customer(),
    narrow: [3, 'line'],
    renderCell: ({ reporter: { name, uniqueid, email } }) => (
      <>
        {uniqueid ? <a href={`/management/users/${uniqueid}`}>{name}</a> : (name ?? managementTexts.guest())}
        {email && <small>{email}</small>}
      </>
    ),
  },
  {
    header: managedTicketsTexts.order(),
    narrow: [2, 'end'],
    renderCell: ({ order_reference: reference }) =>
      reference && <a href={`/management/transactions/${reference}`}>{reference}</a>,
  },
  {
    header: managedTicketsTexts.message(),
    narrow: [4, 'line'],
    renderCell: ({ message }) => <span className="two-lines">{message}</span>,
  },
]

/** The message of a ticket, our reply, and what a manager can do. */
function TicketContent({ ticket, onDone }: { ticket: ManagedTicket; onDone: () => void }) {
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
    <>
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
    </>
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
