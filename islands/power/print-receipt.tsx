import { useEffect } from 'react'
import { home } from '../../shared/pages.ts'
import { groupDigits } from '../lib/index.ts'
import type { PrintReceiptPage } from '../pages.ts'
import { Button, PrintIcon, StatusDisplay } from '../ui/index.ts'
import { Receipt } from './receipt.tsx'
import { tokensOf } from './tokens.ts'

/** The printable receipt; the print dialog opens automatically. Source: decision D-011. */
export default function PrintReceipt({ order, brandName }: PrintReceiptPage) {
  useEffect(() => {
    if (order) window.print()
  }, [order])

  if (!order) {
    return (
      <StatusDisplay kind="not-found" title="No record found" level={1}>
        <a className="btn btn-primary" href={home}>
          Start again
        </a>
      </StatusDisplay>
    )
  }
  return (
    <article className="card stack">
      <h1>{brandName} receipt</h1>
      {tokensOf(order).map(({ digits, label }) => (
        <div key={digits} className="grid gap-2">
          <h2>{label}</h2>
          <p className="token">{groupDigits(digits)}</p>
        </div>
      ))}
      <Receipt order={order} />
      <Button kind="plain" className="no-print script-only" onClick={() => window.print()}>
        <PrintIcon />
        Print receipt
      </Button>
    </article>
  )
}
