import type { Selectable } from 'kysely'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import {
  type DepositState,
  defineStateMachine,
  type Tables,
  type VirtualAccountState,
} from '../database/index.ts'

type Account = Selectable<Tables['virtual_accounts']>
type Deposit = Selectable<Tables['deposits']>
/** Rows; checking the `state` narrows the transitions that compile. */
export type VirtualAccountRow = {
  [S in VirtualAccountState]: Account & { readonly state: S }
}[VirtualAccountState]
export type DepositRow = { [S in DepositState]: Deposit & { readonly state: S } }[DepositState]

/** State machine of a virtual account. A refused one may be requested again, under the same reference. */
export const virtualAccountMachine = defineStateMachine('virtual_accounts', {
  requested: { reserved: ['gateway.account_reserved'], refused: ['gateway.account_refused'] },
  refused: { requested: ['customer.account_requested'] },
  // No event closes an account yet: the database accepts it.
  reserved: { closed: [] },
  closed: {},
})

/** State machine of a deposit, stored before the gateway is queried. An unconfirmed one may still be confirmed. */
export const depositMachine = defineStateMachine('deposits', {
  received: {
    credited: ['gateway.deposit_confirmed'],
    unmatched: ['gateway.deposit_confirmed'],
    unconfirmed: ['clock.polling_ended'],
  },
  unconfirmed: { received: ['gateway.deposit_confirmed'] },
  credited: {},
  unmatched: {},
})

/** Part of a deposit that was credited to the wallet, kobo. */
export const creditedKobo = ({ paid_kobo, funding_fee_kobo }: DepositRow): bigint =>
  (paid_kobo ?? 0n) - (funding_fee_kobo ?? 0n)

/** A virtual account in API form; null while it has no number. */
export function accountView(row: VirtualAccountRow): VirtualAccount | null {
  const { bank_name, account_name, account_number } = row
  if (bank_name === null || account_name === null || account_number === null) return null
  return {
    bank_name,
    account_name,
    account_number,
    status: row.state === 'closed' ? 'closed' : 'active',
    note: null,
    auto_purchase: row.auto_purchase,
  }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds until the next poll of a reservation. */
export const reservationPollDelaySeconds = (pollCount: number): number =>
  [15, minute, 5 * minute, 30 * minute][pollCount] ?? hour

/** Seconds until the next poll of a deposit; null after three days, when polling ends. */
export function depositPollDelaySeconds(pollCount: number): number | null {
  const delaySeconds = [15, 45, 2 * minute, 5 * minute, 15 * minute, 30 * minute][pollCount]
  if (delaySeconds !== undefined) return delaySeconds
  return pollCount < 6 + 72 ? hour : null
}

/** Seconds until the next scan for deposits with a lost webhook: accounts in use are scanned more often. */
export const depositScanDelaySeconds = (idleSeconds: number): number => (idleSeconds < 3 * day ? hour : day)
