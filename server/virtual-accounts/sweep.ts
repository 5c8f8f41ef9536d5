import { claimDue } from '../database/index.ts'
import { autoPurchase } from './auto-purchase.ts'
import type { VirtualAccountDeps } from './deps.ts'
import { processDeposit, scanForDeposits } from './record-deposit.ts'
import { processReservation } from './reserve.ts'

/** Longer than any call here may take. */
const leaseSeconds = 60

/** Processes due reservations and deposits, and scans for missed deposits. @returns the number of due rows */
export async function sweepVirtualAccounts(deps: VirtualAccountDeps): Promise<number> {
  const accounts = await claimDue(deps.db, 'virtual_accounts', { leaseSeconds })
  const deposits = await claimDue(deps.db, 'deposits', { leaseSeconds })
  for (const row of accounts) {
    if (row.state === 'requested') deps.background('reservation', () => processReservation(deps, row))
    else deps.background('transfers of an account', () => scanForDeposits(deps, row))
  }
  for (const row of deposits) {
    if (row.state === 'credited') deps.background('automatic purchase', () => autoPurchase(deps, row))
    else deps.background('inflow', () => processDeposit(deps, row))
  }
  return accounts.length + deposits.length
}
