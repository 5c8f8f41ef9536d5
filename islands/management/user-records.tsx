import { serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import {
  getUserCards,
  getUserSessions,
  getUserTickets,
  getUserWalletTransactions,
} from '../../shared/management/user-records.ts'
import { getUserMeters, getUserSmartcards } from '../../shared/management/users.ts'
import { ticketStatuses } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { WalletTransactionList } from '../account/wallet-transaction-list.tsx'
import { cardBrand, commonTexts } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { LoadMore } from './load-more.tsx'
import { QueryContent } from './page-layout.tsx'
import { QueryTable } from './query-table.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { managedUserPageTexts } from './user-texts.ts'

interface RecordsProps {
  uniqueid: string
}
const paramsOf = ({ uniqueid }: RecordsProps) => ({ params: { uniqueid } })

export function UserWallet(props: RecordsProps) {
  const transactions = useInfiniteQuery(getUserWalletTransactions, paramsOf(props))
  return (
    <QueryContent query={transactions}>
      {({ list }) => (
        <>
          {list.length === 0 ? (
            <p className="empty">{managedUserPageTexts.noWalletTransactions()}</p>
          ) : (
            <WalletTransactionList list={list} />
          )}
          <LoadMore query={transactions} />
        </>
      )}
    </QueryContent>
  )
}

export function UserCards(props: RecordsProps) {
  const cards = useQuery(getUserCards, paramsOf(props))
  return (
    <QueryTable
      query={cards}
      caption={managedUserPageTexts.cards()}
      keyOf={(card) => `${card.type} ${card.last_digits} ${card.expiry}`}
      emptyText={managedUserPageTexts.noCards()}
      columns={[
        {
          header: managedUserPageTexts.brand(),
          narrow: [1, 'start'],
          renderCell: (card) => cardBrand(card.type),
        },
        {
          header: managedUserPageTexts.number(),
          narrow: [1, 'end'],
          renderCell: (card) => managedUserPageTexts.cardNumber({ digits: card.last_digits }),
        },
        { header: managedUserPageTexts.expiry(), renderCell: (card) => card.expiry },
      ]}
    />
  )
}

export function UserMeters(props: RecordsProps) {
  const meters = useQuery(getUserMeters, paramsOf(props))
  const smartcards = useQuery(getUserSmartcards, paramsOf(props))
  return (
    <QueryContent query={meters}>
      {(saved) => (
        <Table
          caption={managedUserPageTexts.meters()}
          rows={[...saved, ...(smartcards.data ?? [])]}
          keyOf={(beneficiary) => beneficiary.uniqueid}
          emptyText={managedUserPageTexts.noMeters()}
          columns={[
            {
              header: managedUserPageTexts.number(),
              narrow: [1, 'start'],
              renderCell: (beneficiary) => beneficiary.number,
            },
            {
              header: managedUserPageTexts.name(),
              narrow: [2, 'line'],
              renderCell: (beneficiary) => beneficiary.customer_name ?? '',
            },
            {
              header: managementTexts.type(),
              narrow: [1, 'end'],
              renderCell: (beneficiary) => displayName(serviceOfBeneficiary[beneficiary.beneficiary_type]),
            },
          ]}
        />
      )}
    </QueryContent>
  )
}

export function UserTickets(props: RecordsProps) {
  const tickets = useQuery(getUserTickets, paramsOf(props))
  return (
    <QueryTable
      query={tickets}
      caption={managedUserPageTexts.tickets()}
      keyOf={(ticket) => ticket.number}
      emptyText={managedUserPageTexts.noTickets()}
      columns={[
        {
          header: managedUserPageTexts.number(),
          narrow: [1, 'start'],
          renderCell: (ticket) => ticket.number,
        },
        { header: commonTexts.date(), narrow: [3, 'line'], timeOf: (ticket) => ticket.created_at },
        {
          header: commonTexts.status(),
          narrow: [1, 'end'],
          statusOf: (ticket) => ticketStatuses[ticket.state],
        },
        {
          header: managedUserPageTexts.message(),
          narrow: [2, 'line'],
          isLong: true,
          renderCell: (ticket) => ticket.message,
        },
      ]}
    />
  )
}

export function UserSessions(props: RecordsProps) {
  const sessions = useQuery(getUserSessions, paramsOf(props))
  return (
    <QueryTable
      query={sessions}
      caption={managedUserPageTexts.sessions()}
      keyOf={(session) => session.id}
      emptyText={managedUserPageTexts.noSessions()}
      columns={[
        {
          header: managedUserPageTexts.device(),
          narrow: [1, 'line'],
          renderCell: (session) => session.device,
        },
        { header: managedUserPageTexts.signedIn(), timeOf: (session) => session.created_at },
        { header: managedUserPageTexts.lastUsed(), timeOf: (session) => session.last_seen_at },
      ]}
    />
  )
}
