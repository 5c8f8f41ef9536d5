import { serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { userCards, userMovements, userSessions, userTickets } from '../../shared/management/user-records.ts'
import { userMeters, userSmartcards } from '../../shared/management/users.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { MovementList } from '../account/movement-list.tsx'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { cardBrand, commonTexts, StatusBadge } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { managedUserPageTexts } from './user-texts.ts'

interface RecordsProps {
  uniqueid: string
}
const paramsOf = ({ uniqueid }: RecordsProps) => ({ params: { uniqueid } })

export function UserWallet(props: RecordsProps) {
  const movements = useInfiniteQuery(userMovements, paramsOf(props))
  return (
    <QueryContent query={movements} loadingText={managementTexts.loading()}>
      {({ list, next }) => (
        <>
          {list.length === 0 ? (
            <p className="empty">{managedUserPageTexts.noMovements()}</p>
          ) : (
            <MovementList list={list} />
          )}
          <LoadMore next={next} isLoading={movements.isLoading} loadMore={movements.loadMore} />
        </>
      )}
    </QueryContent>
  )
}

export function UserCards(props: RecordsProps) {
  const cards = useQuery(userCards, paramsOf(props))
  return (
    <QueryContent query={cards} loadingText={managementTexts.loading()}>
      {(list) => (
        <Table
          caption={managedUserPageTexts.cards()}
          rows={list}
          keyOf={(card) => `${card.type} ${card.last_digits} ${card.expiry}`}
          empty={managedUserPageTexts.noCards()}
          columns={[
            { head: managedUserPageTexts.brand(), cell: (card) => cardBrand(card.type) },
            {
              head: managedUserPageTexts.number(),
              cell: (card) => managedUserPageTexts.cardNumber({ digits: card.last_digits }),
            },
            { head: managedUserPageTexts.expiry(), cell: (card) => card.expiry },
          ]}
        />
      )}
    </QueryContent>
  )
}

export function UserMeters(props: RecordsProps) {
  const meters = useQuery(userMeters, paramsOf(props))
  const smartcards = useQuery(userSmartcards, paramsOf(props))
  return (
    <QueryContent query={meters} loadingText={managementTexts.loading()}>
      {(saved) => (
        <Table
          caption={managedUserPageTexts.meters()}
          rows={[...saved, ...(smartcards.data ?? [])]}
          keyOf={(beneficiary) => beneficiary.uniqueid}
          empty={managedUserPageTexts.noMeters()}
          columns={[
            { head: managedUserPageTexts.number(), cell: (beneficiary) => beneficiary.number },
            { head: managedUserPageTexts.name(), cell: (beneficiary) => beneficiary.customer_name ?? '' },
            {
              head: managementTexts.type(),
              cell: (beneficiary) => displayName(serviceOfBeneficiary[beneficiary.beneficiary_type]),
            },
          ]}
        />
      )}
    </QueryContent>
  )
}

export function UserTickets(props: RecordsProps) {
  const tickets = useQuery(userTickets, paramsOf(props))
  return (
    <QueryContent query={tickets} loadingText={managementTexts.loading()}>
      {(list) => (
        <Table
          caption={managedUserPageTexts.tickets()}
          rows={list}
          keyOf={(ticket) => ticket.number}
          empty={managedUserPageTexts.noTickets()}
          columns={[
            { head: managedUserPageTexts.number(), cell: (ticket) => ticket.number },
            { head: commonTexts.date(), cell: (ticket) => <DateTime value={ticket.created_at} /> },
            {
              head: commonTexts.status(),
              cell: (ticket) => <StatusBadge status={ticketStatuses[ticket.state]} />,
            },
            { head: managedUserPageTexts.message(), isLong: true, cell: (ticket) => ticket.message },
          ]}
        />
      )}
    </QueryContent>
  )
}

export function UserSessions(props: RecordsProps) {
  const sessions = useQuery(userSessions, paramsOf(props))
  return (
    <QueryContent query={sessions} loadingText={managementTexts.loading()}>
      {(list) => (
        <Table
          caption={managedUserPageTexts.sessions()}
          rows={list}
          keyOf={(session) => session.id}
          empty={managedUserPageTexts.noSessions()}
          columns={[
            { head: managedUserPageTexts.device(), cell: (session) => session.device },
            {
              head: managedUserPageTexts.signedIn(),
              cell: (session) => <DateTime value={session.created_at} />,
            },
            {
              head: managedUserPageTexts.lastUsed(),
              cell: (session) => <DateTime value={session.last_seen_at} />,
            },
          ]}
        />
      )}
    </QueryContent>
  )
}
