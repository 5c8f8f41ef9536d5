import { useState } from 'react'
import { getVendorFloats, refreshVendorFloats, type VendorFloat } from '../../shared/management/money.ts'
import { type StatusText, statusText } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, DetailsList, Dialog, renderParts, StatusBadge } from '../ui/index.ts'
import { formatAgo } from './duration.ts'
import { displayName } from './labels.ts'
import { moneyTexts } from './money-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { Table, type TableProps } from './table.tsx'
import { managementTexts } from './texts.ts'

/** The float at each vendor, with alert and forecast. */
export function FloatsPanel() {
  const query = useQuery(getVendorFloats)
  const [openVendor, setOpenVendor] = useState<VendorFloat['vendor'] | null>(null)
  const openFloat = query.data?.find(({ vendor }) => vendor === openVendor)
  const refresh = useMutation(refreshVendorFloats, { reloads: [getVendorFloats] })

  async function refreshBalances() {
    const envelope = await refresh.send()
    if (!envelope?.data) return
    const { unread } = envelope.data
    if (unread.length === 0) toast.success(moneyTexts.balancesRefreshed())
    else toast.error(moneyTexts.balancesNotRefreshed({ vendors: unread.map(displayName).join(', ') }))
  }

  return (
    <>
      <div className="page-head">
        <p className="field-hint">{moneyTexts.floatsHint()}</p>
        <Button kind="plain" busy={refresh.isBusy} onClick={refreshBalances}>
          {moneyTexts.refreshBalances()}
        </Button>
      </div>
      <QueryContent query={query}>
        {(floats) => (
          <Table
            caption={moneyTexts.floats()}
            rows={floats}
            keyOf={({ vendor }) => vendor}
            emptyText={moneyTexts.noVendors()}
            columns={columns}
            panel={{
              header: moneyTexts.details(),
              label: ({ vendor }) => moneyTexts.floatOf({ vendor: displayName(vendor) }),
              onOpen: ({ vendor }) => setOpenVendor(vendor),
            }}
          />
        )}
      </QueryContent>
      {openFloat && <FloatPanel float={openFloat} onClose={() => setOpenVendor(null)} />}
    </>
  )
}

const columns: TableProps<VendorFloat>['columns'] = [
  {
    header: managementTexts.vendor(),
    narrow: [1, 'start'],
    renderCell: ({ vendor }) => displayName(vendor),
  },
  { header: commonTexts.status(), narrow: [2, 'end'], statusOf: (float) => statusOf(float) },
  {
    header: moneyTexts.reported(),
    narrow: [1, 'end'],
    isNumber: true,
    renderCell: ({ live }) => live && formatMoney(live.amount),
  },
  {
    header: moneyTexts.difference(),
    narrow: [2, 'start'],
    renderCell: (float) => float.live && differenceText(float, float.live.amount),
  },
  {
    header: moneyTexts.forecast(),
    narrow: [3, 'line'],
    renderCell: (float) => <span className="two-lines">{forecastText(float)}</span>,
  },
  { header: moneyTexts.alert(), narrow: [4, 'line'], renderCell: alertText },
]

/** Side panel with the float at one vendor: what was reported, and how the ledger's balance came about. */
function FloatPanel({ float, onClose }: { float: VendorFloat; onClose: () => void }) {
  const { vendor, live } = float
  return (
    <Dialog title={displayName(vendor)} className="side-panel" onClose={onClose}>
      <p>
        <StatusBadge status={statusOf(float)} />
      </p>
      <DetailsList
        items={[
          { label: moneyTexts.reported(), value: <LiveBalance live={live} />, wide: true, strong: true },
          ...(live
            ? [{ label: moneyTexts.difference(), value: differenceText(float, live.amount), wide: true }]
            : []),
          { label: moneyTexts.forecast(), value: forecastText(float), wide: true },
          { label: moneyTexts.alert(), value: alertText(float), wide: true },
          { label: moneyTexts.opening(), value: formatMoney(float.opening) },
          { label: moneyTexts.added(), value: formatMoney(float.added_today) },
          { label: moneyTexts.spent(), value: formatMoney(float.spent_today) },
          { label: moneyTexts.byLedger(), value: formatMoney(float.ledger) },
          ...(float.unclear > 0
            ? [{ label: moneyTexts.unknownOutcome(), value: formatMoney(float.unclear), wide: true }]
            : []),
        ]}
      />
    </Dialog>
  )
}

const LiveBalance = ({ live }: Pick<VendorFloat, 'live'>) =>
  live ? (
    <>
      {formatMoney(live.amount)}
      <small className="field-hint block">
        {renderParts(
          moneyTexts.lastRead({
            ago: formatAgo(live.read_at),
            time: () => <DateTime value={live.read_at} />,
          }),
        )}
      </small>
    </>
  ) : (
    moneyTexts.notRead()
  )

/** The balance that the vendor reported, less the one in our ledger. */
function differenceText({ ledger }: VendorFloat, reported: number): string {
  const kobo = Math.round((reported - ledger) * 100)
  const amount = formatMoney(Math.abs(kobo) / 100)
  if (kobo === 0) return moneyTexts.noDifference({ amount })
  return kobo < 0 ? moneyTexts.vendorHasLess({ amount }) : moneyTexts.vendorHasMore({ amount })
}

/** A balance that the vendor did not report is not called sufficient. */
function statusOf(float: VendorFloat): StatusText {
  if (float.low) return statusText(moneyTexts.low, 'failure', () => alertText(float))
  return float.live
    ? statusText(moneyTexts.sufficient, 'success', () => alertText(float))
    : statusText(moneyTexts.notVerified, 'attention', moneyTexts.notVerifiedHint)
}

/** Longer forecasts are given in days. */
const longestInHours = 72
/** The rate of six hours does not forecast more than a few days. */
const longestInDays = 90

function forecastText({ forecast, recent_purchases: purchases }: VendorFloat): string {
  switch (forecast.type) {
    case 'hours':
      if (forecast.hours > longestInDays * 24) return moneyTexts.longForecast({ days: longestInDays })
      return forecast.hours < longestInHours
        ? moneyTexts.hoursLeft({ hours: forecast.hours, purchases })
        : moneyTexts.daysLeft({ days: Math.floor(forecast.hours / 24), purchases })
    case 'empty':
      return moneyTexts.empty()
    case 'unknown':
      return moneyTexts.notEnough()
  }
}

function alertText({ threshold, threshold_hours: hours }: VendorFloat): string {
  const amount = formatMoney(threshold, { decimals: 0 })
  return hours === 0
    ? moneyTexts.alertRuleBalance({ threshold: amount })
    : moneyTexts.alertRule({ threshold: amount, hours })
}
