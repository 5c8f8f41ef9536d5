import { useState } from 'react'
import { formatDate } from '../../shared/dates.ts'
import {
  getSettlement,
  getSettlements,
  type Settlement,
  type SettlementMatch,
  settlementMatches,
} from '../../shared/management/money.ts'
import { gateways } from '../../shared/payments.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { AlertIcon, Button, commonTexts, DetailsList, Dialog, renderParts } from '../ui/index.ts'
import { DateRangeFields } from './date-range.tsx'
import { ManagedFilterPanel } from './filter-panel.tsx'
import { displayName } from './labels.ts'
import { unsettledPayments } from './links.ts'
import { moneyTexts } from './money-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { PagedTable } from './query-table.tsx'
import { Select } from './select.tsx'
import { ShortReference } from './short-reference.tsx'
import { managementTexts } from './texts.ts'
import { useFilters } from './use-filters.ts'

const matchTexts: Readonly<Record<SettlementMatch, () => string>> = {
  matched: moneyTexts.matched,
  amount_differs: moneyTexts.amountDiffers,
  unmatched: moneyTexts.unmatched,
}
const statusTexts: Readonly<Record<Settlement['status'], () => string>> = {
  pending: moneyTexts.settlementPending,
  paid: moneyTexts.settlementPaid,
  failed: moneyTexts.settlementFailed,
}

/** Settlements of the gateways, by gateway, match and day. */
export function SettlementsPanel() {
  const { filters, set, query } = useFilters(getSettlements)
  const settlements = useInfiniteQuery(getSettlements, { query })
  const [selected, setSelected] = useState<Settlement | null>(null)
  return (
    <>
      <p className="field-hint">{moneyTexts.settlementsHint()}</p>
      <GatewayNotes />
      <ManagedFilterPanel filters={filters}>
        <div className="columns four even">
          <Select
            label={moneyTexts.gateway()}
            name="gateway"
            value={filters.gateway}
            choices={[
              ['', managementTexts.all()],
              ...gateways.map((name) => [name, displayName(name)] as const),
            ]}
            onValueChange={(gateway) => set({ gateway })}
          />
          <Select
            label={moneyTexts.match()}
            name="match"
            value={filters.match}
            choices={[
              ['', managementTexts.all()],
              ...settlementMatches.map((match) => [match, matchTexts[match]()] as const),
            ]}
            onValueChange={(match) => set({ match })}
          />
          <DateRangeFields from={filters.from} to={filters.to} onChange={set} />
        </div>
      </ManagedFilterPanel>
      <PagedTable
        query={settlements}
        caption={moneyTexts.settlements()}
        keyOf={(row) => row.id}
        emptyText={
          Object.keys(query).length > 0 ? moneyTexts.noSettlementsMatch() : moneyTexts.noSettlements()
        }
        columns={[
          {
            header: commonTexts.date(),
            narrow: [1, 'start'],
            renderCell: (row) => formatDate(row.settled_on, 'day'),
          },
          {
            header: moneyTexts.gateway(),
            narrow: [2, 'start'],
            renderCell: (row) => displayName(row.gateway),
          },
          {
            header: commonTexts.status(),
            narrow: [2, 'end'],
            renderCell: (row) => statusTexts[row.status](),
          },
          { header: moneyTexts.gross(), amountOf: (row) => row.gross },
          { header: moneyTexts.fee(), amountOf: (row) => row.fee },
          { header: moneyTexts.net(), amountOf: (row) => row.net },
          { header: moneyTexts.lines(), renderCell: matchCounts },
          {
            header: moneyTexts.details(),
            renderCell: (row) => (
              <Button
                kind="plain"
                aria-label={moneyTexts.showSettlement({ id: row.settlement_id })}
                onClick={() => setSelected(row)}
              >
                {moneyTexts.show()}
              </Button>
            ),
          },
        ]}
      />
      {selected && <SettlementDialog settlement={selected} onClose={() => setSelected(null)} />}
    </>
  )
}

/** Payments that were not settled, by gateway, and the configured gateways that list no settlements. */
function GatewayNotes() {
  const { data } = useQuery(getSettlements, undefined, { quiet: true })
  const gateways = data?.gateways ?? []
  const unsettled = gateways.filter((row) => row.unsettled_count > 0)
  const names = gateways.filter((row) => !row.lists_settlements).map(({ gateway }) => displayName(gateway))
  return (
    <>
      {unsettled.length > 0 && (
        <ul className="attention">
          {unsettled.map((row) => (
            <li key={row.gateway}>
              <AlertIcon />
              <p>
                {moneyTexts.unsettled({
                  gateway: displayName(row.gateway),
                  count: row.unsettled_count,
                  amount: formatMoney(row.unsettled_amount),
                  days: row.unsettled_after_days ?? 0,
                })}
              </p>
              <a href={`/management/reconciliation?${unsettledPayments}`}>{moneyTexts.showUnsettled()}</a>
            </li>
          ))}
        </ul>
      )}
      {names.length > 0 && <p>{moneyTexts.noSettlementEndpoint({ gateways: names.join(', ') })}</p>}
    </>
  )
}

function matchCounts({ read_at, matched, amount_differs, unmatched }: Settlement): string {
  if (read_at === null) return moneyTexts.linesUnread()
  return [
    moneyTexts.matchedCount({ count: matched }),
    ...(amount_differs > 0 ? [moneyTexts.differsCount({ count: amount_differs })] : []),
    ...(unmatched > 0 ? [moneyTexts.unmatchedCount({ count: unmatched })] : []),
  ].join(', ')
}

/** One settlement with its lines. */
function SettlementDialog({ settlement, onClose }: { settlement: Settlement; onClose: () => void }) {
  const query = useQuery(getSettlement, { params: { id: settlement.id } })
  return (
    <Dialog
      title={moneyTexts.settlementTitle({
        gateway: displayName(settlement.gateway),
        id: settlement.settlement_id,
      })}
      onClose={onClose}
    >
      <DetailsList
        items={[
          { label: moneyTexts.gross(), value: formatMoney(settlement.gross) },
          { label: moneyTexts.fee(), value: formatMoney(settlement.fee) },
          { label: moneyTexts.net(), value: formatMoney(settlement.net), strong: true },
        ]}
      />
      {settlement.read_at && (
        <p className="field-hint">
          {renderParts(moneyTexts.readAt({ time: () => <DateTime value={settlement.read_at ?? ''} /> }))}
        </p>
      )}
      <QueryContent query={query}>
        {({ lines }) => (
          <ul className="stack">
            {lines.map((line) => (
              <li key={line.gateway_reference} className="card stack">
                <p>
                  <strong>{matchTexts[line.match]()}</strong>{' '}
                  {line.order_reference ? (
                    <a href={`/management/transactions/${line.order_reference}`}>{line.order_reference}</a>
                  ) : (
                    <ShortReference value={line.reference} />
                  )}
                </p>
                <p>
                  {moneyTexts.lineAmounts({
                    gross: formatMoney(line.gross),
                    fee: formatMoney(line.fee),
                    net: formatMoney(line.net),
                  })}
                </p>
                {line.note && <p className="field-hint">{line.note}</p>}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Dialog>
  )
}
