import type { Overview } from '../../shared/management/overview.ts'
import type { ManagementPage } from '../pages.ts'
import { formatSeconds } from './duration.ts'
import { displayName } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { Attention } from './overview-attention.tsx'
import { OverviewCharts } from './overview-charts.tsx'
import { PeriodChoice } from './overview-period.tsx'
import { overviewTexts } from './overview-texts.ts'
import { PeriodMetrics } from './overview-totals.tsx'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'
import { useOverview } from './use-overview.ts'

/** Overview: open work, five metrics with the previous period, charts and vendors. */
export default function OverviewPage(page: ManagementPage) {
  const { period, set, query } = useOverview({ search: page.search })
  return (
    <PageLayout
      {...page}
      path="/management"
      title={menuTexts.overview()}
      action={<PeriodChoice period={period} totals={query.data?.totals.current} set={set} />}
    >
      <QueryContent query={query}>
        {(data) => (
          <div className="stack">
            <Attention data={data} />
            <PeriodMetrics totals={data.totals} />
            <OverviewCharts data={data} />
            <Vendors vendors={data.vendors} />
          </div>
        )}
      </QueryContent>
    </PageLayout>
  )
}

const Vendors = ({ vendors }: Pick<Overview, 'vendors'>) => (
  <section className="card stack" aria-labelledby="vendors">
    <h2 id="vendors" tabIndex={-1}>
      {overviewTexts.vendors()}
    </h2>
    <p className="field-hint">{overviewTexts.vendorsPeriod()}</p>
    <Table
      caption={overviewTexts.vendors()}
      rows={vendors}
      keyOf={(row) => row.vendor}
      emptyText={overviewTexts.noVendors()}
      columns={[
        {
          header: managementTexts.vendor(),
          narrow: [1, 'line'],
          renderCell: (row) => displayName(row.vendor),
        },
        {
          header: overviewTexts.attempts(),
          isNumber: true,
          renderCell: (row) => row.attempts.toLocaleString('en'),
        },
        {
          header: overviewTexts.deliveredShare(),
          isNumber: true,
          renderCell: (row) => row.success !== null && <Share ratio={row.success} />,
        },
        {
          header: overviewTexts.medianTime(),
          isNumber: true,
          renderCell: (row) => seconds(row.median_seconds),
        },
        {
          header: overviewTexts.slowestTime(),
          isNumber: true,
          renderCell: (row) => seconds(row.p95_seconds),
        },
        { header: overviewTexts.float(), amountOf: (row) => row.float },
      ]}
    />
  </section>
)

const seconds = (value: number | null): string => (value === null ? '' : formatSeconds(value))

/** A ratio between 0 and 1 as a bar and in percent. */
const Share = ({ ratio }: { ratio: number }) => (
  <span className="share">
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width="100" height="10" />
      <rect width={ratio * 100} height="10" />
    </svg>
    {(ratio * 100).toFixed(1)}
    {'\u00a0'}%
  </span>
)
