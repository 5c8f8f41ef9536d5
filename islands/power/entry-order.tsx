import { renderParts } from '../ui/index.ts'
import { powerReceiptTexts } from './receipt-texts.ts'

/** In which order the codes are entered on the meter, where an order has several. */
export const EntryOrder = ({ count }: { count: number }) => (
  <p>
    {renderParts(
      powerReceiptTexts.enterTokens({
        count,
        strong: (chunks) => <strong>{chunks}</strong>,
      }),
    )}
  </p>
)
