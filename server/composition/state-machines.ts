import { storedDepositKind } from '../database/index.ts'
import { paymentRequestMachine } from '../payment-requests/index.ts'
import { paymentMachine, refundMachine } from '../payments/index.ts'
import { orderMachine } from '../purchase/index.ts'
import { attemptMachine } from '../vending/index.ts'
import { depositMachine, virtualAccountMachine } from '../virtual-accounts/index.ts'

/** Legal transitions by entity, as the database stores them to reject any other change of state. */
export const legalTransitions = {
  order: orderMachine.transitions,
  payment: paymentMachine.transitions,
  attempt: attemptMachine.transitions,
  refund: refundMachine.transitions,
  virtual_account: virtualAccountMachine.transitions,
  [storedDepositKind]: depositMachine.transitions,
  payment_request: paymentRequestMachine.transitions,
}
