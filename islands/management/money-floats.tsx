import { getVendorFloats, refreshVendorFloats, type VendorFloat } from '../../shared/management/money.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, DetailsList, renderParts, StatusBadge } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { moneyTexts } from './money-texts.ts'
import { QueryContent } from './page-layout.tsx'
import { managementTexts } from './texts.ts'

/** The float at each vendor, with alert and forecast. */
export function FloatsPanel() {
  const query = useQuery(getVendorFloats)
  const refresh = useMutation(refreshVendorFloats, { reloads: [getVendorFloats] })

  async function readNow() {
    const envelope = await refresh.send()
    if (!envelope?.data) return
    const { unread } = envelope.data
    if (unread.length === 0) toast.success(moneyTexts.balancesRead())
    else toast.error(moneyTexts.balancesUnread({ vendors: unread.map(displayName).join(', ') }))
  }

  return (
    <>
      <p className="field-hint">{moneyTexts.floatsHint()}</p>
      <div className="row">
        <Button kind="plain" busy={refresh.isBusy} onClick={readNow}>
          {moneyTexts.readNow()}
        </Button>
      </div>
      <QueryContent query={query} loadingText={managementTexts.loading()}>
        {(floats) =>
          floats.length === 0 ? (
            <p className="empty" role="status">
              {moneyTexts.noVendors()}
            </p>
          ) : (
            <div className="columns">
              {floats.map((float) => (
                <FloatCard key={float.vendor} float={float} />
              ))}
            </div>
          )
        }
      </QueryContent>
    </>
  )
}

function FloatCard({ float }: { float: VendorFloat }) {
  const { vendor, live } = float
  const id = `float-${vendor}`
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{displayName(vendor)}</h2>
      <StatusBadge
        status={
          float.low
            ? { label: moneyTexts.low(), tone: 'failure', explanation: alertText(float) }
            : { label: moneyTexts.sufficient(), tone: 'success', explanation: alertText(float) }
        }
      />
      <DetailsList
        items={[
          { label: moneyTexts.reported(), value: <LiveBalance live={live} />, wide: true, strong: true },
          { label: moneyTexts.forecast(), value: forecastText(float), wide: true },
          { label: moneyTexts.alert(), value: alertText(float), wide: true },
          { label: moneyTexts.opening(), value: formatMoney(float.opening) },
          { label: moneyTexts.added(), value: formatMoney(float.added_today) },
          { label: moneyTexts.spent(), value: formatMoney(float.spent_today) },
          { label: moneyTexts.byLedger(), value: formatMoney(float.ledger) },
          ...(float.unclear > 0
            ? [{ label: moneyTexts.unclear(), value: formatMoney(float.unclear), wide: true }]
            : []),
        ]}
      />
    </section>
  )
}

const LiveBalance = ({ live }: Pick<VendorFloat, 'live'>) =>
  live ? (
    <>
      {formatMoney(live.amount)}
      <small className="field-hint block">
        {renderParts(moneyTexts.readAt({ time: () => <DateTime value={live.read_at} /> }))}
      </small>
    </>
  ) : (
    moneyTexts.notRead()
  )

/** Longer forecasts are given in days. */
const longestInHours = 72

function forecastText({ forecast, recent_purchases: purchases }: VendorFloat): string {
  switch (forecast.type) {
    case 'hours':
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
