import type { DataOf } from '../../../shared/contract.ts'
import type { getManagedOrder } from '../../../shared/management/orders.ts'
import { ticketStatuses } from '../../../shared/statuses.ts'
import { StatusBadge } from '../../ui/index.ts'
import { ticketPageUrl } from '../ticket-page.ts'
import { orderActionsTexts } from './texts.ts'

/** The tickets about an order with their statuses; each opens on the page of tickets. */
export const OrderTickets = ({ tickets }: Pick<DataOf<typeof getManagedOrder>, 'tickets'>) =>
  tickets.length === 0 ? null : (
    <p className="row">
      {tickets.map(({ number, state }) => (
        <span key={number}>
          <a href={ticketPageUrl({ number, state })}>{orderActionsTexts.ticket({ number })}</a>{' '}
          <StatusBadge status={ticketStatuses[state]} />
        </span>
      ))}
    </p>
  )
