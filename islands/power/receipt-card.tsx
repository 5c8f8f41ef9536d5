import type { PowerOrder } from '../../shared/power.ts'
import { Logo } from '../purchase/logo.tsx'
import { DetailsList } from '../ui/index.ts'
import { powerReceiptRows } from './receipt.ts'

/** Company and rows of a printed electricity receipt, below the token. */
export const ReceiptRows = ({ order }: { order: PowerOrder }) => (
  <>
    <div className="card-head">
      <Logo src={order.disco.logo} />
      <p>
        <strong>{order.disco.description}</strong>
      </p>
    </div>
    <DetailsList items={powerReceiptRows(order)} />
  </>
)
