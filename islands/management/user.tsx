import { type ReactNode, useState } from 'react'
import type { ManagementEndpoint } from '../../shared/management/endpoint-scopes.ts'
import { getUserDetails, type UserDetails } from '../../shared/management/users.ts'
import { useQuery } from '../account/use-query.ts'
import { displayPhone, formatMoney } from '../lib/index.ts'
import type { ManagementUserPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, DetailsList, renderParts } from '../ui/index.ts'
import { emailText } from './email-text.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { scopeTexts } from './scope-texts.ts'
import { TabbedPanel } from './tabbed-panel.tsx'
import { managementTexts } from './texts.ts'
import { UserActions } from './user-actions.tsx'
import { UserNotes } from './user-notes.tsx'
import { UserOrders } from './user-orders.tsx'
import { UserCards, UserMeters, UserSessions, UserTickets, UserWallet } from './user-records.tsx'
import { roleAndScopesText } from './user-scopes.tsx'
import { managedUserPageTexts } from './user-texts.ts'
import { usersTexts } from './users-texts.ts'
import { isVisible } from './visible.ts'

const recordTabs = {
  orders: { label: managedUserPageTexts.orders, endpoint: 'getManagedOrders', Records: UserOrders },
  wallet: { label: managedUserPageTexts.wallet, endpoint: 'getUserWalletTransactions', Records: UserWallet },
  cards: { label: managedUserPageTexts.cards, endpoint: 'getUserCards', Records: UserCards },
  meters: { label: managedUserPageTexts.meters, endpoint: 'getUserMeters', Records: UserMeters },
  tickets: { label: managedUserPageTexts.tickets, endpoint: 'getUserTickets', Records: UserTickets },
  notes: { label: managedUserPageTexts.notes, endpoint: 'getUserNotes', Records: UserNotes },
  sessions: { label: managedUserPageTexts.sessions, endpoint: 'getUserSessions', Records: UserSessions },
} as const satisfies Record<
  string,
  { label: () => string; endpoint: ManagementEndpoint; Records: (props: { uniqueid: string }) => ReactNode }
>
type RecordTab = keyof typeof recordTabs
const tabNames = Object.keys(recordTabs) as RecordTab[]

/** User page: contact, wallet, actions, and the records that the manager opens. */
export default function User({ uniqueid, ...page }: ManagementUserPage) {
  const userQuery = useQuery(getUserDetails, { params: { uniqueid } }, { quiet: true })
  const [tab, setTab] = useState<RecordTab>('orders')
  const { Records } = recordTabs[tab]
  return (
    <PageLayout {...page} path="/management/users" title={userQuery.data?.name ?? managementTexts.user()}>
      <QueryContent
        query={userQuery}
        loadingText={usersTexts.loadingUser()}
        missing={
          <>
            <p>{managedUserPageTexts.missing()}</p>
            <p>
              <a href="/management/users">{managedUserPageTexts.searchUsers()}</a>
            </p>
          </>
        }
      >
        {(user) => (
          <section className="card stack" aria-label={usersTexts.userSection()}>
            {user.closed_at && <ClosedNote at={user.closed_at} />}
            {user.blocked && <BlockedNote blocked={user.blocked} />}
            <div className="details-wide">
              <DetailsList items={detailItems(user)} />
            </div>
            {isVisible(page.scopes, 'getAuditLogs') && (
              <p className="row">
                <a href={`/management/audit-logs?user_id=${uniqueid}`}>{usersTexts.customerActivity()}</a>
                <a href={`/management/audit-logs?about_user_id=${uniqueid}`}>
                  {usersTexts.managerActivity()}
                </a>
              </p>
            )}
            {!user.closed_at && <UserActions user={user} scopes={page.scopes} />}
          </section>
        )}
      </QueryContent>
      <TabbedPanel
        isHidden={userQuery.data === null && (userQuery.isLoading || userQuery.isMissing === true)}
        label={managedUserPageTexts.records()}
        tabs={tabNames
          .filter((name) => isVisible(page.scopes, recordTabs[name].endpoint))
          .map((name) => ({ name, label: recordTabs[name].label(), count: countOf(name, userQuery.data) }))}
        current={tab}
        onTab={setTab}
      >
        <Records uniqueid={uniqueid} />
      </TabbedPanel>
    </PageLayout>
  )
}

const countOf = (tab: RecordTab, user: UserDetails | null): number | undefined =>
  user && tab !== 'wallet' && tab !== 'sessions' ? user.record_counts[tab] : undefined

const ClosedNote = ({ at }: { at: string }) => (
  <p className="note" role="status">
    {renderParts(managedUserPageTexts.closedStatus({ time: () => <DateTime value={at} /> }))}
  </p>
)

const BlockedNote = ({ blocked }: { blocked: NonNullable<UserDetails['blocked']> }) => (
  <p className="note" role="status">
    {renderParts(
      managedUserPageTexts.blockedStatus({
        reason: blocked.reason.replace(/\.$/, ''),
        time: () => <DateTime value={blocked.at} />,
      }),
    )}
  </p>
)

const detailItems = (user: UserDetails) => [
  { label: commonTexts.email(), value: emailText(user), wide: true },
  ...(user.phone ? [{ label: commonTexts.phoneNumber(), value: displayPhone(user.phone) }] : []),
  ...(user.company_name ? [{ label: usersTexts.company(), value: user.company_name }] : []),
  { label: scopeTexts.role(), value: roleAndScopesText(user) },
  {
    label: managedUserPageTexts.pinState(),
    value: user.has_pin ? managedUserPageTexts.pinSet() : managedUserPageTexts.pinMissing(),
  },
  { label: usersTexts.joined(), value: <DateTime value={user.created_at} />, wide: true },
  { label: usersTexts.wallet(), value: formatMoney(user.wallet_balance), strong: true },
  { label: usersTexts.onHold(), value: formatMoney(user.wallet_held) },
  { label: usersTexts.referralBonus(), value: `${user.bonus} UTW` },
  { label: usersTexts.deliveredOrders(), value: String(user.orders) },
  { label: usersTexts.spent(), value: formatMoney(user.spent) },
]
