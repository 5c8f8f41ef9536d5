import { randomBytes } from 'node:crypto'
import type { z } from 'zod/mini'
import type { VirtualAccount } from '../../shared/beneficiaries.ts'
import type { BeneficiaryId, UserId } from '../../shared/ids.ts'
import { truncate } from '../../shared/text.ts'
import type { reserveAccount } from '../../shared/virtual-accounts.ts'
import { inSeconds, type Tx } from '../database/index.ts'
import { type Actor, ApiError } from '../http/index.ts'
import type { ReservationResult } from '../payments/index.ts'
import {
  accountView,
  depositScanDelaySeconds,
  reservationPollDelaySeconds,
  type VirtualAccountRow,
  virtualAccountMachine,
} from './account.ts'
import { bankingOf, requireIdentityProvider, type VirtualAccountDeps } from './deps.ts'
import { bvnOf } from './identity.ts'
import {
  type AccountKey,
  accountHolderById,
  beneficiaryOf,
  findVirtualAccount,
  lockAccount,
  requestAccount,
  saveAccount,
  updateAutoPurchase,
} from './store.ts'

type ReserveRequest = z.infer<typeof reserveAccount.body>

/** Beneficiary kinds with "Vir. Account" in their menu. Source: specification 2, section 2; ruling E-029 */
const virtualAccountTypes = { meter_number: 'power', smartcard_number: 'cable-tv' } as const

/**
 * Reserves an account for one of the user's beneficiaries, once: under our own reference, which the gateway accepts
 * once, so concurrent requests and lost responses result in one account.
 * @returns the account; still 'requested' while the bank processes it
 * @throws ApiError NOT_FOUND, NOT_RESERVABLE, BVN_FIRST, RESERVATION_REFUSED, TOO_MANY, UNAVAILABLE
 */
export async function reserveVirtualAccount(
  deps: VirtualAccountDeps,
  { userId }: Actor,
  input: ReserveRequest,
): Promise<VirtualAccountRow> {
  const accountKey = await accountKeyOf(deps, userId, input)
  const existing = await findVirtualAccount(deps.db.q, accountKey)
  if (existing?.account_number) return existing
  const bvn = await bvnOf(deps, userId)
  if (!bvn) throw new ApiError('BVN_FIRST')
  const provider = await requireIdentityProvider(deps)
  await deps.limits.consume('reserve_person', userId)

  const fundingFee = BigInt(await deps.settings.get('funding_fee_kobo'))
  const requested = await deps.db.inTransaction(async (tx): Promise<VirtualAccountRow> => {
    const reference = `VA-${randomBytes(12).toString('hex').toUpperCase()}`
    const row = await requestAccount(tx, {
      ...accountKey,
      reference,
      gateway: provider.name,
      funding_fee_kobo: fundingFee,
    })
    if (row.state !== 'refused') return row
    const patch = { failure_reason: null, poll_count: 0, due_at: inSeconds(60) }
    return virtualAccountMachine.transition(tx, row, 'requested', patch, {
      event: 'customer.account_requested',
    })
  })
  const account = requested.account_number ? requested : await processReservation(deps, requested)
  if (account.state === 'refused') throw new ApiError('RESERVATION_REFUSED')
  return account
}

/** Turns automatic purchases on or off for one of the user's accounts. @throws ApiError NOT_FOUND */
export async function setAutoPurchase(
  deps: VirtualAccountDeps,
  { userId }: Actor,
  beneficiaryId: BeneficiaryId,
  enabled: boolean,
): Promise<VirtualAccount> {
  const beneficiary = await beneficiaryOf(deps.db.q, userId, beneficiaryId)
  const hasAccountType = beneficiary && (beneficiary.type === 'power' || beneficiary.type === 'cable-tv')
  const row = hasAccountType
    ? await updateAutoPurchase(
        deps.db.q,
        { userId, type: beneficiary.type as AccountKey['type'], number: beneficiary.number },
        enabled,
      )
    : undefined
  const account = row && accountView(row)
  if (!account) throw new ApiError('NOT_FOUND')
  return account
}

async function accountKeyOf(
  deps: VirtualAccountDeps,
  userId: UserId,
  input: ReserveRequest,
): Promise<AccountKey> {
  const beneficiary = await beneficiaryOf(deps.db.q, userId, input.beneficiary_id)
  if (!beneficiary) throw new ApiError('NOT_FOUND')
  if (input.beneficiary !== 'meter_number' && input.beneficiary !== 'smartcard_number') {
    throw new ApiError('NOT_RESERVABLE', { field: 'beneficiary' })
  }
  const type = virtualAccountTypes[input.beneficiary]
  if (beneficiary.type !== type) throw new ApiError('NOT_FOUND')
  return { userId, type, number: beneficiary.number }
}

/** Requests an account from the gateway, or polls its reservation, and commits the result. */
export async function processReservation(
  deps: VirtualAccountDeps,
  requested: VirtualAccountRow,
): Promise<VirtualAccountRow> {
  const bvn = await bvnOf(deps, requested.user_id)
  const banking = bankingOf(deps, requested.gateway)
  const reservation: ReservationResult =
    !banking?.reserveAccount || !bvn
      ? { type: 'unknown', reason: 'not configured' }
      : requested.failure_reason === 'pending' && banking.getReservation
        ? await banking.getReservation(requested.reference)
        : await banking.reserveAccount(await buildReservationRequest(deps, requested, bvn))
  return deps.db.inTransaction(async (tx): Promise<VirtualAccountRow> => {
    const row = await lockAccount(tx, requested.id)
    // A concurrent request or job has already finished it.
    if (row.state !== 'requested') return row
    return applyReservation(tx, row, reservation)
  })
}

async function buildReservationRequest(
  deps: VirtualAccountDeps,
  { user_id, reference }: VirtualAccountRow,
  bvn: string,
) {
  const { email, bvn_account_name } = await accountHolderById(deps.db.q, user_id)
  const name = bvn_account_name ?? email
  return { accountReference: reference, accountName: name, customerName: name, customerEmail: email, bvn }
}

function applyReservation(
  tx: Tx,
  row: VirtualAccountRow & { readonly state: 'requested' },
  reservation: ReservationResult,
): Promise<VirtualAccountRow> {
  const poll_count = row.poll_count + 1
  const [first] = reservation.type === 'reserved' ? reservation.accounts : []
  if (reservation.type === 'reserved' && first) {
    const patch = {
      bank_name: first.bankName,
      account_name: first.accountName,
      account_number: first.accountNumber,
      failure_reason: null,
      poll_count,
      due_at: inSeconds(depositScanDelaySeconds(0)),
    }
    return virtualAccountMachine.transition(tx, row, 'reserved', patch, { event: 'gateway.account_reserved' })
  }
  if (reservation.type === 'rejected') {
    const patch = { failure_reason: truncate(reservation.reason, 200), poll_count, due_at: null }
    return virtualAccountMachine.transition(tx, row, 'refused', patch, { event: 'gateway.account_refused' })
  }
  const failure_reason = reservation.type === 'unknown' ? reservation.reason : 'pending'
  const due_at = inSeconds(reservationPollDelaySeconds(row.poll_count))
  return saveAccount(tx, row.id, { failure_reason, poll_count, due_at })
}
