import { type ReactNode, useState } from 'react'
import { getReconciliation, type ReconciliationBreak } from '../../shared/operations.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { renderParts } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { BreakButtons, BreakDialog, type BreakSelection } from './break-actions.tsx'
import { capitalise, displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'
import { shortenReference } from './short-reference.tsx'
import { Table } from './table.tsx'
import { useFilters } from './use-filters.ts'
import { isVisible } from './visible.ts'

const formatAmount = (naira: number | null) =>
  naira === null ? reconciliationTexts.unknownAmount() : formatMoney(naira)

const kindTexts: Readonly<Record<string, () => string>> = {
  order: reconciliationTexts.order,
  payment: reconciliationTexts.payment,
  refund: reconciliationTexts.refund,
  attempt: reconciliationTexts.attempt,
  inflow: reconciliationTexts.deposit,
  float: reconciliationTexts.float,
  unallocated_funds: reconciliationTexts.unallocatedFunds,
  dispute: reconciliationTexts.dispute,
  settlement: reconciliationTexts.settlement,
  unsettled: reconciliationTexts.unsettled,
}

/** Kind and subject; omits the subject if the note already contains it. */
function titleOf({ kind: code, subject, note }: ReconciliationBreak): string {
  const kind = kindTexts[code]?.() ?? capitalise(displayName(code))
  return note?.includes(subject)
    ? kind
    : reconciliationTexts.itemWithSubject({ kind, subject: shortenReference(subject) })
}

/** Reconciliation breaks between ledger and providers, unallocated funds and daily metrics. */
export default function Reconciliation(page: ManagementPage) {
  const { filters, query: filterQuery } = useFilters(getReconciliation, page.search)
  const query = useQuery(getReconciliation, { query: filterQuery })
  const isFundsOnly = filters.kind === 'unallocated_funds'
  const approvals = useApprovals('unallocated_funds')
  const [selection, setSelection] = useState<BreakSelection | null>(null)
  const reload = () => {
    setSelection(null)
    query.reload()
    approvals.reload()
  }

  return (
    <PageLayout {...page} path="/management/reconciliation" title={menuTexts.reconciliation()}>
      <QueryContent query={query}>
        {({ list, daily_metrics }) => (
          <div className="stack">
            <section className="card stack" aria-labelledby="breaks">
              <h2 id="breaks">
                {isFundsOnly
                  ? reconciliationTexts.unallocatedFunds()
                  : reconciliationTexts.differencesTitle()}
              </h2>
              {isFundsOnly && (
                <p className="field-hint">
                  {renderParts(
                    reconciliationTexts.onlyFundsHint({
                      link: (text: ReactNode) => <a href="/management/reconciliation">{text}</a>,
                    }),
                  )}
                </p>
              )}
              {!isFundsOnly && isVisible(page.scopes, 'getDisputes') && (
                <p className="field-hint">
                  {renderParts(
                    reconciliationTexts.disputesHint({
                      link: (text: ReactNode) => <a href="/management/money?section=disputes">{text}</a>,
                    }),
                  )}{' '}
                  {renderParts(
                    reconciliationTexts.unsettledHint({
                      link: (text: ReactNode) => <a href="/management/money?section=settlements">{text}</a>,
                    }),
                  )}
                </p>
              )}
              <Table
                caption={reconciliationTexts.differencesCaption()}
                rows={list}
                keyOf={(row) => row.id}
                emptyText={
                  isFundsOnly
                    ? reconciliationTexts.noFunds()
                    : daily_metrics.length > 0
                      ? reconciliationTexts.noDifferences()
                      : reconciliationTexts.noDifferencesYet()
                }
                columns={[
                  {
                    header: reconciliationTexts.item(),
                    narrow: [1, 'line'],
                    renderCell: (row) => <span title={row.subject}>{titleOf(row)}</span>,
                  },
                  {
                    header: reconciliationTexts.ourAmount(),
                    isNumber: true,
                    renderCell: (row) => formatAmount(row.our_amount),
                  },
                  {
                    header: reconciliationTexts.providerAmount(),
                    isNumber: true,
                    renderCell: (row) => formatAmount(row.provider_amount),
                  },
                  { header: reconciliationTexts.note(), renderCell: (row) => row.note ?? '', isLong: true },
                  { header: reconciliationTexts.firstSeen(), timeOf: (row) => row.since },
                  {
                    header: reconciliationTexts.age(),
                    isNumber: true,
                    renderCell: (row) => `${Math.round(row.age_hours)} h`,
                  },
                  { header: reconciliationTexts.owner(), renderCell: (row) => row.owner },
                  {
                    header: reconciliationTexts.explanation(),
                    renderCell: (row) => (
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
            <section className="card stack" aria-labelledby="daily" hidden={isFundsOnly}>
              <h2 id="daily">{reconciliationTexts.dailyTitle()}</h2>
              <Table
                caption={reconciliationTexts.dailyCaption()}
                rows={daily_metrics}
                keyOf={(row) => row.day}
                emptyText={reconciliationTexts.noDailyMetrics()}
                columns={[
                  { header: reconciliationTexts.day(), narrow: [1, 'line'], renderCell: (row) => row.day },
                  { header: reconciliationTexts.volume(), amountOf: (row) => row.volume },
                  {
                    header: reconciliationTexts.matched(),
                    isNumber: true,
                    renderCell: (row) =>
                      row.reconciled_percent === null ? '' : `${row.reconciled_percent} %`,
                  },
                  {
                    header: reconciliationTexts.unknownOutcomes(),
                    isNumber: true,
                    renderCell: (row) => row.unknown_outcomes,
                  },
                  {
                    header: reconciliationTexts.duplicateDeliveries(),
                    isNumber: true,
                    renderCell: (row) => row.double_vends,
                  },
                  {
                    header: reconciliationTexts.openDifferences(),
                    isNumber: true,
                    renderCell: (row) => row.open_breaks,
                  },
                ]}
              />
            </section>
          </div>
        )}
      </QueryContent>
      {selection && <BreakDialog {...selection} onClose={() => setSelection(null)} onDone={reload} />}
      <ApprovalsIfAny query={approvals} caption={reconciliationTexts.approvals()} onDecided={query.reload} />
    </PageLayout>
  )
}
