import { claimDue } from '../database/index.ts'
import { lookForInflows, pursueInflow } from './arrive.ts'
import { buyWith } from './buy.ts'
import type { VirtualAccountParts } from './parts.ts'
import { pursueReservation } from './reserve.ts'

/** Longer than any call here may take. */
const leaseSeconds = 60

/** Follows every reservation and inflow whose time has come, and looks for what nobody told us. @returns how many were due */
export async function sweepVirtualAccounts(parts: VirtualAccountParts): Promise<number> {
  const accounts = await claimDue(parts.db, 'virtual_accounts', { leaseSeconds })
  const inflows = await claimDue(parts.db, 'inflows', { leaseSeconds })
  for (const it of accounts) {
    if (it.state === 'requested') parts.background('reservation', () => pursueReservation(parts, it))
    else parts.background('transfers of an account', () => lookForInflows(parts, it))
  }
  for (const it of inflows) {
    if (it.state === 'credited') parts.background('automatic purchase', () => buyWith(parts, it))
    else parts.background('inflow', () => pursueInflow(parts, it))
  }
  return accounts.length + inflows.length
}
