import type { ReactNode } from 'react'
import type { OrderRefund } from '../../shared/orders.ts'

interface RefundNotesProps {
  refunds: readonly OrderRefund[]
  /** Action for a refund that needs a bank account. */
  children?: ReactNode
}

/** Refunds of money in excess of the order total: reason, amount, destination and date. */
export const RefundNotes = ({ refunds, children }: RefundNotesProps) =>
  refunds.map(({ status, message }) => (
    <p key={message} className="note">
      {message} {status === 'needs_account' && children}
    </p>
  ))
