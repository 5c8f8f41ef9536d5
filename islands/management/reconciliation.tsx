import { useState } from 'react'
import { type Difference, reconciliation } from '../../shared/operations.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Approvals, useApprovals } from './approvals.tsx'
import { DifferenceButtons, DifferenceDialog, type Doing } from './difference-acts.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { capital, nameOf } from './words.ts'

const sum = (naira: number | null) => (naira === null ? 'unknown' : formatMoney(naira))

/** A note that names it stands beside. */
const whatOf = ({ kind, subject, note }: Difference) =>
  `${capital(nameOf(kind))}${note?.includes(subject) ? '' : ` ${subject}`}`

/** Where our books and the counterparties differ, what waits apart and may be given to somebody, the figure of each day. */
export default function Reconciliation(page: ManagementPage) {
  const asked = useAsk(reconciliation)
  const approvals = useApprovals('set_apart')
  const [doing, setDoing] = useState<Doing | null>(null)
  const again = () => {
    setDoing(null)
    asked.again()
    approvals.again()
  }

  return (
    <Screen {...page} path="/management/reconciliation" title="Reconciliation">
      <Loaded asked={asked} wait="Loading the differences...">
        {({ list, figures }) => (
          <div className="stack">
            <section className="card stack" aria-labelledby="differences">
              <h2 id="differences">Differences</h2>
              <Table
                caption="Differences between our books and theirs"
                rows={list}
                keyOf={(it) => it.id}
                empty="Our books and theirs agree."
                columns={[
                  { head: 'What', cell: whatOf },
                  { head: 'Ours', isNumber: true, cell: (it) => sum(it.ours) },
                  { head: 'Theirs', isNumber: true, cell: (it) => sum(it.theirs) },
                  { head: 'Note', cell: (it) => it.note ?? '', isLong: true },
                  { head: 'Since', cell: (it) => <Moment at={it.since} /> },
                  { head: 'Age', isNumber: true, cell: (it) => `${Math.round(it.age_hours)} h` },
                  { head: 'Owner', cell: (it) => it.owner },
                  {
                    head: 'Explanation',
                    cell: (it) => (
                      <span className="stack">
                        {it.resolution && <span>{it.resolution}</span>}
                        {it.may.length > 0 && <DifferenceButtons difference={it} onChoose={setDoing} />}
                      </span>
                    ),
                  },
                ]}
              />
            </section>
            <section className="card stack" aria-labelledby="figures">
              <h2 id="figures">By day</h2>
              <Table
                caption="Daily figures"
                rows={figures}
                keyOf={(it) => it.day}
                empty="No day was closed yet."
                columns={[
                  { head: 'Day', cell: (it) => it.day },
                  { head: 'Moved', isNumber: true, cell: (it) => formatMoney(it.moved) },
                  {
                    head: 'Explained',
                    isNumber: true,
                    cell: (it) => (it.explained_percent === null ? '' : `${it.explained_percent} %`),
                  },
                  { head: 'Unknown over 30 min', isNumber: true, cell: (it) => it.unknowns },
                  { head: 'Delivered twice', isNumber: true, cell: (it) => it.double_vends },
                  { head: 'Open differences', isNumber: true, cell: (it) => it.open_differences },
                ]}
              />
            </section>
          </div>
        )}
      </Loaded>
      {doing && <DifferenceDialog {...doing} onClose={() => setDoing(null)} onDone={again} />}
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals
          asked={approvals}
          caption="What becomes of money set apart, decided by a second manager"
          onDecided={asked.again}
        />
      )}
    </Screen>
  )
}
