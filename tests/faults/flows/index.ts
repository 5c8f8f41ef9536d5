import type { Flow } from '../flow.ts'
import { bulk } from './bulk.ts'
import { dispute } from './dispute.ts'
import { failover } from './failover.ts'
import { gatewayOrder } from './gateway-order.ts'
import { inflow } from './inflow.ts'
import { managerPurchase, managerTopUp } from './manager.ts'
import { redeem } from './redeem.ts'
import { refund } from './refund.ts'
import { savedCard } from './saved-card.ts'
import { setApart } from './set-apart.ts'
import { cardTopUp, topUp } from './top-up.ts'
import { walletOrder } from './wallet-order.ts'

/** Every way in which money moves. */
export const flows: readonly Flow[] = [
  gatewayOrder,
  walletOrder,
  savedCard,
  topUp,
  cardTopUp,
  refund,
  failover,
  inflow,
  setApart,
  dispute,
  redeem,
  managerTopUp,
  managerPurchase,
  bulk,
]
