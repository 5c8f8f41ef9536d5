import { type ReactNode, useState } from 'react'
import { getOrderState } from '../../shared/orders.ts'
import { OrderCard } from '../purchase/order-card.tsx'
import { refundAccountText } from '../purchase/refund-account-text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { accountTexts } from './texts.ts'
import { useQuery } from './use-query.ts'

interface OrderDisclosureProps {
  reference: string
  /** The disco or network: "Ikeja Electric". */
  biller?: string | null
  canSchedule?: boolean
  /** Actions below the order, once it is loaded. */
  children?: ReactNode
}

/** Status, money and timeline of one of the user's orders, loaded when the user opens it. */
export function OrderDisclosure({
  reference,
  biller = null,
  canSchedule = false,
  children,
}: OrderDisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: order, failed } = useQuery(
    getOrderState,
    isOpen ? { params: { reference }, query: {} } : null,
    {
      quiet: true,
    },
  )
  return (
    <details className="script-only" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link text-sm">{accountTexts.orderDetails()}</summary>
      {isOpen && (
        <div className="stack disclosed">
          {order && (
            <OrderCard
              order={order}
              biller={biller}
              currentText={refundAccountText(order)}
              help={null}
              canSchedule={canSchedule}
            />
          )}
          {!order &&
            (failed ? (
              <p role="status">{accountTexts.orderNotLoaded()}</p>
            ) : (
              <Skeleton label={accountTexts.loadingOrder()} />
            ))}
          {/* Only below the loaded order: content that loads above would move an action that has the focus. */}
          {(order || failed) && children}
        </div>
      )}
    </details>
  )
}
