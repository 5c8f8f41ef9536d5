import type { ReactNode } from 'react'
import { maxHalfWidthDetail } from '../../shared/constants.ts'

export interface Detail {
  label: string
  value: ReactNode
  /** Emphasised: the total. */
  strong?: boolean
  /** Full-width row: for long rich content, or content that must not wrap. */
  wide?: boolean
}

/** Labels and values in two columns. A text longer than 15 characters takes the full row. */
export const DetailsList = ({ items }: { items: readonly Detail[] }) => (
  <dl className="details">
    {items.map(({ label, value, strong, wide }) => (
      <div key={label} className={rowClass(value, strong, wide)}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function rowClass(value: ReactNode, strong = false, wide = false): string {
  const isWide = wide || (typeof value === 'string' && value.length > maxHalfWidthDetail)
  return ['detail', isWide && 'detail-full', strong && 'detail-strong'].filter(Boolean).join(' ')
}
