import type { Flow } from '../flow.ts'
import { bulk } from './bulk.ts'
import { deposit } from './deposit.ts'
import { dispute } from './dispute.ts'
import { failover } from './failover.ts'
import { gatewayOrder } from './gateway-order.ts'
import { goodwill } from './goodwill.ts'
import { goodwillThroughGateway } from './goodwill-gateway.ts'
import { managerPurchase, managerTopUp } from './manager.ts'
import { paymentRequest } from './payment-request.ts'
import { redeem } from './redeem.ts'
import { refund } from './refund.ts'
import { savedCard } from './saved-card.ts'
import { schedule } from './schedule.ts'
import { cardTopUp, topUp } from './top-up.ts'
import { unallocatedDeposit } from './unallocated-funds.ts'
import { walletOrder } from './wallet-order.ts'

/** All money flows. */
export const flows: readonly Flow[] = [
  gatewayOrder,
  walletOrder,
  savedCard,
  topUp,
  cardTopUp,
  refund,
  failover,
  deposit,
  unallocatedDeposit,
  dispute,
  redeem,
  managerTopUp,
  managerPurchase,
  goodwill,
  goodwillThroughGateway,
  bulk,
  schedule,
  paymentRequest,
]
