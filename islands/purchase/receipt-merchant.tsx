import { merchantTexts } from '../../shared/merchant-texts.ts'
import type { Merchant } from '../../shared/receipts.ts'

/** At the foot of a receipt: who sold it, and where to get help. */
export const ReceiptMerchant = ({ brandName, appUrl, helpUrl }: Merchant) => (
  <footer className="field-hint">
    <p>{merchantTexts.soldBy({ merchant: brandName, site: appUrl })}</p>
    <p>{merchantTexts.help({ address: helpUrl })}</p>
  </footer>
)
