import { getApprovals } from '../../shared/management/approvals.ts'
import { getUsers } from '../../shared/management/users.ts'
import { statusText } from '../../shared/statuses.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { displayPhone } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { commonTexts, StatusBadge } from '../ui/index.ts'
import { ApprovalsIfAny } from './approvals.tsx'
import { ClearFilters } from './clear-filters.tsx'
import { emailText } from './email-text.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { scopeTexts } from './scope-texts.ts'
import { SearchForm } from './search-form.tsx'
import { useFilters } from './use-filters.ts'
import { managedUserPageTexts } from './user-texts.ts'
import { usersTexts } from './users-texts.ts'
import { isVisible } from './visible.ts'

const userStatuses = {
  blocked: statusText(managedUserPageTexts.blockedLabel, 'failure', managedUserPageTexts.blockedExplanation),
  closed: statusText(managedUserPageTexts.closedLabel, 'neutral', managedUserPageTexts.closedExplanation),
}

/** Registered users with search. */
export default function Users(page: ManagementPage) {
  const { filters, set, query } = useFilters(getUsers)
  const approvals = useQuery(
    getApprovals,
    isVisible(page.scopes, 'requestUserScopes') ? { query: { kind: 'scope_change' } } : null,
  )
  const users = useInfiniteQuery(getUsers, { query })
  return (
    <PageLayout {...page} path="/management/users" title={menuTexts.users()}>
      <SearchForm filters={filters} hint={usersTexts.searchHint()} onSearch={(search) => set({ search })} />
      <section className="card stack" aria-label={menuTexts.users()}>
        <PagedTable
          query={users}
          loadingText={usersTexts.loading()}
          caption={menuTexts.users()}
          keyOf={(user) => user.id}
          emptyText={commonTexts.noMatch()}
          emptyAction={<ClearFilters filters={filters} set={set} />}
          columns={[
            {
              header: usersTexts.name(),
              narrow: [1, 'start'],
              renderCell: (user) => (
                <>
                  <a href={`/management/users/${user.id}`}>{user.name}</a>
                  {user.is_blocked && ' '}
                  {user.is_blocked && <StatusBadge status={userStatuses.blocked} />}
                  {user.is_closed && ' '}
                  {user.is_closed && <StatusBadge status={userStatuses.closed} />}
                </>
              ),
            },
            {
              header: commonTexts.email(),
              narrow: [2, 'line'],
              isLong: true,
              renderCell: emailText,
            },
            {
              header: commonTexts.phone(),
              narrow: [3, 'start'],
              renderCell: (user) =>
                user.phone && <span className="phone-number">{displayPhone(user.phone)}</span>,
            },
            {
              header: usersTexts.accountType(),
              narrow: [1, 'end'],
              renderCell: (user) =>
                user.role === 'manager'
                  ? usersTexts.manager()
                  : user.is_company
                    ? usersTexts.company()
                    : usersTexts.personal(),
            },
            { header: usersTexts.joined(), narrow: [3, 'end'], timeOf: (user) => user.created_at },
          ]}
        />
      </section>
      <ApprovalsIfAny query={approvals} caption={scopeTexts.approvals()} onDecided={users.reload} />
    </PageLayout>
  )
}
