import { useState } from 'react'
import { Lazy } from '../lib/lazy.tsx'
import { overviewTexts } from './overview-texts.ts'
import { EmptyList, Table } from './table.tsx'
import { managementTexts } from './texts.ts'

/** Meaning of a series, shown by its colour. */
export type ChartTone = 'main' | 'previous' | 'success' | 'progress' | 'failure' | 'neutral'

interface ChartSeries {
  name: string
  tone: ChartTone
  /** One value for each label. */
  values: readonly number[]
  /** Bars by default. */
  isLine?: boolean
}

export interface ChartData {
  /** Heading of the labels: "Day". */
  labelHead: string
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** Series are stacked on one bar. */
  isStacked?: boolean
  /** Bars from left to right. */
  isHorizontal?: boolean
  format: (value: number) => string
}

const loadCanvas = () => import('./chart-canvas.tsx')

/** A chart with axes, legend and values; its numbers are also in a table. */
export function Chart({ title, ...data }: ChartData & { title: string }) {
  const [isUnavailable, setIsUnavailable] = useState(false)
  const { labels, series, labelHead, format } = data
  if (series.every(({ values }) => values.every((value) => value === 0)))
    return <EmptyList>{overviewTexts.noData()}</EmptyList>
  return (
    <figure className="chart">
      {!isUnavailable && (
        <div className="chart-area">
          <Lazy load={loadCanvas} props={{ title, data }} onLoadError={() => setIsUnavailable(true)} />
        </div>
      )}
      <details open={isUnavailable}>
        <summary>{managementTexts.viewAsTable()}</summary>
        <Table
          caption={title}
          rows={labels.map((label, index) => ({ label, index }))}
          keyOf={({ label }) => label}
          emptyText=""
          columns={[
            { header: labelHead, renderCell: ({ label }) => label },
            ...series.map(({ name, values }) => ({
              header: name,
              isNumber: true,
              renderCell: ({ index }: { index: number }) => format(values[index] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  )
}
