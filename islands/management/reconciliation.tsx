import { useState } from 'react'
import { type ReconciliationBreak, reconciliation } from '../../shared/operations.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Approvals, useApprovals } from './approvals.tsx'
import { BreakButtons, BreakDialog, type BreakSelection } from './break-actions.tsx'
import { capitalise, displayName } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'

const formatAmount = (naira: number | null) => (naira === null ? 'unknown' : formatMoney(naira))

/** Kind and subject; omits the subject if the note already contains it. */
const titleOf = ({ kind, subject, note }: ReconciliationBreak) =>
  `${capitalise(displayName(kind))}${note?.includes(subject) ? '' : ` ${subject}`}`

/** Reconciliation breaks between ledger and providers, unallocated funds and daily metrics. */
export default function Reconciliation(page: ManagementPage) {
  const query = useQuery(reconciliation)
  const approvals = useApprovals('unallocated_funds')
  const [selection, setSelection] = useState<BreakSelection | null>(null)
  const reload = () => {
    setSelection(null)
    query.reload()
    approvals.reload()
  }

  return (
    <PageLayout {...page} path="/management/reconciliation" title="Reconciliation">
      <QueryContent query={query} loadingText="Loading…">
        {({ list, daily_metrics }) => (
          <div className="stack">
            <section className="card stack" aria-labelledby="breaks">
              <h2 id="breaks">Differences</h2>
              <Table
                caption="Reconciliation differences"
                rows={list}
                keyOf={(row) => row.id}
                empty="Everything reconciles. No open differences."
                columns={[
                  { head: 'Item', cell: titleOf },
                  { head: 'Our amount', isNumber: true, cell: (row) => formatAmount(row.our_amount) },
                  {
                    head: 'Provider amount',
                    isNumber: true,
                    cell: (row) => formatAmount(row.provider_amount),
                  },
                  { head: 'Note', cell: (row) => row.note ?? '', isLong: true },
                  { head: 'First seen', cell: (row) => <DateTime value={row.since} /> },
                  { head: 'Age', isNumber: true, cell: (row) => `${Math.round(row.age_hours)} h` },
                  { head: 'Owner', cell: (row) => row.owner },
                  {
                    head: 'Explanation',
                    cell: (row) => (
                      <span className="stack">
                        {row.resolution && <span>{row.resolution}</span>}
                        {row.allowed_actions.length > 0 && (
                          <BreakButtons item={row} onChoose={setSelection} />
                        )}
                      </span>
                    ),
                  },
                ]}
              />
            </section>
            <section className="card stack" aria-labelledby="daily">
              <h2 id="daily">Daily reconciliation</h2>
              <Table
                caption="Daily metrics"
                rows={daily_metrics}
                keyOf={(row) => row.day}
                empty="No daily reconciliation yet. The first runs tonight."
                columns={[
                  { head: 'Day', cell: (row) => row.day },
                  { head: 'Volume', isNumber: true, cell: (row) => formatMoney(row.volume) },
                  {
                    head: 'Matched',
                    isNumber: true,
                    cell: (row) => (row.reconciled_percent === null ? '' : `${row.reconciled_percent} %`),
                  },
                  { head: 'Pending over 30 min', isNumber: true, cell: (row) => row.unknown_outcomes },
                  { head: 'Duplicate deliveries', isNumber: true, cell: (row) => row.double_vends },
                  { head: 'Open differences', isNumber: true, cell: (row) => row.open_breaks },
                ]}
              />
            </section>
          </div>
        )}
      </QueryContent>
      {selection && <BreakDialog {...selection} onClose={() => setSelection(null)} onDone={reload} />}
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals
          query={approvals}
          caption="Unallocated funds: pending approvals"
          onDecided={query.reload}
        />
      )}
    </PageLayout>
  )
}
