import { type ReactNode, useEffect } from 'react'
import { homePath } from '../../shared/pages.ts'
import { groupDigits } from '../lib/index.ts'
import type { PrintReceiptPage } from '../pages.ts'
import { BrandMark } from '../purchase/brand-mark.tsx'
import { FindOrder } from '../purchase/find-order.tsx'
import { ReceiptMerchant } from '../purchase/receipt-merchant.tsx'
import { Button, commonTexts, PrintIcon, renderParts, StatusDisplay } from '../ui/index.ts'
import { ReceiptRows } from './receipt-card.tsx'
import { powerReceiptTexts } from './receipt-texts.ts'
import { orderTokensOf } from './tokens.ts'

const strong = (chunks: ReactNode) => <strong>{chunks}</strong>

/** The printable receipt; the print dialog opens automatically. Source: ruling D-011. */
export default function PrintReceipt({ order, reference, csrf, ...page }: PrintReceiptPage) {
  useEffect(() => {
    if (order) window.print()
  }, [order])

  if (!order) {
    return (
      <StatusDisplay kind="not-found" title={commonTexts.noRecordFound()} level={1}>
        <FindOrder reference={reference} csrf={csrf} />
        <a className="btn btn-plain" href={homePath}>
          {commonTexts.startAgain()}
        </a>
      </StatusDisplay>
    )
  }
  const tokens = orderTokensOf(order)
  const hasOneToken = tokens.length === 1
  return (
    <article className="card stack">
      <header className="card-head">
        <BrandMark />
        <h1>{powerReceiptTexts.printTitle({ brand: page.brandName })}</h1>
      </header>
      {tokens.length > 1 && (
        <p>{renderParts(powerReceiptTexts.enterTokens({ count: tokens.length, strong }))}</p>
      )}
      {tokens.map(({ digits, label }, index) => (
        <div key={digits} className="printed-token">
          <h2>{hasOneToken ? label : powerReceiptTexts.tokenHeading({ number: index + 1, label })}</h2>
          <p className="token">{groupDigits(digits)}</p>
        </div>
      ))}
      <ReceiptRows order={order} />
      <ReceiptMerchant {...page} />
      <Button kind="plain" className="no-print script-only" onClick={() => window.print()}>
        <PrintIcon />
        {powerReceiptTexts.print()}
      </Button>
    </article>
  )
}
