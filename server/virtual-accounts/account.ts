import type { Selectable } from 'kysely'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import type { InflowState, Moves, Tables, VirtualAccountState } from '../database/index.ts'

export type AccountRow = Selectable<Tables['virtual_accounts']>
export type InflowRow = Selectable<Tables['inflows']>

/** An account of a customer's own. One that was refused may be asked for again, under the same reference. */
export const virtualAccountMoves = Object.freeze({
  requested: ['reserved', 'refused'],
  refused: ['requested'],
  reserved: ['closed'],
  closed: [],
}) satisfies Moves & Record<VirtualAccountState, readonly VirtualAccountState[]>

/** Money on such an account. Noted before the gateway is asked; one that it never confirmed may still turn up. */
export const inflowMoves = Object.freeze({
  noted: ['credited', 'unmatched', 'unconfirmed'],
  unconfirmed: ['noted'],
  credited: [],
  unmatched: [],
}) satisfies Moves & Record<InflowState, readonly InflowState[]>

/** What of a transfer went into the wallet, kobo. */
export const creditedKobo = ({ paid_kobo, funding_fee_kobo }: InflowRow): bigint =>
  (paid_kobo ?? 0n) - (funding_fee_kobo ?? 0n)

/** An account as its owner sees it; null while it has no number. */
export function shownAccount(row: AccountRow): VirtualAccount | null {
  const { bank_name, account_name, account_number } = row
  if (bank_name === null || account_name === null || account_number === null) return null
  return {
    bank_name,
    account_name,
    account_number,
    status: row.state === 'closed' ? 'closed' : 'active',
    note: null,
    buys_automatically: row.buys,
  }
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds until the next question about a reservation that was asked about `asks` times. */
export const nextReservationSeconds = (asks: number): number =>
  [15, minute, 5 * minute, 30 * minute][asks] ?? hour

/** Seconds until the next question about an inflow; null when it is given up, after three days. */
export function nextInflowSeconds(asks: number): number | null {
  const next = [15, 45, 2 * minute, 5 * minute, 15 * minute, 30 * minute][asks]
  if (next !== undefined) return next
  return asks < 6 + 72 ? hour : null
}

/** Seconds until the next look for transfers whose message was lost: an account in use is looked at more often. */
export const nextLookSeconds = (idleSeconds: number): number => (idleSeconds < 3 * day ? hour : day)
