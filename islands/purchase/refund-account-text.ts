import { type OrderStatus, refundAccountLinkTexts } from '../../shared/orders.ts'

/** The customer's next step for a refund that needs a bank account; undefined for any other order. */
export const refundAccountText = (status: Pick<OrderStatus, 'refund_account'> | null): string | undefined =>
  status?.refund_account && refundAccountLinkTexts[status.refund_account.requires ?? 'nothing']()
