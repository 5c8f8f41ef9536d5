import { useState } from 'react'
import { orderState } from '../../shared/orders.ts'
import { reportPage } from '../../shared/pages.ts'
import { OrderCard } from '../purchase/order-card.tsx'
import { accountTexts } from './texts.ts'
import { useQuery } from './use-query.ts'

interface OrderDetailsProps {
  reference: string
  /** Who delivers: "Ikeja Electric". */
  company?: string | null
  /** False where the page already has the user's report. */
  hasHelp?: boolean
}

/** Status, money and timeline of one of the user's orders, loaded when the user unfolds them. */
export function OrderDetails({ reference, company = null, hasHelp = true }: OrderDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: order, failed } = useQuery(orderState, isOpen ? { params: { reference }, query: {} } : null, {
    quiet: true,
  })
  return (
    <details className="script-only" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link py-3 text-sm">{accountTexts.orderDetails()}</summary>
      {isOpen && (
        <div className="stack pb-4">
          {order && (
            <OrderCard order={order} company={company} help={hasHelp ? reportPage(reference) : null} />
          )}
          {!order && (
            <p role="status">{failed ? accountTexts.orderNotLoaded() : accountTexts.loadingOrder()}</p>
          )}
        </div>
      )}
    </details>
  )
}
