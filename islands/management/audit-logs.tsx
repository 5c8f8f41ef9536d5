import { useState } from 'react'
import { getAuditLogs } from '../../shared/operations.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { auditLogsTexts } from './audit-logs-texts.ts'
import { DateRangeFields } from './date-range.tsx'
import { LoadMore } from './load-more.tsx'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { useFilters } from './use-filters.ts'
import { UserPicker } from './user-picker.tsx'

/** The person acted, or the event affected the person's data. */
type PersonRole = 'user_id' | 'about_user_id'

/** Audit log: actions and reads of personal data, with their actors. */
export default function AuditLogs(page: ManagementPage) {
  const { filters, set, query } = useFilters(getAuditLogs)
  const [filterInput, setFilterInput] = useState<{ action?: string; subject?: string }>({})
  const [name, setName] = useState<string | null>(null)
  const person = filters.user_id || filters.about_user_id
  const role: PersonRole = filters.about_user_id ? 'about_user_id' : 'user_id'
  const setPerson = (id: string, as: PersonRole) => set({ user_id: '', about_user_id: '', [as]: id })
  const entries = useInfiniteQuery(getAuditLogs, { query })
  return (
    <PageLayout {...page} path="/management/audit-logs" title={menuTexts.auditLog()}>
      <search>
        <form
          className="card form filters"
          onSubmit={(event) => {
            event.preventDefault()
            set(filterInput)
          }}
        >
          <div className="columns four even">
            <TextField
              name="action"
              label={auditLogsTexts.action()}
              hint={auditLogsTexts.actionHint()}
              autoComplete="off"
              value={filterInput.action ?? filters.action}
              onValueChange={(action) => setFilterInput((previous) => ({ ...previous, action }))}
            />
            <TextField
              name="subject"
              label={managementTexts.subject()}
              hint={auditLogsTexts.subjectHint()}
              autoComplete="off"
              value={filterInput.subject ?? filters.subject}
              onValueChange={(subject) => setFilterInput((previous) => ({ ...previous, subject }))}
            />
            <DateRangeFields from={filters.from} to={filters.to} onChange={set} />
          </div>
          <div className="columns even">
            <UserPicker
              user={person ? { id: person, name: name ?? person } : null}
              onChoose={(user) => {
                setName(user.name)
                setPerson(user.id, role)
              }}
            />
            {person && (
              <Select
                label={auditLogsTexts.person()}
                name="person"
                value={role}
                choices={[
                  ['user_id', auditLogsTexts.personActed()],
                  ['about_user_id', auditLogsTexts.personAffected()],
                ]}
                onValueChange={(as) => setPerson(person, as === 'about_user_id' ? as : 'user_id')}
              />
            )}
          </div>
          <div className="row">
            <Button type="submit">{commonTexts.search()}</Button>
            {person && (
              <Button kind="plain" onClick={() => setPerson('', 'user_id')}>
                {auditLogsTexts.allUsers()}
              </Button>
            )}
          </div>
        </form>
      </search>
      <section className="card stack" aria-label={auditLogsTexts.entries()}>
        <QueryContent query={entries} loadingText={managementTexts.loading()}>
          {({ list, next }) => (
            <>
              <Table
                caption={menuTexts.auditLog()}
                rows={list}
                keyOf={(entry) => entry.id}
                emptyText={auditLogsTexts.empty()}
                columns={[
                  { header: commonTexts.date(), renderCell: (entry) => <DateTime value={entry.at} /> },
                  { header: auditLogsTexts.actor(), renderCell: (entry) => entry.actor?.name ?? entry.role },
                  { header: auditLogsTexts.action(), renderCell: (entry) => entry.action },
                  {
                    header: managementTexts.subject(),
                    isLong: true,
                    renderCell: (entry) => entry.subject ?? '',
                  },
                  {
                    header: auditLogsTexts.detail(),
                    isLong: true,
                    renderCell: (entry) =>
                      Object.entries(entry.detail)
                        .filter(([, value]) => value !== null && value !== '')
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(', '),
                  },
                ]}
              />
              <LoadMore nextCursor={next} isLoading={entries.isLoading} loadMore={entries.loadMore} />
            </>
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}
