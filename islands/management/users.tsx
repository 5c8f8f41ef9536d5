import { useState } from 'react'
import { userList } from '../../shared/management/users.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, TextField } from '../ui/index.ts'
import { LoadMore } from './load-more.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'

/** Registered users with search. */
export default function Users(page: ManagementPage) {
  const { filters, set, query } = useFilters(userList)
  const [typed, setTyped] = useState<string | null>(null)
  const users = useInfiniteQuery(userList, { query })
  return (
    <PageLayout {...page} path="/management/users" title="Users">
      <search>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            set({ search: (typed ?? '').trim() })
          }}
        >
          <TextField
            name="search"
            type="search"
            label="Search"
            hint="Name, e-mail or phone."
            autoComplete="off"
            value={typed ?? filters.search}
            onValue={setTyped}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <section className="card stack" aria-label="Users">
        <QueryContent query={users} loadingText="Loading users...">
          {({ list, next }) => (
            <>
              <Table
                caption="Users"
                rows={list}
                keyOf={(user) => user.id}
                empty="No match found!"
                columns={[
                  { head: 'Name', cell: (user) => <a href={`/management/users/${user.id}`}>{user.name}</a> },
                  {
                    head: 'E-mail',
                    isLong: true,
                    cell: (user) => `${user.email ?? ''}${user.email_verified ? '' : ' (not verified)'}`,
                  },
                  { head: 'Phone', cell: (user) => user.phone ?? '' },
                  {
                    head: 'Account type',
                    cell: (user) =>
                      user.role === 'manager' ? 'Manager' : user.is_company ? 'Company' : 'Personal',
                  },
                  { head: 'Joined', cell: (user) => <DateTime value={user.created_at} /> },
                ]}
              />
              <LoadMore next={next} isLoading={users.isLoading} loadMore={users.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
