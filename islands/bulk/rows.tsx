import type { BulkPurchaseWithRows, BulkRow } from '../../shared/bulk.ts'
import { bulkRowStatuses } from '../../shared/statuses.ts'
import { formatMoney } from '../lib/index.ts'
import { useFocusOnChange } from '../lib/use-focus-on-change.ts'
import { Button, StatusLine } from '../ui/index.ts'
import { bulkTexts } from './texts.ts'
import type { BulkPurchasesController } from './use-bulk-purchases.ts'

export const formatCount = (count: number): string => count.toLocaleString('en')

/** One page of rows with line number and status. */
export function Rows({
  purchase,
  controller,
}: {
  purchase: BulkPurchaseWithRows
  controller: BulkPurchasesController
}) {
  const page = controller.view.cursors.length
  const heading = useFocusOnChange<HTMLParagraphElement>(page)
  const [first, last] = [purchase.rows[0]?.line, purchase.rows.at(-1)?.line]
  const isPaginated = page > 0 || purchase.next !== null
  return (
    <>
      {isPaginated && (
        <p className="field-hint" ref={heading} tabIndex={-1}>
          {first === undefined || last === undefined
            ? bulkTexts.noRows()
            : bulkTexts.lines({ first: formatCount(first), last: formatCount(last) })}
        </p>
      )}
      <ul aria-label={bulkTexts.rows()}>
        {purchase.rows.map((row) => (
          <li key={row.line} className="list-row">
            <span>
              {row.number}
              <small>{lineText(row)}</small>
              {row.error && <small className="text-bad">{row.error}</small>}
            </span>
            <span className="align-end">
              <strong>{row.total_amount === null ? '' : formatMoney(row.total_amount)}</strong>
              <StatusLine status={bulkRowStatuses[row.state]} />
            </span>
          </li>
        ))}
      </ul>
      {isPaginated && (
        <div className="row">
          <Button kind="plain" disabled={page === 0} onClick={() => controller.previousPage()}>
            {bulkTexts.previousRows()}
          </Button>
          <Button kind="plain" disabled={purchase.next === null} onClick={() => controller.nextPage()}>
            {bulkTexts.nextRows()}
          </Button>
        </div>
      )}
    </>
  )
}

function lineText({ line, service, provider, plan, customer_name: customer }: BulkRow): string {
  const values = { line, product: [service, provider, plan].filter(Boolean).join(' ') }
  return customer ? bulkTexts.lineOfCustomer({ ...values, customer }) : bulkTexts.line(values)
}
