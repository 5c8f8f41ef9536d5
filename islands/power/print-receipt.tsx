import { useEffect } from 'react'
import { homePath } from '../../shared/pages.ts'
import { groupDigits } from '../lib/index.ts'
import type { PrintReceiptPage } from '../pages.ts'
import { Button, commonTexts, PrintIcon, StatusDisplay } from '../ui/index.ts'
import { ReceiptRows } from './receipt.tsx'
import { powerReceiptTexts } from './receipt-texts.ts'
import { orderTokensOf } from './tokens.ts'

/** The printable receipt; the print dialog opens automatically. Source: decision D-011. */
export default function PrintReceipt({ order, brandName }: PrintReceiptPage) {
  useEffect(() => {
    if (order) window.print()
  }, [order])

  if (!order) {
    return (
      <StatusDisplay kind="not-found" title={commonTexts.noRecordFound()} level={1}>
        <a className="btn btn-primary" href={homePath}>
          {commonTexts.startAgain()}
        </a>
      </StatusDisplay>
    )
  }
  return (
    <article className="card stack">
      <h1>{powerReceiptTexts.printTitle({ brand: brandName })}</h1>
      {orderTokensOf(order).map(({ digits, label }) => (
        <div key={digits} className="grid gap-2">
          <h2>{label}</h2>
          <p className="token">{groupDigits(digits)}</p>
        </div>
      ))}
      <ReceiptRows order={order} />
      <Button kind="plain" className="no-print script-only" onClick={() => window.print()}>
        <PrintIcon />
        {powerReceiptTexts.print()}
      </Button>
    </article>
  )
}
