import { randomBytes } from 'node:crypto'
import type { z } from 'zod/mini'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import type { reserveAccount } from '../../shared/virtual-accounts.ts'
import { inSeconds } from '../database/index.ts'
import { type Actor, Refused } from '../http/index.ts'
import type { Reservation } from '../payments/index.ts'
import { type AccountRow, nextLookSeconds, nextReservationSeconds, shownAccount } from './account.ts'
import { bvnOf } from './identity.ts'
import { bankingOf, needIdentifier, type VirtualAccountParts } from './parts.ts'
import {
  accountFor,
  beneficiaryOf,
  lockAccount,
  personById,
  type Served,
  saveAccount,
  switchBuying,
  wishedAccount,
} from './store.ts'

type Wish = z.infer<typeof reserveAccount.body>

/** The kinds that have a "Vir. Account" in their menu. Source: specification 2, section 2; decision E-029 */
const typeOf = { meter_number: 'power', smartcard_number: 'cable-tv' } as const

/**
 * Reserves an account for one of somebody's own beneficiaries, once: under a reference of ours that the
 * gateway takes once, so two tabs and a lost answer end in one account.
 * @returns the account; still 'requested' when the bank takes its time
 * @throws Refused NOT_FOUND, NOT_RESERVABLE, BVN_FIRST, RESERVATION_REFUSED, TOO_MANY, UNAVAILABLE
 */
export async function reserveFor(
  parts: VirtualAccountParts,
  { userId }: Actor,
  wish: Wish,
): Promise<AccountRow> {
  const served = await servedBy(parts, userId, wish)
  const known = await accountFor(parts.db.q, served)
  if (known?.account_number) return known
  const bvn = await bvnOf(parts, userId)
  if (!bvn) throw new Refused('BVN_FIRST')
  const identifier = await needIdentifier(parts)
  await parts.limits.spend('reserve_person', userId)

  const fundingFee = BigInt(await parts.settings.get('funding_fee_kobo'))
  const wished = await parts.db.inTransaction(async (tx) => {
    const reference = `VA-${randomBytes(12).toString('hex').toUpperCase()}`
    const row = await wishedAccount(tx, {
      ...served,
      reference,
      gateway: identifier.name,
      funding_fee_kobo: fundingFee,
    })
    return row.state === 'refused'
      ? saveAccount(tx, row.id, { state: 'requested', because: null, asks: 0, due_at: inSeconds(60) })
      : row
  })
  const account = wished.account_number ? wished : await pursueReservation(parts, wished)
  if (account.state === 'refused') throw new Refused('RESERVATION_REFUSED')
  return account
}

/** Switches buying with what arrives, for one of somebody's own accounts. @throws Refused NOT_FOUND */
export async function automaticPurchase(
  parts: VirtualAccountParts,
  { userId }: Actor,
  beneficiaryId: string,
  on: boolean,
): Promise<VirtualAccount> {
  const found = await beneficiaryOf(parts.db.q, userId, beneficiaryId)
  const served = found && (found.type === 'power' || found.type === 'cable-tv')
  const row = served
    ? await switchBuying(parts.db.q, { userId, type: found.type as Served['type'], number: found.number }, on)
    : undefined
  const account = row && shownAccount(row)
  if (!account) throw new Refused('NOT_FOUND')
  return account
}

async function servedBy(parts: VirtualAccountParts, userId: string, wish: Wish): Promise<Served> {
  const found = await beneficiaryOf(parts.db.q, userId, wish.beneficiary_id)
  if (!found) throw new Refused('NOT_FOUND')
  if (wish.beneficiary !== 'meter_number' && wish.beneficiary !== 'smartcard_number') {
    throw new Refused('NOT_RESERVABLE', { field: 'beneficiary' })
  }
  const type = typeOf[wish.beneficiary]
  if (found.type !== type) throw new Refused('NOT_FOUND')
  return { userId, type, number: found.number }
}

/** Asks for an account that was wished for, or about it, and commits what is learnt. */
export async function pursueReservation(parts: VirtualAccountParts, wished: AccountRow): Promise<AccountRow> {
  const bvn = await bvnOf(parts, wished.user_id)
  const banking = bankingOf(parts, wished.gateway)
  const made: Reservation =
    !banking?.reserve || !bvn
      ? { is: 'unknown', because: 'not configured' }
      : wished.because === 'pending' && banking.reservation
        ? await banking.reservation(wished.reference)
        : await banking.reserve(await request(parts, wished, bvn))
  return parts.db.inTransaction(async (tx) => {
    const row = await lockAccount(tx, wished.id)
    // Another tab, or the sweeper, was quicker.
    if (row.state !== 'requested') return row
    return saveAccount(tx, row.id, learnt(row, made))
  })
}

async function request(parts: VirtualAccountParts, { user_id, reference }: AccountRow, bvn: string) {
  const { email, bvn_account_name } = await personById(parts.db.q, user_id)
  const name = bvn_account_name ?? email
  return { accountReference: reference, accountName: name, customerName: name, customerEmail: email, bvn }
}

function learnt(row: AccountRow, made: Reservation) {
  const asks = row.asks + 1
  const [first] = made.is === 'reserved' ? made.accounts : []
  if (made.is === 'reserved' && first) {
    return {
      state: 'reserved' as const,
      bank_name: first.bankName,
      account_name: first.accountName,
      account_number: first.accountNumber,
      because: null,
      asks,
      due_at: inSeconds(nextLookSeconds(0)),
    }
  }
  if (made.is === 'refused') {
    return { state: 'refused' as const, because: made.because.slice(0, 200), asks, due_at: null }
  }
  const because = made.is === 'unknown' ? made.because : 'pending'
  return { because, asks, due_at: inSeconds(nextReservationSeconds(row.asks)) }
}
