import { useState } from 'react'
import { auditLogs } from '../../shared/operations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, TextField } from '../ui/index.ts'
import { LoadMore } from './load-more.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'

/** Audit log: actions and reads of personal data, with their actors. */
export default function AuditLogs(page: ManagementPage) {
  const { filters, set, query } = useFilters(auditLogs)
  const [typed, setTyped] = useState<{ action?: string; subject?: string }>({})
  const entries = useInfiniteQuery(auditLogs, { query })
  return (
    <PageLayout {...page} path="/management/audit-logs" title="Audit log">
      <search>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            set(typed)
          }}
        >
          <div className="columns four even">
            <TextField
              name="action"
              label="Action"
              hint="e.g. order.refund, or type order for all"
              autoComplete="off"
              value={typed.action ?? filters.action}
              onValue={(action) => setTyped((previous) => ({ ...previous, action }))}
            />
            <TextField
              name="subject"
              label="Subject"
              hint="Reference, user ID or setting"
              autoComplete="off"
              value={typed.subject ?? filters.subject}
              onValue={(subject) => setTyped((previous) => ({ ...previous, subject }))}
            />
            <TextField
              type="date"
              name="from"
              label="From"
              value={filters.from}
              onValue={(from) => set({ from })}
            />
            <TextField type="date" name="to" label="To" value={filters.to} onValue={(to) => set({ to })} />
          </div>
          <div className="row">
            <Button type="submit">Search</Button>
            {filters.user_id && (
              <Button kind="plain" onClick={() => set({ user_id: '' })}>
                All users
              </Button>
            )}
          </div>
        </form>
      </search>
      <section className="card stack" aria-label="Entries">
        <QueryContent query={entries} loadingText="Loading…">
          {({ list, next }) => (
            <>
              <Table
                caption="Audit log"
                rows={list}
                keyOf={(entry) => entry.id}
                empty="No entries found"
                columns={[
                  { head: 'Date', cell: (entry) => <DateTime value={entry.at} /> },
                  { head: 'Actor', cell: (entry) => entry.actor?.name ?? entry.role },
                  { head: 'Action', cell: (entry) => entry.action },
                  { head: 'Subject', isLong: true, cell: (entry) => entry.subject ?? '' },
                  {
                    head: 'Detail',
                    isLong: true,
                    cell: (entry) =>
                      Object.entries(entry.detail)
                        .filter(([, value]) => value !== null && value !== '')
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(', '),
                  },
                ]}
              />
              <LoadMore next={next} isLoading={entries.isLoading} loadMore={entries.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
