import { useState } from 'react'
import { type AuditEntry, auditLogs } from '../../shared/operations.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, TextField } from '../ui/index.ts'
import { More } from './more.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'
import { useParts } from './use-parts.ts'

const names = ['action', 'subject', 'user_id', 'from', 'to'] as const

/** Who did what, and who read what of whom. */
export default function AuditLogs(page: ManagementPage) {
  const { filters, set, asked } = useFilters(names)
  const [typed, setTyped] = useState<{ action?: string; subject?: string }>({})
  const entries = useParts<AuditEntry>(auditLogs, asked)
  return (
    <Screen {...page} path="/management/audit-logs" title="Audit log">
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
              hint="order.refund, or all of an order"
              autoComplete="off"
              value={typed.action ?? filters.action}
              onValue={(action) => setTyped((was) => ({ ...was, action }))}
            />
            <TextField
              name="subject"
              label="Subject"
              hint="A reference, a user's id, a setting"
              autoComplete="off"
              value={typed.subject ?? filters.subject}
              onValue={(subject) => setTyped((was) => ({ ...was, subject }))}
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
                Of everybody
              </Button>
            )}
          </div>
        </form>
      </search>
      <section className="card stack" aria-label="Entries">
        <Loaded asked={entries} wait="Loading the log...">
          {({ list, next }) => (
            <>
              <Table
                caption="Audit log"
                rows={list}
                keyOf={(it) => it.id}
                empty="Nothing is written down for this."
                columns={[
                  { head: 'When', cell: (it) => <Moment at={it.at} /> },
                  { head: 'Who', cell: (it) => it.by?.name ?? it.role },
                  { head: 'Action', cell: (it) => it.action },
                  { head: 'Subject', isLong: true, cell: (it) => it.subject ?? '' },
                  {
                    head: 'Detail',
                    isLong: true,
                    cell: (it) =>
                      Object.entries(it.detail)
                        .filter(([, value]) => value !== null && value !== '')
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(', '),
                  },
                ]}
              />
              <More next={next} isAsking={entries.isAsking} more={entries.more} />
            </>
          )}
        </Loaded>
      </section>
    </Screen>
  )
}
