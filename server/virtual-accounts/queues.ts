import { defineTableQueue } from '../jobs/index.ts'
import { autoPurchase } from './auto-purchase.ts'
import type { VirtualAccountDeps } from './deps.ts'
import { processDeposit, scanForDeposits } from './record-deposit.ts'
import { processReservation } from './reserve.ts'

/** Longer than any request to a gateway may take here. */
const leaseSeconds = 60

/** Due reservations, scans for missed deposits, deposits and automatic purchases. */
export const virtualAccountQueues = (deps: VirtualAccountDeps) => [
  defineTableQueue(deps.db, 'virtual_accounts', {
    leaseSeconds,
    process: (account) =>
      account.state === 'requested' ? processReservation(deps, account) : scanForDeposits(deps, account),
  }),
  defineTableQueue(deps.db, 'deposits', {
    leaseSeconds,
    process: (deposit) =>
      deposit.state === 'credited' ? autoPurchase(deps, deposit) : processDeposit(deps, deposit),
  }),
]
