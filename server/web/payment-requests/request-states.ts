import type { PaymentRequestStatus } from '../../../shared/payment-requests.ts'
import { requestPageTexts } from './texts.ts'

/** Name of each state of a request. */
export const requestStateTexts: Readonly<Record<PaymentRequestStatus, () => string>> = {
  open: requestPageTexts.stateOpen,
  paid: requestPageTexts.statePaid,
  cancelled: requestPageTexts.stateCancelled,
  expired: requestPageTexts.stateExpired,
  blocked: requestPageTexts.stateBlocked,
}
