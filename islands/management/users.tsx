import { useState } from 'react'
import type { DataOf } from '../../shared/contract.ts'
import { userList } from '../../shared/management/users.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, TextField } from '../ui/index.ts'
import { More } from './more.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'
import { useParts } from './use-parts.ts'

type Row = DataOf<typeof userList>['list'][number]

/** Everybody who is registered. */
export default function Users(page: ManagementPage) {
  const { filters, set, asked } = useFilters(['search'] as const)
  const [typed, setTyped] = useState<string | null>(null)
  const users = useParts<Row>(userList, asked)
  return (
    <Screen {...page} path="/management/users" title="Users">
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
        <Loaded asked={users} wait="Loading users...">
          {({ list, next }) => (
            <>
              <Table
                caption="Users"
                rows={list}
                keyOf={(it) => it.id}
                empty="No match found!"
                columns={[
                  { head: 'Name', cell: (it) => <a href={`/management/users/${it.id}`}>{it.name}</a> },
                  {
                    head: 'E-mail',
                    isLong: true,
                    cell: (it) => `${it.email ?? ''}${it.email_verified ? '' : ' (not verified)'}`,
                  },
                  { head: 'Phone', cell: (it) => it.phone ?? '' },
                  {
                    head: 'Kind',
                    cell: (it) => (it.role === 'manager' ? 'Manager' : it.is_company ? 'Company' : 'Person'),
                  },
                  { head: 'Since', cell: (it) => <Moment at={it.created_at} /> },
                ]}
              />
              <More next={next} isAsking={users.isAsking} more={users.more} />
            </>
          )}
        </Loaded>
      </section>
    </Screen>
  )
}
